#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "src/core/finding.hpp"
#include "src/engine/trial.hpp"

namespace gradvet {

/// A case that breaks a candidate, with what came and what the judge said.
struct BrokenCase {
  Case input;
  Outcome outcome;
  Judgement judgement;
};

/// What bounds shrinking.
struct ShrinkBudget {
  std::uint64_t calls = 2000;  ///< calls of the candidate
  /// Asked before each batch; true ends the shrinking with the best so far.
  std::function<bool()> is_over = [] { return false; };
};

/// A wrong value at least this many times beyond what rounding allows is plain; shrinking never goes from a
/// plain case to one that fails by a hair.
inline constexpr double kPlainExcess = 16;

/// True if `judgement` may stand for the finding `start`: the same kind, and not below the floor on the
/// excess.
bool is_same_finding(const Judgement& start, const Judgement& judgement);

/// Tells whether other broken cases show the same finding as a first one: the same kind, plain if it was
/// plain, and, where wrong forms of the contract agreed with the first case, at least one that has agreed
/// with every accepted case.
class SameFinding {
 public:
  SameFinding(const Trial& trial, const BrokenCase& start);
  /// Shows the same finding only what `shows` says yes to, instead of asking the wrong forms.
  using Shows = std::function<bool(const Case&, const Outcome&)>;
  SameFinding(const Trial& trial, const BrokenCase& start, Shows shows);
  /// Narrows the forms where it says yes.
  bool accepts(const Case& input, const Outcome& outcome, const Judgement& judgement);

 private:
  const Trial& trial_;
  Judgement start_;
  std::uint64_t forms_ = 0;
  Shows shows_;
};

/// Goes down from `start` in the case order, greedily, to a case all of whose shrinks no longer show the same
/// finding, or to the best so far when the budget ends. Never leaves the domain, never changes the finding.
/// Returns the calls spent.
std::uint64_t shrink(Trial& trial, BrokenCase& best, SameFinding same, const ShrinkBudget& budget);

}  // namespace gradvet
