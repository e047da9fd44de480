// Every known mistake is found, shrunk to the least case, and named.

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "properties/contract_table.hpp"
#include "src/engine/hunt.hpp"
#include "src/engine/judge.hpp"
#include "tests/support/form_candidate.hpp"
#include "tests/support/quiet_observer.hpp"

namespace gradvet::test {
namespace {

#ifdef GRADVET_SOAK
constexpr std::uint64_t kSeeds = 50;
#else
constexpr std::uint64_t kSeeds = 8;
#endif

struct Wrong {
  const Contract* contract;
  const Mechanism* mechanism;
  const Form* form;
};

std::vector<Wrong> wrong_forms() {
  std::vector<Wrong> forms;
  for (const Contract* contract : contract_table())
    for (const Mechanism& mechanism : contract->mechanisms())
      for (const Form* form : {mechanism.failure, mechanism.unsuccessful_fix})
        if (!form->is_precision) forms.push_back({contract, &mechanism, form});
  return forms;
}

std::string test_name(const testing::TestParamInfo<Wrong>& info) {
  std::string name(info.param.form->id);
  std::ranges::replace_if(
      name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
}

/// The least case of the scope that the form breaks with this kind, by judging every case and keeping the
/// minimum.
std::optional<Case> least_by_brute_force(const Contract& contract, const Form& form, const Scope& scope,
                                         const Profile& profile, FindingKind kind) {
  Judge judge(contract, profile);
  std::optional<Case> least;
  Case input;
  Answer answer;
  const auto stream = contract.enumerate(scope, profile);
  while (stream->next(input)) {
    form.compute(input, profile, answer);
    const Judgement judgement = judge.judge(input, answer);
    if (!judgement.is_broken() || judgement.kind != kind) continue;
    if (!least || contract.compare(input, *least) < 0) least = input;
  }
  return least;
}

class MechanismQuality : public testing::TestWithParam<Wrong> {
 protected:
  const Contract& contract() const { return *GetParam().contract; }
  const Form& form() const { return *GetParam().form; }
  RunReport run(const HuntOptions& options) {
    FunctionCandidate candidate = form_candidate(form(), profile_);
    QuietObserver quiet;
    const std::atomic<bool> never{false};
    return hunt(candidate, contract(), profile_, options, {}, quiet, never);
  }
  void expect_named(const Finding& finding) const {
    ASSERT_TRUE(finding.mistake.has_value());
    EXPECT_EQ(finding.mistake->mechanism->id, GetParam().mechanism->id);
    EXPECT_EQ(finding.mistake->role, form().role);
  }

  const Profile profile_{};
};

TEST_P(MechanismQuality, IsFoundLeastInItsScopeAndNamed) {
  const RunReport report = run({});
  ASSERT_FALSE(report.findings.empty());
  ASSERT_TRUE(report.scope.has_value());
  for (const Finding& finding : report.findings) {
    EXPECT_EQ(least_by_brute_force(contract(), form(), *report.scope, profile_, finding.kind),
              finding.last_case());
    EXPECT_TRUE(finding.least_in.has_value());
    expect_named(finding);
  }
}

TEST_P(MechanismQuality, IsShrunkToTheLeastCaseFromRandomFindingsAlone) {
  const Scope scope = contract().scope_within(20000, {}, {}, profile_);
  // Some mistakes give right values in windows that are wrong.
  FindingKind kind = FindingKind::kWrongValue;
  std::optional<Case> least = least_by_brute_force(contract(), form(), scope, profile_, kind);
  if (!least) {
    kind = FindingKind::kWrongShape;
    least = least_by_brute_force(contract(), form(), scope, profile_, kind);
  }
  ASSERT_TRUE(least.has_value());
  std::vector<std::uint64_t> calls;  // without those of the proof
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    HuntOptions options;
    options.seed = seed;
    options.scope.reset();
    options.has_fixtures = false;
    const RunReport report = run(options);
    const auto found = std::ranges::find(report.findings, kind, &Finding::kind);
    ASSERT_NE(found, report.findings.end());
    EXPECT_EQ(found->last_case(), *least) << "seed " << seed;
    expect_named(*found);
    calls.push_back(found->calls - found->proof_calls);
  }
  std::ranges::nth_element(calls, calls.begin() + static_cast<std::ptrdiff_t>(calls.size() / 2));
  EXPECT_LE(calls[calls.size() / 2], 300u);
}

/// In a coarse format several forms may lie within the slack of a name: another one's is worse than none.
TEST_P(MechanismQuality, IsNeverCalledByTheNameOfAnother) {
  for (const char* name : {"float32", "bfloat16", "float16", "bf16-acc32"}) {
    const Profile profile = parse_profile(name).value();
    FunctionCandidate candidate = form_candidate(form(), profile);
    QuietObserver quiet;
    const std::atomic<bool> never{false};
    HuntOptions options;
    options.cases = 1000;
    options.scope_cases = 5000;
    const RunReport report = hunt(candidate, contract(), profile, options, {}, quiet, never);
    for (const Finding& finding : report.findings)
      if (finding.mistake) expect_named(finding);
  }
}

TEST_P(MechanismQuality, BreaksALawThatNeedsNoOracle) {
  HuntOptions options;
  options.is_laws_only = true;
  options.cases = 500;
  options.scope_cases = 2000;
  const RunReport report = run(options);
  EXPECT_EQ(to_text(report.verdict), "broken");
  ASSERT_FALSE(report.laws_broken.empty());
  for (const LawBreach& breach : report.laws_broken) {
    // The form itself, in exact fractions, breaks the law on this pair.
    ExactAnswer before, after;
    ASSERT_TRUE(form().compute_exactly(breach.original, before) &&
                form().compute_exactly(breach.changed, after));
    EXPECT_NE(breach.law->predict(breach.original, breach.changed, before), after) << breach.law->id;
  }
}

/// Under --all a candidate that makes one mistake has one finding of a kind, and the same.
TEST_P(MechanismQuality, IsOneMistakeWhereAllAreAsked) {
  HuntOptions options;
  options.cases = 1000;
  options.scope_cases = 5000;
  const RunReport first = run(options);
  options.is_all = true;
  const RunReport all = run(options);
  ASSERT_FALSE(first.findings.empty());
  for (const Finding& finding : first.findings) {
    ASSERT_EQ(std::ranges::count(all.findings, finding.kind, &Finding::kind), 1);
    const Finding& same = *std::ranges::find(all.findings, finding.kind, &Finding::kind);
    expect_named(same);
    EXPECT_GT(same.mistake->probes_agreed, 0u);
    EXPECT_EQ(same.last_case(), finding.last_case());
  }
}

INSTANTIATE_TEST_SUITE_P(EveryMistake, MechanismQuality, testing::ValuesIn(wrong_forms()), test_name);

}  // namespace
}  // namespace gradvet::test
