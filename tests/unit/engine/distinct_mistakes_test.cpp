// `--all`: one least case for each distinct mistake of a candidate, and the numbers of a case that do not
// matter.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "properties/contract_table.hpp"
#include "src/engine/hunt.hpp"
#include "src/engine/judge.hpp"
#include "tests/support/form_candidate.hpp"
#include "tests/support/quiet_observer.hpp"
#include "tests/support/sample_cases.hpp"

namespace gradvet::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class DistinctMistakes : public testing::Test {
 protected:
  RunReport run(const Contract& contract, Candidate& candidate, bool is_all = true) {
    HuntOptions options;
    options.cases = 2000;
    options.is_all = is_all;
    QuietObserver quiet;
    const std::atomic<bool> never{false};
    return hunt(candidate, contract, profile_, options, {}, quiet, never);
  }
  Outcome computed(const Form& form, const Case& input) const {
    Answer answer;
    form.compute(input, profile_, answer);
    return answer;
  }
  /// The first case of the scope, in the order, that `is_shown` says yes to.
  Case least(const Contract& contract, const Scope& scope, const std::function<bool(const Case&)>& is_shown) {
    Case input;
    const auto stream = contract.enumerate(scope, profile_);
    while (stream->next(input))
      if (is_shown(input)) return input;
    ADD_FAILURE() << "no such case in the scope";
    return input;
  }
  bool is_wrong(const Contract& contract, const Form& form, const Case& input) {
    return Judge(contract, profile_).judge(input, computed(form, input)).kind == FindingKind::kWrongValue &&
           Judge(contract, profile_).judge(input, computed(form, input)).is_broken();
  }

  const Profile profile_{};
};

TEST_F(DistinctMistakes, AreTwoWhereACandidateMakesTwo) {
  const Contract& contract = contract_called("vector-mean");
  const Form& mean_of_rows = *contract.mechanisms()[0].failure;
  const auto answer = [&](const Case& input) -> Outcome {
    if (input.microbatches() == 3) return computed(mean_of_rows, input);
    Answer right = std::get<Answer>(computed(contract.repair(), input));
    if (input.microbatches() == 2)
      for (double& number : right.numbers) number = 5 * number + 1;
    return right;
  };
  FunctionCandidate candidate(answer);
  const RunReport report = run(contract, candidate);
  ASSERT_EQ(report.findings.size(), 2u);
  const auto named =
      std::ranges::find_if(report.findings, [](const Finding& f) { return f.mistake.has_value(); });
  const auto unnamed = std::ranges::find_if(report.findings, [](const Finding& f) { return !f.mistake; });
  ASSERT_NE(named, report.findings.end());
  ASSERT_NE(unnamed, report.findings.end());
  EXPECT_EQ(named->mistake->mechanism->alias, "FA-98881");
  EXPECT_EQ(named->mistake->role, FormRole::kFailure);
  EXPECT_EQ(named->mistake->probes_agreed, 0u);
  EXPECT_GT(named->mistake->cases_agreed, 100u);
  EXPECT_EQ(named->last_case(), least(contract, *report.scope, [&](const Case& input) {
              return input.microbatches() == 3 && is_wrong(contract, mean_of_rows, input);
            }));
  EXPECT_EQ(unnamed->last_case(), least(contract, *report.scope, [](const Case& input) {
              return input.microbatches() == 2 && input.width() > 0;
            }));
  EXPECT_TRUE(named->least_in && unnamed->least_in);
}

TEST_F(DistinctMistakes, AreTwoOfTheSameContractWhereEachIsKnown) {
  const Contract& contract = contract_called("unscaled-mean");
  const Mechanism& mechanism = contract.mechanisms()[0];
  const auto is_first_large = [](const Case& input) {
    return input.microbatches() > 0 && input.integers(2)[0] >= 2;
  };
  FunctionCandidate candidate([&](const Case& input) -> Outcome {
    return computed(is_first_large(input) ? *mechanism.failure : *mechanism.unsuccessful_fix, input);
  });
  const RunReport report = run(contract, candidate);
  std::vector<FormRole> roles;
  for (const Finding& finding : report.findings) {
    ASSERT_TRUE(finding.mistake.has_value());
    roles.push_back(finding.mistake->role);
  }
  EXPECT_THAT(roles, testing::UnorderedElementsAre(FormRole::kFailure, FormRole::kUnsuccessfulFix));
}

TEST_F(DistinctMistakes, IsNoneForTheRepair) {
  const Contract& contract = contract_called("batch-total");
  FunctionCandidate candidate = form_candidate(contract.repair(), profile_);
  EXPECT_THAT(run(contract, candidate).findings, IsEmpty());
}

TEST_F(DistinctMistakes, FreeNumbersAreThoseThatDoNotMatter) {
  const Contract& contract = contract_called("vector-mean");
  // Wrong where the first coordinate of a first microbatch is 1, whatever else the case holds.
  FunctionCandidate candidate([&](const Case& input) -> Outcome {
    Answer answer = std::get<Answer>(computed(contract.repair(), input));
    if (input.width() == 2 && input.microbatches() > 0 && input.reals(0)[0] == 1.0)
      for (double& number : answer.numbers) number += 1e9;
    return answer;
  });
  const RunReport report = run(contract, candidate, false);
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].last_case(), vector_mean_case({{1, 0}}, {1}));
  EXPECT_THAT(report.findings[0].free_numbers, ElementsAre(FreeNumber{0, 1}, FreeNumber{1, 0}));
}

TEST_F(DistinctMistakes, NoNumberIsFreeWhereTwoMatterTogether) {
  const Contract& contract = contract_called("vector-mean");
  // Held as soon as both coordinates differ from 0: each is free alone, not together.
  FunctionCandidate candidate([&](const Case& input) -> Outcome {
    Answer answer = std::get<Answer>(computed(contract.repair(), input));
    if (input.width() == 2 && input.microbatches() == 1 &&
        (input.reals(0)[0] == 0.0 || input.reals(0)[1] == 0.0))
      for (double& number : answer.numbers) number += 1e9;
    return answer;
  });
  const RunReport report = run(contract, candidate, false);
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_THAT(report.findings[0].free_numbers, ElementsAre(FreeNumber{0, 0}, FreeNumber{1, 0}));
}

}  // namespace
}  // namespace gradvet::test
