#include <array>
#include <utility>

#include "src/core/finding.hpp"
#include "src/core/invariant.hpp"
#include "src/core/run_report.hpp"

namespace gradvet {

namespace {
constexpr std::array kKinds = {
    std::pair{FindingKind::kCrash, std::string_view("crash")},
    std::pair{FindingKind::kTimeOut, std::string_view("time-out")},
    std::pair{FindingKind::kProtocol, std::string_view("protocol")},
    std::pair{FindingKind::kException, std::string_view("exception")},
    std::pair{FindingKind::kWrongShape, std::string_view("wrong-shape")},
    std::pair{FindingKind::kNonFinite, std::string_view("non-finite")},
    std::pair{FindingKind::kWrongValue, std::string_view("wrong-value")},
    std::pair{FindingKind::kUnstable, std::string_view("unstable")},
};
}  // namespace

std::string_view to_text(FindingKind kind) {
  for (const auto& [value, text] : kKinds)
    if (value == kind) return text;
  fail_invariant("a finding kind without a name");
}

std::optional<FindingKind> finding_kind_of(std::string_view text) {
  for (const auto& [value, name] : kKinds)
    if (name == text) return value;
  return std::nullopt;
}

std::string_view to_text(Phase phase) {
  switch (phase) {
    case Phase::kPins:
      return "pins";
    case Phase::kFixtures:
      return "fixtures";
    case Phase::kExhaustive:
      return "exhaustive";
    case Phase::kRandom:
      return "random";
    case Phase::kReplay:
      return "replay";
  }
  fail_invariant("a phase without a name");
}

std::string_view to_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::kHeld:
      return "held";
    case Verdict::kBroken:
      return "broken";
    case Verdict::kUnjudged:
      return "unjudged";
  }
  fail_invariant("a verdict without a name");
}

std::string_view to_text(FormRole role) {
  switch (role) {
    case FormRole::kRepair:
      return "repair";
    case FormRole::kFailure:
      return "failure";
    case FormRole::kUnsuccessfulFix:
      return "unsuccessful-fix";
    case FormRole::kHonest:
      return "honest";
  }
  fail_invariant("a form role without a name");
}

}  // namespace gradvet
