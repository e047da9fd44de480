#include "src/engine/replay_cases.hpp"

#include "src/engine/diagnose.hpp"
#include "src/engine/explain_value.hpp"
#include "src/engine/stability.hpp"
#include "src/engine/trial.hpp"

namespace gradvet {

RunReport replay(Candidate& candidate, const Contract& contract, const Profile& profile,
                 std::span<const Case> cases, const Reference* reference) {
  RunReport report;
  if (reference != nullptr) report.against = AgainstWhat{reference->candidate.name(), reference->within};
  report.candidate = candidate.name();
  report.contract = &contract;
  report.profile = profile;
  Trial trial(candidate, contract, profile, reference);
  if (Result<void> done = trial.run(cases); !done) {
    report.reason = done.error().message;
    report.reason_code = done.error().code;
    return report;
  }
  report.cases.replayed = cases.size();
  const BrokenCase last{cases.back(), trial.outcomes().back(), trial.judgements().back()};
  switch (last.judgement.standing) {
    case Judgement::Standing::kHeld:
      report.verdict = Verdict::kHeld;
      report.max_excess = last.judgement.excess;
      return report;
    case Judgement::Standing::kDeclined:
      ++report.unjudged.declined;
      report.reason = "the candidate declined the case";
      return report;
    case Judgement::Standing::kOverflow:
      ++report.unjudged.overflow;
      report.reason = "the value can overflow in this profile";
      return report;
    case Judgement::Standing::kNoReference:
      ++report.unjudged.no_reference;
      report.reason = "the reference gave no finite value to the case";
      return report;
    case Judgement::Standing::kBroken:
      break;
  }
  report.verdict = Verdict::kBroken;
  Finding finding;
  finding.kind = last.judgement.kind;
  if (cases.size() > 1 && dependence_of(trial, last, 0) == Dependence::kHistory)
    finding.kind = FindingKind::kUnstable;
  finding.phase = Phase::kReplay;
  finding.cases.assign(cases.begin(), cases.end());
  finding.expected = trial.expected(last.input);
  finding.outcome = last.outcome;
  finding.coordinate = last.judgement.coordinate;
  finding.excess = last.judgement.excess;
  finding.stderr_tail = candidate.stderr_tail();
  if (reference != nullptr)
    finding.explanation = explain_against(trial, finding);
  else if (cases.size() == 1)
    diagnose(trial, finding);
  report.findings.push_back(std::move(finding));
  return report;
}

}  // namespace gradvet
