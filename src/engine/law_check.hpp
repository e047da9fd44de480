#pragma once

#include <rapidcheck/Random.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "src/core/run_report.hpp"
#include "src/engine/trial.hpp"

namespace gradvet {

/// Holds a candidate's own answers against the contract's laws. No oracle is asked: the answer to a changed
/// case is held against what the law makes of the answer to the original, within a multiple of what rounding
/// allows for both. Cases without a finite answer of the contract's form, or in windows of its own, say
/// nothing.
class LawCheck {
 public:
  /// The trial outlives it. `seed` picks how cases are changed.
  LawCheck(Trial& trial, std::uint64_t seed) : trial_(trial), words_(seed) {}

  /// Takes the cases that the trial ran last, changes each as every law says that is not broken yet, and runs
  /// the changed ones. The Error of Candidate::evaluate.
  Result<void> check(std::span<const Case> batch);

  /// The first breach of each law, in the order in which they were found.
  const std::vector<LawBreach>& broken() const { return broken_; }
  /// Pairs of cases that were compared.
  std::uint64_t tried() const { return tried_; }
  /// True after so many crashes, time-outs and broken protocols, which cost a fresh start each, that the rest
  /// is not worth it.
  bool has_seen_enough() const { return faults_ >= kMostFaults; }
  bool is_every_law_broken() const { return broken_.size() == trial_.contract().laws().size(); }

  /// Goes to simpler originals that break the same law when changed the same way, as long as at most `calls`
  /// candidate calls do.
  void shrink(std::uint64_t calls);

 private:
  static constexpr std::uint64_t kMostFaults = 24;
  /// A case and the candidate's exact answer.
  struct Answered {
    Case input;
    ExactAnswer value;
  };
  std::vector<std::optional<Answered>> answers_to(std::span<const Case> batch) const;
  Result<void> check_law(const Law& law, const std::vector<std::optional<Answered>>& originals);
  std::optional<LawBreach> breach_of(const Law& law, const Answered& original, const Answered& changed);
  std::vector<Rational> uncancelled_roundoff(const Answered& answered);
  std::optional<LawBreach> breach_again(const LawBreach& breach);
  bool shrink_once(LawBreach& breach, std::uint64_t last_call);

  Trial& trial_;
  rc::Random words_;
  std::vector<LawBreach> broken_;
  std::uint64_t tried_ = 0;
  std::uint64_t faults_ = 0;
};

/// Whether a finding may show in laws: a wrong value does, and so do windows other than the contract's.
constexpr bool can_break_laws(FindingKind kind, AnswerShape result) {
  return kind == FindingKind::kWrongValue ||
         (kind == FindingKind::kWrongShape && result == AnswerShape::kWindows);
}

/// The laws that the candidate breaks on a broken case, on fixtures and on small drawn cases.
std::vector<LawBreach> broken_laws(Trial& trial, std::uint64_t seed, const std::optional<Case>& broken = {});

}  // namespace gradvet
