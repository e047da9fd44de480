#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "src/core/finding.hpp"
#include "src/core/outcome.hpp"

namespace gradvet {

/// True for what ends the process of a candidate: it is started afresh for the next case.
bool costs_a_restart(FindingKind kind);
bool costs_a_restart(const Outcome& outcome);

/// How many calls shrinking such a finding may take, `usual` at most: a fault costs a restart a call.
std::uint64_t shrink_calls_for(FindingKind kind, std::uint64_t usual);

/// How many fresh starts may be spent on the least sequence that shows a fault of state.
int sequence_starts_for(FindingKind kind);

/// How many faults a hunt bears. Crashes, time-outs and broken protocol cost a restart each, a time-out its
/// wait as well: after so many the hunt has learned enough. Counts the limits of time-outs, no time that has
/// passed.
class Patience {
 public:
  /// Without an exhaustive phase, `has_scope` false, no time-out is waited for because it may be the least.
  explicit Patience(bool has_scope) : awaits_least_(has_scope) {}

  /// A fault of the candidate, of a kind that costs a restart.
  void note(Phase phase, const Outcome& outcome);
  /// How many faults the reference of --against has had so far.
  void note_reference(std::uint64_t faults) { reference_faults_ = faults; }
  /// The exhaustive phase is over.
  void end_scope() { awaits_least_ = false; }

  bool is_over() const { return has_worn_out_candidate() || has_worn_out_reference(); }
  bool has_worn_out_reference() const;

  /// The most cases that the next batch may have: few after a fault, since a batch is always finished.
  std::size_t most_in_batch(std::size_t wanted) const;

  /// What a report must say about the candidate, and about the reference.
  std::optional<std::string> candidate_note() const;
  std::optional<std::string> reference_note() const;

 private:
  bool has_worn_out_candidate() const;

  bool awaits_least_;  ///< the first time-out of the exhaustive phase is the least, and is still to come
  std::uint64_t faults_ = 0;
  std::uint64_t reference_faults_ = 0;
  std::chrono::milliseconds waited_{0};
};

}  // namespace gradvet
