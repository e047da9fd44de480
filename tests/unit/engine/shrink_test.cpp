#include "src/engine/shrink.hpp"

#include <gtest/gtest.h>

#include "tests/support/function_candidate.hpp"
#include "tests/support/sample_cases.hpp"

namespace gradvet::test {
namespace {

/// Breaks the way `function` says; the rest is held because it answers the exact fractions.
class ShrinkTest : public testing::Test {
 protected:
  BrokenCase shrunk(Case start, const std::function<Outcome(const Case&)>& function,
                    std::uint64_t calls = 5000) {
    FunctionCandidate candidate(function);
    const Profile profile{};
    Trial trial(candidate, contract_called("vector-mean"), profile);
    EXPECT_TRUE(trial.run({&start, 1}).has_value());
    EXPECT_TRUE(trial.judgements()[0].is_broken());
    BrokenCase best{start, trial.outcomes()[0], trial.judgements()[0]};
    ShrinkBudget budget;
    budget.calls = calls;
    spent_ = shrink(trial, best, SameFinding(trial, best), budget);
    return best;
  }

  static Outcome right(const Case& input) {
    ExactAnswer exact;
    contract_called("vector-mean").expect(input, exact);
    Answer answer = list_answer(std::vector<double>(exact.numbers.size(), 0.0));
    for (std::uint32_t i = 0; i < exact.numbers.size(); ++i)
      answer.exact.push_back({i, Answer::Exact::Kind::kFraction, exact.numbers[i]});
    return answer;
  }

  std::uint64_t spent_ = 0;
};

TEST_F(ShrinkTest, FindsTheLeastCaseThatRaises) {
  const auto raises_on_three_rows = [](const Case& input) -> Outcome {
    if (input.microbatches() >= 3) return Exception{"three"};
    return right(input);
  };
  const BrokenCase least =
      shrunk(vector_mean_case({{1.5, 7}, {-3, 2}, {1e300, 5}, {4, 4}, {0, 1}}, {3, 9, 1024, 7, 5}),
             raises_on_three_rows);
  EXPECT_EQ(least.input.microbatches(), 3u);
  EXPECT_EQ(least.input.width(), 0u);
}

TEST_F(ShrinkTest, KeepsTheKind) {
  // Raises for one row, is wrong for more: shrinking a wrong value must not end at the exception.
  const auto two_faults = [](const Case& input) -> Outcome {
    if (input.microbatches() == 1) return Exception{"one"};
    return list_answer(std::vector<double>(input.width(), 1e9));
  };
  const BrokenCase least = shrunk(vector_mean_case({{2, 4}, {12, 8}, {3, 3}}, {1, 3, 5}), two_faults);
  EXPECT_EQ(to_text(least.judgement.kind), to_text(FindingKind::kWrongValue));
  EXPECT_EQ(least.input.microbatches(), 2u);
  EXPECT_EQ(least.input.width(), 1u);
}

TEST_F(ShrinkTest, StopsAtItsBudgetWithTheBestSoFar) {
  const auto always = [](const Case&) -> Outcome { return Exception{"always"}; };
  const Case start = vector_mean_case({{1, 2}, {3, 4}, {5, 6}, {7, 8}}, {1, 2, 3, 4});
  const BrokenCase least = shrunk(start, always, 1);
  EXPECT_LE(spent_, 1u);
  EXPECT_LE(contract_called("vector-mean").compare(least.input, start), 0);
}

/// In the batch of the first success a bolder shrink comes after it. It was once taken as tried, and the
/// value crept up by powers of two.
TEST_F(ShrinkTest, TriesWhatCameAfterASuccess) {
  const auto doubles = [](const Case& input) -> Outcome {
    ExactAnswer exact;
    contract_called("vector-mean").expect(input, exact);
    std::vector<double> numbers;
    for (const Rational& number : exact.numbers) numbers.push_back(2 * number.convert_to<double>());
    return list_answer(numbers);
  };
  const BrokenCase least = shrunk(vector_mean_case({{1.25e-311}}, {3}), doubles);
  EXPECT_EQ(least.input, vector_mean_case({{1}}, {1}));
  EXPECT_LE(spent_, 60U);
}

TEST(IsSameFinding, RefusesACaseThatFailsByAHair) {
  Judgement start{.standing = Judgement::Standing::kBroken,
                  .kind = FindingKind::kWrongValue,
                  .coordinate = 0,
                  .excess = 1e12};
  Judgement hair = start;
  hair.excess = 1.5;
  EXPECT_FALSE(is_same_finding(start, hair));
  hair.excess = 1e6;
  EXPECT_TRUE(is_same_finding(start, hair));
  start.excess = 1.4;
  hair.excess = 1.5;
  EXPECT_TRUE(is_same_finding(start, hair));
}

}  // namespace
}  // namespace gradvet::test
