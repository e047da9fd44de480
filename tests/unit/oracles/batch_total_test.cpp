#include "oracles/batch_total.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "tests/unit/oracles/made_cases.hpp"

namespace gradvet {
namespace {

using testing::HasSubstr;

Rational total(const std::vector<std::int64_t>& sizes, std::int64_t target) {
  ExactAnswer out;
  batch_total::expect(sizes_case(sizes, target), out);
  EXPECT_EQ(out.shape, AnswerShape::kScalar);
  return out.numbers.at(0);
}

std::string refusal(const std::vector<std::int64_t>& sizes, std::int64_t target) {
  return batch_total::refuse(sizes_case(sizes, target), Profile{}).value_or("");
}

TEST(BatchTotal, IsTheSumWhateverTheTarget) {
  // The published fixtures, variant 1.
  EXPECT_EQ(total({1, 1, 1}, 2), 3);
  EXPECT_EQ(total({1, 1}, 1), 2);
  EXPECT_EQ(total({1}, 2), 1);
  EXPECT_EQ(total({}, 1), 0);
  EXPECT_EQ(total({3}, 1), 3);
  EXPECT_EQ(total({2, 0}, 2), 2);
}

TEST(BatchTotal, IsExactBeyondFloat64) {
  const std::int64_t largest = (std::int64_t{1} << 53) - 1;
  EXPECT_EQ(total({largest, largest, 3}, 1), Rational(Integer("18014398509481985")));
}

TEST(BatchTotal, AllowsNothing) {
  Allowance out;
  out.unjudged = "left over";
  batch_total::allow(sizes_case({1, 2}, 3), Profile{}, out);
  EXPECT_EQ(out.bounds, std::vector<Rational>{0});
  EXPECT_EQ(out.unjudged, "");
}

TEST(BatchTotal, RefusesWhatIsNoSizeOrTarget) {
  EXPECT_EQ(refusal({0, 4}, 4), "");
  EXPECT_THAT(refusal({2, -1}, 4), HasSubstr("batch_sizes[1] is -1"));
  EXPECT_THAT(refusal({std::int64_t{1} << 53}, 4), HasSubstr("9007199254740992"));
  EXPECT_THAT(refusal({1}, 0), HasSubstr("target is 0"));
  EXPECT_THAT(refusal({1}, std::int64_t{1} << 53), HasSubstr("target is 9007199254740992"));
  EXPECT_THAT(refusal(std::vector<std::int64_t>(1025, (std::int64_t{1} << 53) - 1), 4), HasSubstr("2^63"));
}

TEST(BatchTotal, SettlesTheTotalAlone) {
  const Case input = sizes_case({1, 1, 1}, 2);
  const auto settle = [&](std::vector<double> numbers) {
    return batch_total::settle(input, Profile{}, numbers);
  };
  EXPECT_EQ(settle({3.0}), 0.0);
  EXPECT_EQ(settle({2.0}), std::nullopt);
  EXPECT_EQ(settle({3.5}), std::nullopt);
  EXPECT_EQ(settle({}), std::nullopt);
  EXPECT_EQ(settle({3.0, 3.0}), std::nullopt);
  EXPECT_EQ(settle({std::numeric_limits<double>::quiet_NaN()}), std::nullopt);
  EXPECT_EQ(settle({std::numeric_limits<double>::infinity()}), std::nullopt);
  EXPECT_EQ(settle({1e300}), std::nullopt);
}

TEST(BatchTotal, DoesNotSettleATotalThatNoFloat64Holds) {
  const std::int64_t largest = (std::int64_t{1} << 53) - 1;
  const Case input = sizes_case({largest, 2}, 1);  // 2^53 + 1
  EXPECT_EQ(batch_total::settle(input, Profile{}, std::vector<double>{0x1p53}), std::nullopt);
}

}  // namespace
}  // namespace gradvet
