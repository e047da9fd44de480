#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "src/core/case.hpp"
#include "src/engine/shrink.hpp"
#include "src/engine/trial.hpp"

namespace gradvet {

/// The cases that a candidate has seen, the last ones only, so that a fault that needs history can be shown.
class History {
 public:
  /// Copies the cases.
  void remember(std::span<const Case> batch);
  /// Takes the buffer, whose first `count` cases were seen, and leaves an old buffer in its place: a batch is
  /// remembered without a copy.
  void take(std::vector<Case>& buffer, std::size_t count);
  /// How many cases were seen.
  std::uint64_t seen() const { return seen_; }
  /// The cases remembered of those seen before number `ordinal`, oldest first; numbers count from 0.
  std::vector<Case> before(std::uint64_t ordinal) const;

 private:
  static constexpr std::size_t kKept = 512;
  struct Batch {
    std::vector<Case> buffer;
    std::size_t count = 0;
  };
  std::deque<Batch> batches_;
  std::size_t kept_ = 0;
  std::uint64_t seen_ = 0;
};

/// Whether a broken case is broken by itself.
enum class Dependence {
  kNone,     ///< broken again on its own after a fresh start, and each time it is asked again
  kHistory,  ///< held on its own: what went before made the difference
  kAge,      ///< broken after a fresh start, held when asked again later
  kUnknown   ///< the candidate could not be run again
};
/// `times`: how often it is asked again after it was broken; 0: not at all.
Dependence dependence_of(Trial& trial, const BrokenCase& broken, std::size_t times);

/// True if the case is held when it is asked so many times more, without a fresh start.
bool holds_again(Trial& trial, const Case& input, std::size_t times);

/// Runs the sequence after a fresh start: its last case, if that is broken.
std::optional<BrokenCase> last_broken(Trial& trial, const std::vector<Case>& sequence);

/// What bounds the search for a sequence.
struct SequenceBudget {
  int restarts = 100;  ///< fresh starts, those after a fault in the middle of a sequence among them
  std::function<bool()> is_over = [] { return false; };
};

/// The shortest sequence found, of cases as simple as found, from the history, after which (and a fresh
/// start) the last case is broken although it is held on its own; only the case itself, once, where no
/// sequence shows it again (a candidate that is not deterministic).
std::vector<Case> least_sequence(Trial& trial, const std::vector<Case>& history, const Case& last,
                                 const SequenceBudget& budget);

}  // namespace gradvet
