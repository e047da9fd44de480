#include "src/engine/stability.hpp"

#include <algorithm>
#include <utility>

namespace gradvet {

namespace {

bool breaks_last(Trial& trial, const std::vector<Case>& sequence) {
  return last_broken(trial, sequence).has_value();
}

/// Looks for a shorter and simpler sequence within a budget.
class SequenceSearch {
 public:
  SequenceSearch(Trial& trial, const SequenceBudget& budget)
      : trial_(trial), budget_(budget), starts_before_(trial.starts()) {}

  std::vector<Case> find(const std::vector<Case>& history, const Case& last) {
    std::vector<Case> sequence = history;
    sequence.push_back(last);
    if (!breaks_last(trial_, sequence)) return {last};
    if (std::optional<std::vector<Case>> calls = count_calls(sequence.size(), last)) return *calls;
    const int simplifying = (budget_.restarts - spent()) / 2;
    drop(sequence, budget_.restarts - simplifying);
    simplify(sequence);
    return sequence;
  }

 private:
  bool breaks(const std::vector<Case>& sequence) { return breaks_last(trial_, sequence); }
  /// Fresh starts so far: one for each sequence, and one for each fault on the way through it.
  int spent() const { return static_cast<int>(trial_.starts() - starts_before_); }
  bool may_go_on(int most) const { return spent() < most && !budget_.is_over(); }

  /// The least number of times that the case itself must be asked, where that alone breaks it: a candidate
  /// that counts its calls.
  std::optional<std::vector<Case>> count_calls(std::size_t most, const Case& last) {
    if (!breaks(std::vector<Case>(most, last))) return std::nullopt;
    std::size_t held = 1;  // once holds, `most` times does not
    while (most - held > 1 && may_go_on(budget_.restarts)) {
      const std::size_t middle = held + (most - held) / 2;
      (breaks(std::vector<Case>(middle, last)) ? most : held) = middle;
    }
    std::vector<Case> sequence(most, last);
    simplify_all(sequence);
    return sequence;
  }

  /// Puts a simpler case in the place of all, which are the same.
  void simplify_all(std::vector<Case>& sequence) {
    std::vector<Case> shrinks;
    for (bool has_improved = true; has_improved;) {
      has_improved = false;
      shrinks.clear();
      trial_.contract().shrinks(sequence.back(), trial_.profile(), shrinks);
      for (const Case& simpler : shrinks) {
        if (!may_go_on(budget_.restarts)) return;
        const std::vector<Case> simpler_sequence(sequence.size(), simpler);
        if (!breaks(simpler_sequence)) continue;
        sequence = simpler_sequence;
        has_improved = true;
        break;
      }
    }
  }

  /// Drops ever smaller runs of the history while the last case stays broken (delta debugging, Zeller 1999).
  void drop(std::vector<Case>& sequence, int most) {
    for (std::size_t run = sequence.size() / 2; run > 0 && sequence.size() > 1 && may_go_on(most);) {
      bool has_dropped = false;
      for (std::size_t first = 0; first + 1 < sequence.size() && may_go_on(most);) {
        const std::size_t count = std::min(run, sequence.size() - 1 - first);
        std::vector<Case> shorter(sequence.begin(), sequence.begin() + static_cast<std::ptrdiff_t>(first));
        shorter.insert(shorter.end(), sequence.begin() + static_cast<std::ptrdiff_t>(first + count),
                       sequence.end());
        if (breaks(shorter)) {
          sequence = std::move(shorter);
          has_dropped = true;
        } else {
          first += count;
        }
      }
      run = has_dropped ? std::min(run, std::max<std::size_t>(1, sequence.size() / 2)) : run / 2;
    }
  }

  /// Puts simpler cases in the place of each, greedily, the last one first.
  void simplify(std::vector<Case>& sequence) {
    std::vector<Case> shrinks;
    for (std::size_t at = sequence.size(); at-- > 0;) {
      bool has_improved = true;
      while (has_improved) {
        has_improved = false;
        shrinks.clear();
        trial_.contract().shrinks(sequence[at], trial_.profile(), shrinks);
        for (Case& simpler : shrinks) {
          if (!may_go_on(budget_.restarts)) return;
          std::swap(sequence[at], simpler);
          has_improved = breaks(sequence);
          if (has_improved) break;
          std::swap(sequence[at], simpler);
        }
      }
    }
  }

  Trial& trial_;
  const SequenceBudget& budget_;
  const std::uint64_t starts_before_;
};

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
  seen_ += count;
  batches_.push_back({std::exchange(buffer, std::move(old)), count});
}

std::vector<Case> History::before(std::uint64_t ordinal) const {
  std::vector<Case> result;
  std::uint64_t number = seen_ - kept_;
  for (const Batch& batch : batches_)
    for (std::size_t i = 0; i < batch.count && number < ordinal; ++i, ++number)
      result.push_back(batch.buffer[i]);
  return result;
}

Dependence dependence_of(Trial& trial, const BrokenCase& broken, std::size_t times) {
  trial.restart();
  if (!trial.run({&broken.input, 1})) return Dependence::kUnknown;
  if (!trial.judgements()[0].is_broken()) return Dependence::kHistory;
  return times > 0 && holds_again(trial, broken.input, times) ? Dependence::kAge : Dependence::kNone;
}

bool holds_again(Trial& trial, const Case& input, std::size_t times) {
  const std::vector<Case> repeated(std::min(times, trial.candidate().preferred_batch()), input);
  return trial.run(repeated) && trial.judgements().back().is_held();
}

std::vector<Case> least_sequence(Trial& trial, const std::vector<Case>& history, const Case& last,
                                 const SequenceBudget& budget) {
  return SequenceSearch(trial, budget).find(history, last);
}

}  // namespace gradvet
