#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/engine/stability.hpp"
#include "tests/support/sample_cases.hpp"

namespace gradvet::test {
namespace {

Case numbered(std::int64_t number) { return batch_total_case({number}, 1); }

std::vector<std::int64_t> numbers_of(const std::vector<Case>& cases) {
  std::vector<std::int64_t> numbers;
  for (const Case& input : cases) numbers.push_back(input.integers(0)[0]);
  return numbers;
}

TEST(History, KeepsTheCasesInTheirOrder) {
  History history;
  std::vector<Case> buffer = {numbered(2), numbered(3), numbered(99)};
  history.remember(std::vector{numbered(1)});
  history.take(buffer, 2);
  EXPECT_THAT(numbers_of(history.before(3)), testing::ElementsAre(1, 2, 3));
  EXPECT_THAT(numbers_of(history.before(2)), testing::ElementsAre(1, 2));
  EXPECT_EQ(history.seen(), 3u);
}

TEST(History, ForgetsWholeBatchesOnceEnoughCameLater) {
  History history;
  std::vector<Case> buffer;
  for (std::int64_t next = 0; next < 10000;) {
    buffer.resize(std::max<std::size_t>(buffer.size(), 100));
    for (int i = 0; i < 100; ++i) buffer[static_cast<std::size_t>(i)] = numbered(next++);
    history.take(buffer, 100);
  }
  const std::vector<std::int64_t> numbers = numbers_of(history.before(10000));
  ASSERT_GE(numbers.size(), 512u);
  ASSERT_LT(numbers.size(), 512u + 2 * 100u);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    EXPECT_EQ(numbers[i], static_cast<std::int64_t>(10000 - numbers.size() + i));
  EXPECT_EQ(numbers_of(history.before(9990)).back(), 9989);
}

}  // namespace
}  // namespace gradvet::test
