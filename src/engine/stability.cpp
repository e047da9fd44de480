#include "src/engine/stability.hpp"

#include <algorithm>
#include <utility>

namespace gradvet {

namespace {

bool breaks_last(Trial& trial, const std::vector<Case>& sequence) {
  return last_broken(trial, sequence).has_value();
}

/// Puts simpler cases in the place of each, greedily, the last one first, while the last stays broken.
void simplify(Trial& trial, std::vector<Case>& sequence, int& restarts) {
  std::vector<Case> shrinks;
  for (std::size_t at = sequence.size(); at-- > 0;) {
    bool has_improved = true;
    while (has_improved) {
      has_improved = false;
      shrinks.clear();
      trial.contract().shrinks(sequence[at], trial.profile(), shrinks);
      for (Case& simpler : shrinks) {
        if (restarts-- <= 0) return;
        std::swap(sequence[at], simpler);
        has_improved = breaks_last(trial, sequence);
        if (has_improved) break;
        std::swap(sequence[at], simpler);
      }
    }
  }
}

}  // namespace

std::optional<BrokenCase> last_broken(Trial& trial, const std::vector<Case>& sequence) {
  trial.restart();
  const std::size_t batch_size = trial.candidate().preferred_batch();
  for (std::size_t first = 0; first < sequence.size(); first += batch_size) {
    const std::size_t count = std::min(batch_size, sequence.size() - first);
    if (!trial.run({sequence.data() + first, count})) return std::nullopt;
  }
  if (sequence.empty() || !trial.judgements().back().is_broken()) return std::nullopt;
  return BrokenCase{sequence.back(), trial.outcomes().back(), trial.judgements().back()};
}

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
  int simplifying = restarts / 2;
  restarts -= simplifying;
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
  simplify(trial, sequence, simplifying);
  return sequence;
}

}  // namespace gradvet
