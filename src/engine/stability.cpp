#include "src/engine/stability.hpp"

#include <algorithm>
#include <utility>

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
  std::vector<Case> copy(batch.begin(), batch.end());
  take(copy, batch.size());
}

void History::take(std::vector<Case>& buffer, std::size_t count) {
  std::vector<Case> old;
  while (!batches_.empty() && kept_ - batches_.front().count >= kKept) {
    kept_ -= batches_.front().count;
    old = std::move(batches_.front().buffer);
    batches_.pop_front();
  }
  kept_ += count;
  batches_.push_back({std::exchange(buffer, std::move(old)), count});
}

std::vector<Case> History::cases() const {
  std::vector<Case> result;
  for (const Batch& batch : batches_)
    result.insert(result.end(), batch.buffer.begin(),
                  batch.buffer.begin() + static_cast<std::ptrdiff_t>(batch.count));
  return result;
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
