// Every known mistake of precision is found and named under a profile that forbids it, and held under one
// that declares its format.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "src/engine/hunt.hpp"
#include "tests/support/form_candidate.hpp"
#include "tests/support/quiet_observer.hpp"
#include "tests/support/sample_cases.hpp"

namespace gradvet::test {
namespace {

struct PrecisionCase {
  const char* form;
  const char* forbidden_by;
  const char* declared_by;
};

class PrecisionQuality : public testing::TestWithParam<PrecisionCase> {
 protected:
  const Contract& contract() const { return contract_called("vector-mean"); }
  std::pair<const Mechanism*, const Form*> find_form() const {
    for (const Mechanism& mechanism : contract().mechanisms())
      for (const Form* form : {mechanism.failure, mechanism.unsuccessful_fix})
        if (form->id == GetParam().form) return {&mechanism, form};
    return {};
  }
  RunReport run(const Form& form, const char* profile_text, std::uint64_t seed) const {
    const Profile profile = parse_profile(profile_text).value();
    FunctionCandidate candidate = form_candidate(form, profile);
    QuietObserver quiet;
    const std::atomic<bool> never{false};
    HuntOptions options;
    options.seed = seed;
    return hunt(candidate, contract(), profile, options, {}, quiet, never);
  }
};

TEST_P(PrecisionQuality, IsFoundAndNamedWhereItIsForbidden) {
  const auto [mechanism, form] = find_form();
  ASSERT_NE(form, nullptr);
  EXPECT_TRUE(form->is_precision);
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const RunReport report = run(*form, GetParam().forbidden_by, seed);
    EXPECT_EQ(to_text(report.verdict), "broken") << "seed " << seed;
    for (const Finding& finding : report.findings) {
      ASSERT_TRUE(finding.mistake.has_value()) << "seed " << seed;
      EXPECT_EQ(finding.mistake->mechanism, mechanism) << "seed " << seed;
      EXPECT_EQ(finding.mistake->role, form->role) << "seed " << seed;
    }
  }
}

TEST_P(PrecisionQuality, IsHeldWhereItsFormatIsDeclared) {
  const Form& form = *find_form().second;
  EXPECT_EQ(to_text(run(form, GetParam().declared_by, 1).verdict), "held");
}

/// Its exact value is the contract's: neither a run's power nor the names of other mistakes depend on it.
TEST_P(PrecisionQuality, IsLeftOutOfPower) {
  const RunReport report = run(contract().repair(), "float64", 1);
  EXPECT_EQ(to_text(report.verdict), "held");
  EXPECT_TRUE(
      std::ranges::none_of(report.power, [](const FormPower& power) { return power.form->is_precision; }));
}

std::string name_of(const testing::TestParamInfo<PrecisionCase>& info) {
  std::string name = std::string(info.param.form) + "_" + info.param.forbidden_by;
  std::ranges::replace_if(
      name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(
    EveryForm, PrecisionQuality,
    testing::Values(PrecisionCase{"vector-mean/narrow-sum/failure", "float64", "bfloat16"},
                    PrecisionCase{"vector-mean/narrow-sum/failure", "float32", "bfloat16"},
                    PrecisionCase{"vector-mean/narrow-sum/failure", "bf16-acc32", "bfloat16"},
                    PrecisionCase{"vector-mean/narrow-sum/unsuccessful-fix", "float64", "float16"},
                    PrecisionCase{"vector-mean/narrow-sum/unsuccessful-fix", "f16-acc32", "float16"},
                    PrecisionCase{"vector-mean/narrow-count/failure", "float64", "bfloat16"},
                    PrecisionCase{"vector-mean/narrow-count/failure", "float32", "bfloat16"},
                    PrecisionCase{"vector-mean/narrow-count/unsuccessful-fix", "float64", "float32"},
                    PrecisionCase{"vector-mean/float16-range/failure", "float64", "float16"},
                    PrecisionCase{"vector-mean/float16-range/failure", "f16-acc32", "float16"},
                    PrecisionCase{"vector-mean/float16-range/unsuccessful-fix", "float64", "float16"},
                    PrecisionCase{"vector-mean/float16-range/unsuccessful-fix", "float32", "float16"}),
    name_of);

/// A total that stops at 2^24 is right where float32 still is, and wrong in the same way just above.
TEST(NarrowCount, IsNoTotalThatStops) {
  const Contract& contract = contract_called("vector-mean");
  const Profile profile{};
  FunctionCandidate candidate([](const Case& input) -> Outcome {
    std::vector<double> sums(input.width(), 0.0);
    double total = 0;
    for (std::size_t i = 0; i < input.microbatches(); ++i) {
      total += static_cast<double>(input.integers(1)[i]);
      for (std::size_t j = 0; j < input.width(); ++j) sums[j] += input.reals(0)[i * input.width() + j];
    }
    for (double& sum : sums) sum /= std::min(total, 0x1p24);
    return list_answer(sums);
  });
  QuietObserver quiet;
  const std::atomic<bool> never{false};
  const RunReport report = hunt(candidate, contract, profile, {}, {}, quiet, never);
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].last_case(), vector_mean_case({{1}}, {(1 << 24) + 1}));
  EXPECT_FALSE(report.findings[0].mistake.has_value());
}

/// 256 + 1 is 256 in bfloat16: each weight is right as long as nothing is swallowed.
TEST(NarrowSum, HasTheRightWeights) {
  const Contract& contract = contract_called("vector-mean");
  const Mechanism& mechanism =
      *std::ranges::find(contract.mechanisms(), std::string_view("vector-mean/narrow-sum"), &Mechanism::id);
  const Profile profile{};
  FunctionCandidate candidate = form_candidate(*mechanism.failure, profile);
  QuietObserver quiet;
  const std::atomic<bool> never{false};
  const RunReport report = hunt(candidate, contract, profile, {}, {}, quiet, never);
  const auto wrong = std::ranges::find(report.findings, FindingKind::kWrongValue, &Finding::kind);
  ASSERT_NE(wrong, report.findings.end());
  EXPECT_EQ(wrong->last_case(), vector_mean_case({{257}}, {1}));
  ASSERT_TRUE(wrong->weights.has_value());
  EXPECT_EQ(wrong->weights->conclusion, WeightReport::Conclusion::kRightWeights);
}

}  // namespace
}  // namespace gradvet::test
