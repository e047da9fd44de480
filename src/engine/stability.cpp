#include "src/engine/stability.hpp"

#include <algorithm>

namespace gradvet {

namespace {

/// True if the last case of the sequence is broken after a fresh start.
bool breaks_last(Trial& trial, const std::vector<Case>& sequence) {
  trial.restart();
  const std::size_t batch_size = trial.candidate().preferred_batch();
  bool is_broken = false;
  for (std::size_t first = 0; first < sequence.size(); first += batch_size) {
    const std::size_t count = std::min(batch_size, sequence.size() - first);
    if (!trial.run({sequence.data() + first, count})) return false;
    is_broken = trial.judgements().back().is_broken();
  }
  return is_broken;
}

}  // namespace

void History::remember(std::span<const Case> batch) {
  cases_.insert(cases_.end(), batch.begin(), batch.end());
  if (cases_.size() > 2 * kKept)
    cases_.erase(cases_.begin(), cases_.end() - static_cast<std::ptrdiff_t>(kKept));
}

Dependence dependence_of(Trial& trial, const BrokenCase& broken) {
  trial.restart();
  if (!trial.run({&broken.input, 1})) return Dependence::kUnknown;
  return trial.judgements()[0].is_broken() ? Dependence::kNone : Dependence::kHistory;
}

std::vector<Case> least_sequence(Trial& trial, const std::vector<Case>& history, const Case& last,
                                 int restarts) {
  std::vector<Case> sequence = history;
  sequence.push_back(last);
  if (!breaks_last(trial, sequence)) return {last, last};
  // Drops ever smaller runs of the history while the last case stays broken (delta debugging, Zeller 1999).
  for (std::size_t run = sequence.size() / 2; run > 0 && sequence.size() > 1;) {
    bool has_dropped = false;
    for (std::size_t first = 0; first + 1 < sequence.size() && restarts > 0;) {
      const std::size_t count = std::min(run, sequence.size() - 1 - first);
      std::vector<Case> shorter(sequence.begin(), sequence.begin() + static_cast<std::ptrdiff_t>(first));
      shorter.insert(shorter.end(), sequence.begin() + static_cast<std::ptrdiff_t>(first + count),
                     sequence.end());
      --restarts;
      if (breaks_last(trial, shorter)) {
        sequence = std::move(shorter);
        has_dropped = true;
      } else {
        first += count;
      }
    }
    if (restarts == 0) break;
    if (!has_dropped)
      run /= 2;
    else
      run = std::min(run, std::max<std::size_t>(1, sequence.size() / 2));
  }
  return sequence;
}

}  // namespace gradvet
