#include "src/engine/accuracy_meter.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/function_candidate.hpp"
#include "tests/support/sample_cases.hpp"

namespace gradvet::test {
namespace {

/// Measures one answer to [[1]], [3] under a profile.
Accuracy accuracy_of(double answer, const Profile& profile = {}) {
  FunctionCandidate candidate([answer](const Case&) -> Outcome { return list_answer({answer}); });
  Trial trial(candidate, contract_called("vector-mean"), profile);
  const std::vector<Case> batch{vector_mean_case({{1}}, {3})};
  EXPECT_TRUE(trial.run(batch));
  AccuracyMeter meter;
  meter.observe(batch, trial);
  return meter.result();
}

std::uint64_t numbers_at_most(const std::vector<AccuracyStep>& steps, const Rational& limit) {
  std::uint64_t numbers = 0;
  for (const AccuracyStep& step : steps)
    if (step.at_most <= limit) numbers += step.numbers;
  return numbers;
}

constexpr double kThird = 1.0 / 3;

TEST(AccuracyMeter, CountsTheNearestFloatAsCorrectlyRounded) {
  const Accuracy accuracy = accuracy_of(kThird);
  EXPECT_EQ(accuracy.numbers, 1u);
  EXPECT_EQ(accuracy.correctly_rounded, 1u);
  EXPECT_EQ(numbers_at_most(accuracy.error_ulp, 0), 0u);
  EXPECT_EQ(numbers_at_most(accuracy.error_ulp, Rational(1, 2)), 1u);
  ASSERT_TRUE(accuracy.farthest_in_ulp);
  // 1/3 is 0x1.55…555p-2 and a third of a step more.
  EXPECT_EQ(accuracy.farthest_in_ulp->error_ulp, Rational(1, 3));
  EXPECT_EQ(accuracy.farthest_in_ulp->input, vector_mean_case({{1}}, {3}));
}

TEST(AccuracyMeter, CountsItsNeighbourByUlpAndExcess) {
  const Accuracy accuracy = accuracy_of(std::nextafter(kThird, 1.0));
  EXPECT_EQ(accuracy.correctly_rounded, 0u);
  EXPECT_EQ(numbers_at_most(accuracy.error_ulp, Rational(1, 2)), 0u);
  EXPECT_EQ(numbers_at_most(accuracy.error_ulp, 1), 1u);
  ASSERT_TRUE(accuracy.farthest_in_excess);
  EXPECT_EQ(accuracy.farthest_in_excess->error_ulp, Rational(2, 3));
  // 2/3 of 2^-54 beside 11·(1/3)·2^-53 and a little: just below 1/11.
  EXPECT_LT(accuracy.farthest_in_excess->excess, Rational(1, 11));
  EXPECT_GT(accuracy.farthest_in_excess->excess, Rational(1, 12));
  EXPECT_EQ(numbers_at_most(accuracy.excess, 0), 0u);
  EXPECT_EQ(numbers_at_most(accuracy.excess, Rational(1, 8)), 1u);
}

TEST(AccuracyMeter, TakesTheUlpOfTheOutputFormat) {
  // 1/3 in bfloat16 is 171/512, 1/1536 away; its step is 2^-9.
  const Accuracy accuracy = accuracy_of(171.0 / 512, *parse_profile("bfloat16"));
  EXPECT_EQ(accuracy.correctly_rounded, 1u);
  EXPECT_EQ(accuracy.farthest_in_ulp->error_ulp, Rational(1, 3));
}

TEST(AccuracyMeter, LeavesOutWhatIsNotHeldOrNotRounded) {
  EXPECT_EQ(accuracy_of(0.5).numbers, 0u);
  EXPECT_EQ(accuracy_of(kThird, *parse_profile("exact")).numbers, 0u);
  FunctionCandidate candidate([](const Case&) -> Outcome { return scalar_answer(3); });
  const Profile profile{};
  Trial trial(candidate, contract_called("batch-total"), profile);
  const std::vector<Case> batch{batch_total_case({1, 2}, 2)};
  ASSERT_TRUE(trial.run(batch));
  AccuracyMeter meter;
  meter.observe(batch, trial);
  EXPECT_EQ(meter.result().numbers, 0u);
}

}  // namespace
}  // namespace gradvet::test
