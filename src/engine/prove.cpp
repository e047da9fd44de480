#include "src/engine/prove.hpp"

#include <algorithm>
#include <memory>
#include <vector>

namespace gradvet {

bool prove_least(Trial& trial, BrokenCase& best, const Scope& scope, SameFinding same,
                 const ShrinkBudget& budget) {
  const Contract& contract = trial.contract();
  const std::unique_ptr<CaseStream> stream = contract.enumerate(scope, trial.profile());
  const std::uint64_t calls_before = trial.calls();
  std::vector<Case> batch(trial.candidate().preferred_batch());
  while (true) {
    if (budget.is_over()) return false;
    std::size_t filled = 0;
    int order = -1;
    while (filled < batch.size() && stream->next(batch[filled])) {
      order = contract.compare(batch[filled], best.input);
      if (order >= 0) break;
      ++filled;
    }
    if (trial.calls() - calls_before + filled > budget.calls) return false;
    if (!trial.run({batch.data(), filled})) return false;
    for (std::size_t i = 0; i < filled; ++i) {
      if (!same.accepts(batch[i], trial.outcomes()[i], trial.judgements()[i])) continue;
      best = {batch[i], trial.outcomes()[i], trial.judgements()[i]};
      return true;
    }
    if (order >= 0 || filled < batch.size()) return order == 0;
  }
}

}  // namespace gradvet
