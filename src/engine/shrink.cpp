#include "src/engine/shrink.hpp"

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "src/core/invariant.hpp"
#include "src/engine/diagnose.hpp"

namespace gradvet {

bool is_same_finding(const Judgement& start, const Judgement& judgement) {
  if (!judgement.is_broken() || judgement.kind != start.kind) return false;
  if (start.kind != FindingKind::kWrongValue || !start.excess || !judgement.excess) return true;
  return *judgement.excess >= std::min(*start.excess, kPlainExcess);
}

SameFinding::SameFinding(const Trial& trial, const BrokenCase& start)
    : trial_(trial), start_(start.judgement) {
  // What another candidate expects says nothing about the contract's mistakes.
  if (trial.reference() == nullptr) forms_ = agreeing_forms(trial, start.input, start.outcome);
}

SameFinding::SameFinding(const Trial& trial, const BrokenCase& start, Shows shows)
    : trial_(trial), start_(start.judgement), shows_(std::move(shows)) {}

bool SameFinding::accepts(const Case& input, const Outcome& outcome, const Judgement& judgement) {
  if (!is_same_finding(start_, judgement)) return false;
  if (shows_) return shows_(input, outcome);
  if (forms_ == 0) return true;
  const std::uint64_t common = agreeing_forms(trial_, input, outcome, forms_);
  if (common == 0) return false;
  forms_ = common;
  return true;
}

std::uint64_t shrink(Trial& trial, BrokenCase& best, SameFinding same, const ShrinkBudget& budget) {
  const Contract& contract = trial.contract();
  const std::uint64_t calls_before = trial.calls();
  std::unordered_set<Case, CaseHash> seen{best.input};
  std::vector<Case> shrinks, batch;
  bool has_improved = true;
  while (has_improved) {
    has_improved = false;
    shrinks.clear();
    contract.shrinks(best.input, trial.profile(), shrinks);
    std::erase_if(shrinks, [&seen](const Case& candidate) { return seen.contains(candidate); });
    // Small batches first: the first shrinks are the boldest, and a success makes the rest of a batch wasted
    // calls.
    std::size_t batch_size = 1;
    for (std::size_t next = 0; next < shrinks.size() && !has_improved;) {
      const std::uint64_t spent = trial.calls() - calls_before;
      if (spent >= budget.calls || budget.is_over()) return spent;
      const std::size_t count =
          std::min({batch_size, shrinks.size() - next, static_cast<std::size_t>(budget.calls - spent),
                    trial.candidate().preferred_batch()});
      batch.assign(std::make_move_iterator(shrinks.begin() + static_cast<std::ptrdiff_t>(next)),
                   std::make_move_iterator(shrinks.begin() + static_cast<std::ptrdiff_t>(next + count)));
      next += count;
      batch_size = std::min<std::size_t>(batch_size * 2, 32);
      if (!trial.run(batch)) return trial.calls() - calls_before;
      // What comes after a success was not asked for: it may be a shrink of the new best case too.
      for (std::size_t i = 0; i < batch.size() && !has_improved; ++i) {
        if (same.accepts(batch[i], trial.outcomes()[i], trial.judgements()[i])) {
          require_invariant(contract.compare(batch[i], best.input) < 0, "a shrink is not below its case");
          best = {batch[i], trial.outcomes()[i], trial.judgements()[i]};
          has_improved = true;
        }
        seen.insert(std::move(batch[i]));
      }
    }
  }
  return trial.calls() - calls_before;
}

}  // namespace gradvet
