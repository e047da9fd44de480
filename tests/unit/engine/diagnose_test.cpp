#include "src/engine/diagnose.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "tests/support/function_candidate.hpp"
#include "tests/support/sample_cases.hpp"

namespace gradvet::test {
namespace {

using Conclusion = WeightReport::Conclusion;

/// sum over the rows of weight(i) * row, for a rule on counts.
Outcome weighted(const Case& input,
                 const std::function<double(std::span<const std::int64_t>, std::size_t)>& weight) {
  std::vector<double> result(input.width(), 0.0);
  for (std::size_t i = 0; i < input.microbatches(); ++i)
    for (std::size_t j = 0; j < input.width(); ++j)
      result[j] += weight(input.integers(1), i) * input.reals(0)[i * input.width() + j];
  return list_answer(result);
}

double total(std::span<const std::int64_t> counts) {
  return static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::int64_t{0}));
}

class DiagnoseVectorMean : public testing::Test {
 protected:
  Finding diagnosed(const std::function<Outcome(const Case&)>& function) {
    FunctionCandidate candidate(function);
    Trial trial(candidate, contract_, profile_);
    Finding finding;
    finding.kind = FindingKind::kWrongValue;
    finding.cases = {vector_mean_case({{1}, {2}, {4}}, {1, 3, 3})};
    finding.outcome = function(finding.cases[0]);
    finding.coordinate = 0;
    contract_.expect(finding.cases[0], finding.expected);
    diagnose(trial, finding);
    return finding;
  }

  const Contract& contract_ = contract_called("vector-mean");
  const Profile profile_{};
};

TEST_F(DiagnoseVectorMean, ShowsTheWeightsOfAMeanOfMeans) {
  const Finding finding = diagnosed([](const Case& input) {
    return weighted(input, [](std::span<const std::int64_t> counts, std::size_t i) {
      return 1.0 / static_cast<double>(counts[i]) / static_cast<double>(counts.size());
    });
  });
  ASSERT_TRUE(finding.weights.has_value());
  EXPECT_EQ(finding.weights->conclusion, Conclusion::kWrongWeights);
  ASSERT_EQ(finding.weights->microbatches.size(), 3u);
  // Counts 1, 3, 3: the contract gives each row 1/7; a mean of means gives 1/3, 1/9, 1/9.
  const std::vector<Rational> expected = {Rational(1, 3), Rational(1, 9), Rational(1, 9)};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(finding.weights->microbatches[i]->contract, Rational(1, 7));
    EXPECT_EQ(finding.weights->microbatches[i]->candidate, expected[i]);
    EXPECT_FALSE(finding.weights->microbatches[i]->is_right);
  }
}

TEST_F(DiagnoseVectorMean, NamesAMistakeFromTheProbesThatAreNotDeclined) {
  const Finding finding = diagnosed([](const Case& input) -> Outcome {
    for (const std::int64_t count : input.integers(1))
      if (count == 0 || count > 1000) return Declined{"not of this many examples"};
    return weighted(input, [](std::span<const std::int64_t> counts, std::size_t i) {
      return 1.0 / static_cast<double>(counts[i]) / static_cast<double>(counts.size());
    });
  });
  ASSERT_TRUE(finding.mistake.has_value());
  EXPECT_EQ(finding.mistake->mechanism->id, "vector-mean/microbatch-denominator");
}

TEST_F(DiagnoseVectorMean, FindsTheFormulaOfAMistakeWithoutAName) {
  const Finding finding = diagnosed([](const Case& input) {
    return weighted(
        input, [](std::span<const std::int64_t> counts, std::size_t) { return 1 / (total(counts) + 1); });
  });
  EXPECT_FALSE(finding.mistake.has_value());
  ASSERT_TRUE(finding.formula.has_value());
  EXPECT_EQ(finding.formula->text, "sum(g_i) / (N + 1)");
  EXPECT_GT(finding.formula->probes_agreed, 10u);
}

