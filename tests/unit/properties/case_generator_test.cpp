#include "properties/case_generator.hpp"

#include <gtest/gtest.h>

#include "properties/contract_table.hpp"
#include "tests/support/sample_cases.hpp"

namespace gradvet {
namespace {

using test::contract_called;

TEST(CaseGenerator, DrawsTheContractsCases) {
  for (const Contract* contract : contract_table()) {
    const auto generator = case_generator(*contract, Profile{}, DrawLimits{});
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      const rc::Random random(seed);
      Case expected;
      contract->draw(rc::Random(random).next(), 30, DrawLimits{}, Profile{}, expected);
      EXPECT_TRUE(generator(random, 30).value() == expected);
      EXPECT_FALSE(contract->refuse(expected, Profile{}));
    }
  }
}

TEST(CaseGenerator, ShrinksAsTheContractDoes) {
  const Contract& contract = contract_called("vector-mean");
  const auto generator = case_generator(contract, Profile{}, DrawLimits{});
  const rc::Shrinkable<Case> drawn = generator(rc::Random(3), 20);
  std::vector<Case> expected;
  contract.shrinks(drawn.value(), Profile{}, expected);
  auto shrinks = drawn.shrinks();
  for (const Case& one : expected) {
    const auto next = shrinks.next();
    ASSERT_TRUE(next);
    EXPECT_TRUE(next->value() == one);
  }
  EXPECT_FALSE(shrinks.next());
}

}  // namespace
}  // namespace gradvet
