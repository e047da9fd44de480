#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/core/case.hpp"
#include "src/core/form.hpp"
#include "src/core/outcome.hpp"
#include "src/core/scope.hpp"
#include "src/core/value_explanation.hpp"
#include "src/core/weights.hpp"

namespace gradvet {

/// Why a verdict is broken; for one outcome the first that applies.
enum class FindingKind {
  kCrash,
  kTimeOut,
  kProtocol,
  kException,
  kWrongShape,
  kNonFinite,
  kWrongValue,
  kUnstable,
};
std::string_view to_text(FindingKind kind);
std::optional<FindingKind> finding_kind_of(std::string_view text);

enum class Phase { kPins, kFixtures, kExhaustive, kRandom, kReplay };
std::string_view to_text(Phase phase);

/// A known mistake that a candidate agrees with on the finding's case and on every probe.
struct NamedMistake {
  const Mechanism* mechanism;
  FormRole role;
  std::size_t probes_agreed = 0;
  /// Not 0 where the candidate makes other mistakes too, so that it agrees on no more than so many of the
  /// wrong values that were found.
  std::uint64_t cases_agreed = 0;
};

/// Where a number stands in a case.
struct FreeNumber {
  std::uint32_t argument = 0;
  std::uint32_t index = 0;  ///< among the numbers of the argument
  friend bool operator==(const FreeNumber&, const FreeNumber&) = default;
};

/// What makes a verdict broken, with the least case that shows it.
struct Finding {
  FindingKind kind = FindingKind::kWrongValue;
  Phase phase = Phase::kRandom;
  /// One case; more only where the fault needs history (then the last one shows it).
  std::vector<Case> cases;
  ExactAnswer expected;
  Outcome outcome;
  /// Index of the number that is furthest outside, for a wrong value.
  std::optional<std::size_t> coordinate;
  /// Distance from the exact value divided by what rounding allows, rounded up, for display; nothing where
  /// nothing is allowed or no value came.
  std::optional<double> excess;
  /// The scope in which the case is proved to be the least that shows a finding of this kind, and its case
  /// count.
  std::optional<Scope> least_in;
  std::uint64_t least_of = 0;
  /// Candidate calls spent on shrinking and proving, and those among them that walked the scope below the
  /// shrunk case.
  std::uint64_t calls = 0, proof_calls = 0;
  std::optional<NamedMistake> mistake;
  /// For a wrong value under a contract that is linear in its values.
  std::optional<WeightReport> weights;
  /// Where no mechanism was named: the simplest formula of the grammar that agrees on every probe, if there
  /// is one.
  std::optional<FormulaMatch> formula;
  /// For a wrong value in a floating-point format.
  std::optional<ValueExplanation> explanation;
  /// A narrower profile under which the candidate would be held: it may only have to be declared.
  std::optional<Profile> held_under;
  /// Numbers of the only case that may be any value tried, alone and together, without changing the finding.
  std::vector<FreeNumber> free_numbers;
  std::string note;  ///< one clause about this finding that no other member says; often empty
  std::string stderr_tail;
  /// The line of the session's pin file that holds these cases, from 1; 0 where they are not pinned.
  std::size_t pin_line = 0;

  const Case& last_case() const { return cases.back(); }
};

}  // namespace gradvet