TEST_F(DiagnoseVectorMean, FindsAConstantRatio) {
  const Finding finding = diagnosed([](const Case& input) {
    return weighted(input,
                    [](std::span<const std::int64_t> counts, std::size_t) { return 2.5 / total(counts); });
  });
  ASSERT_TRUE(finding.formula.has_value());
  EXPECT_EQ(finding.formula->text, "5/2 times the right answer");
}

TEST_F(DiagnoseVectorMean, NamesNoFormulaOutsideItsGrammar) {
  const Finding finding = diagnosed([](const Case& input) {
    return weighted(input, [](std::span<const std::int64_t> counts, std::size_t i) {
      return std::sqrt(static_cast<double>(i + 1)) / total(counts);
    });
  });
  EXPECT_FALSE(finding.mistake.has_value());
  EXPECT_FALSE(finding.formula.has_value());
  ASSERT_TRUE(finding.weights.has_value());
  EXPECT_TRUE(finding.weights->microbatches[0]->is_right);
  EXPECT_FALSE(finding.weights->microbatches[1]->is_right);
  EXPECT_EQ(finding.weights->microbatches[1]->candidate, std::nullopt);  // sqrt(2)/7 is no fraction
}

TEST_F(DiagnoseVectorMean, ProvesThatClippingIsNotAdditive) {
  const Finding finding = diagnosed([](const Case& input) {
    Outcome outcome =
        weighted(input, [](std::span<const std::int64_t> counts, std::size_t) { return 1 / total(counts); });
    for (double& number : std::get<Answer>(outcome).numbers) number = std::min(number, 0.5);
    return outcome;
  });
  ASSERT_TRUE(finding.weights.has_value());
  EXPECT_EQ(finding.weights->conclusion, Conclusion::kNotAdditive);
  EXPECT_FALSE(finding.weights->statement.empty());
  EXPECT_THAT(finding.weights->proof, testing::SizeIs(2));
}

TEST_F(DiagnoseVectorMean, ProvesThatAnOffsetIsNotAdditive) {
  const Finding finding = diagnosed([](const Case& input) {
    Outcome outcome =
        weighted(input, [](std::span<const std::int64_t> counts, std::size_t) { return 1 / total(counts); });
    for (double& number : std::get<Answer>(outcome).numbers) number += 1;
    return outcome;
  });
  ASSERT_TRUE(finding.weights.has_value());
  EXPECT_EQ(finding.weights->statement, "all values 0 give 1, not 0");
}

TEST_F(DiagnoseVectorMean, SaysThatAFaultOfMagnitudeHasTheRightWeights) {
  const Finding finding = diagnosed([](const Case& input) {
    Outcome outcome =
        weighted(input, [](std::span<const std::int64_t> counts, std::size_t) { return 1 / total(counts); });
    for (double& number : std::get<Answer>(outcome).numbers)
      if (std::abs(number) > 1e6) number = 0;
    return outcome;
  });
  ASSERT_TRUE(finding.weights.has_value());
  EXPECT_EQ(finding.weights->conclusion, Conclusion::kRightWeights);
}

TEST(DiagnoseBatchTotal, FindsTheFormulaOfALostFirstBatch) {
  const Contract& contract = contract_called("batch-total");
  const auto without_first = [](const Case& input) -> Outcome {
    double sum = 0;
    for (std::size_t i = 1; i < input.microbatches(); ++i) sum += static_cast<double>(input.integers(0)[i]);
    return scalar_answer(sum);
  };
  const Profile profile{};
  FunctionCandidate candidate(without_first);
  Trial trial(candidate, contract, profile);
  Finding finding;
  finding.cases = {batch_total_case({1}, 1)};
  finding.outcome = without_first(finding.cases[0]);
  contract.expect(finding.cases[0], finding.expected);
  diagnose(trial, finding);
  ASSERT_TRUE(finding.formula.has_value());
  EXPECT_EQ(finding.formula->text, "sum of the sizes without the first");
}

}  // namespace
}  // namespace gradvet::test
