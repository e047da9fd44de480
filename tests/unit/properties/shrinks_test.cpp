#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <sstream>
#include <unordered_set>

#include "properties/case_edit.hpp"
#include "properties/case_order.hpp"
#include "properties/contract_table.hpp"
#include "properties/number_shrinks.hpp"
#include "tests/support/sample_cases.hpp"

namespace gradvet {
namespace {

using test::contract_called;
using test::vector_mean_case;

TEST(CaseEdit, SelectsMicrobatchesAcrossArguments) {
  Case out;
  const std::uint32_t rows[] = {1, kNewZeros, 1};
  select_microbatches(vector_mean_case({{1, 2}, {3, 4}}, {5, 6}), rows, out);
  EXPECT_EQ(out, vector_mean_case({{3, 4}, {0, 0}, {3, 4}}, {6, 0, 6}));
}

TEST(CaseEdit, SelectsCoordinatesOfMatricesOnly) {
  Case out;
  const std::uint32_t columns[] = {1, kNewZeros};
  select_coordinates(vector_mean_case({{1, 2}, {3, 4}}, {5, 6}), columns, out);
  EXPECT_EQ(out, vector_mean_case({{2, 0}, {4, 0}}, {5, 6}));
}

TEST(CaseEdit, LeavesNoWidthWithoutMicrobatches) {
  Case out;
  select_microbatches(vector_mean_case({{1, 2}}, {5}), {}, out);
  EXPECT_EQ(out, vector_mean_case({}, {}));
}

TEST(CaseEdit, KeepsTheTarget) {
  Case out;
  const std::uint32_t rows[] = {1};
  select_microbatches(test::batch_total_case({4, 3}, 4), rows, out);
  EXPECT_EQ(out, test::batch_total_case({3}, 4));
}

TEST(NumberShrinks, AreStrictlySimplerAndInOrder) {
  for (const double number : {1.0, -1.0, 0.1, 3.75, -1e300, 5e-324, 1e-310, 12345.678, -0.0}) {
    const std::vector<double> simpler = simpler_numbers(number);
    for (std::size_t i = 0; i < simpler.size(); ++i) {
      EXPECT_LT(compare_numbers(simpler[i], number), 0) << number;
      if (i > 0) {
        EXPECT_LT(compare_numbers(simpler[i - 1], simpler[i]), 0) << number;
      }
    }
    EXPECT_EQ(simpler.front(), 0.0);
  }
  EXPECT_TRUE(simpler_numbers(0.0).empty());
  EXPECT_TRUE(simpler_numbers(std::int64_t{0}).empty());
}

TEST(NumberShrinks, ReachEverySmallerCountStepByStep) {
  for (std::int64_t count = 1; count < 100; ++count) {
    const std::vector<std::int64_t> simpler = simpler_numbers(count);
    EXPECT_TRUE(std::ranges::find(simpler, count - 1) != simpler.end()) << count;
  }
}

TEST(Shrinks, AreStrictlySimplerInTheDomainAndDifferent) {
  for (const Contract* contract : contract_table())
    for (const std::string_view text : {"float64", "bfloat16"}) {
      const Profile profile = parse_profile(text).value();
      Case drawn;
      std::vector<Case> simpler;
      for (std::uint64_t word = 0; word < 60; ++word) {
        contract->draw(word, static_cast<int>(word), DrawLimits{}, profile, drawn);
        contract->shrinks(drawn, profile, simpler);
        EXPECT_LE(simpler.size(), 400U);
        std::unordered_set<Case, CaseHash> seen;
        for (const Case& one : simpler) {
          ASSERT_LT(contract->compare(one, drawn), 0) << contract->info().id;
          ASSERT_FALSE(contract->refuse(one, profile)) << contract->info().id;
          ASSERT_TRUE(seen.insert(one).second) << contract->info().id;
        }
      }
    }
}

TEST(Shrinks, StartWithTheLargestSteps) {
  const Contract& contract = contract_called("vector-mean");
  std::vector<Case> simpler;
  contract.shrinks(vector_mean_case({{1, 2}, {3, 4}, {5, 6}}, {2, 3, 4}), Profile{}, simpler);
  EXPECT_EQ(simpler[0], vector_mean_case({}, {}));
  EXPECT_EQ(simpler[1], vector_mean_case({{1, 2}}, {2}));
}

TEST(Shrinks, ClearACountTogetherWithItsGradient) {
  const Contract& contract = contract_called("vector-mean");
  std::vector<Case> simpler;
  contract.shrinks(vector_mean_case({{3}, {5}}, {2, 4}), Profile{}, simpler);
  const auto has = [&](const Case& value) { return std::ranges::find(simpler, value) != simpler.end(); };
  EXPECT_TRUE(has(vector_mean_case({{0}, {5}}, {0, 4})));
  EXPECT_TRUE(has(vector_mean_case({{0}, {5}}, {2, 4})));
  EXPECT_TRUE(
      has(vector_mean_case({{5}, {3}}, {4, 2})) ==
      (contract.compare(vector_mean_case({{5}, {3}}, {4, 2}), vector_mean_case({{3}, {5}}, {2, 4})) < 0));
}

TEST(Shrinks, OfTheSimplestCaseAreNone) {
  std::vector<Case> simpler;
  for (const Contract* contract : contract_table()) {
    Case least;
    contract->enumerate(contract->scope_within(20000, {}, DrawLimits{}, Profile{}), Profile{})->next(least);
    contract->shrinks(least, Profile{}, simpler);
    EXPECT_TRUE(simpler.empty()) << contract->info().id;
  }
}

/// The numbers of each argument, for a message.
std::string text_of(const Case& value) {
  std::ostringstream text;
  text << value.microbatches() << "x" << value.width();
  for (std::size_t a = 0; a < value.argument_count(); ++a) {
    text << " |";
    if (is_real(value.extent(a).role))
      for (const double number : value.reals(a)) text << " " << number;
    else
      for (const std::int64_t number : value.integers(a)) text << " " << number;
  }
  return text.str();
}

/// Takes the first shrink on which the predicate still holds until none is left; counts the calls.
Case descend(const Contract& contract, Case value, const std::function<bool(const Case&)>& fails,
             int& calls) {
  std::vector<Case> simpler;
  std::unordered_set<Case, CaseHash> held;
  while (true) {
    contract.shrinks(value, Profile{}, simpler);
    const auto next = std::ranges::find_if(simpler, [&](const Case& one) {
      if (held.contains(one)) return false;
      ++calls;
      if (fails(one)) return true;
      held.insert(one);
      return false;
    });
    if (next == simpler.end()) return value;
    value = Case(*next);
  }
}

constexpr std::size_t kDescents = 12;

/// For every mistake: from drawn failing cases a greedy descent reaches the least case of the default scope
/// that fails in the same way (a wrong value).
TEST(Shrinks, LeadFromDrawnFailuresToTheLeastOne) {
  for (const Contract* contract : contract_table())
    for (const Mechanism& mechanism : contract->mechanisms())
      for (const Form* form : {mechanism.failure, mechanism.unsuccessful_fix}) {
        if (form->is_precision) continue;
        const auto is_wrong = [&](const Case& value) {
          ExactAnswer expected;
          ExactAnswer actual;
          contract->expect(value, expected);
          return form->compute_exactly(value, actual) && actual != expected;
        };
        Case least;
        const auto stream =
            contract->enumerate(contract->scope_within(20000, {}, DrawLimits{}, Profile{}), Profile{});
        while (stream->next(least) && !is_wrong(least)) {
        }
        std::vector<int> calls;
        for (std::uint64_t word = 0; calls.size() < kDescents; ++word) {
          Case drawn;
          contract->draw(word, 40, DrawLimits{}, Profile{}, drawn);
          if (!is_wrong(drawn)) continue;
          calls.push_back(0);
          EXPECT_EQ(text_of(descend(*contract, drawn, is_wrong, calls.back())), text_of(least))
              << form->id << " word " << word;
        }
        std::ranges::nth_element(calls, calls.begin() + kDescents / 2);
        EXPECT_LE(calls[kDescents / 2], 300) << form->id;
      }
}

}  // namespace
}  // namespace gradvet
