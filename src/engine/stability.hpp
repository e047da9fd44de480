#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "src/core/case.hpp"
#include "src/engine/shrink.hpp"
#include "src/engine/trial.hpp"

namespace gradvet {

/// The cases that a candidate has seen, the last ones only, so that a fault that needs history can be shown.
class History {
 public:
  void remember(std::span<const Case> batch);
  const std::vector<Case>& cases() const { return cases_; }

 private:
  static constexpr std::size_t kKept = 512;
  std::vector<Case> cases_;
};

/// Whether a broken case is broken by itself.
enum class Dependence {
  kNone,     ///< broken again on its own after a fresh start
  kHistory,  ///< held on its own: what went before made the difference
  kUnknown   ///< the candidate could not be run again
};
Dependence dependence_of(Trial& trial, const BrokenCase& broken);

/// The shortest sequence found, from the history, after which (and a fresh start) the last case is broken
/// although it is held on its own; only the case itself, twice, where no sequence shows it again (a candidate
/// that is not deterministic). Spends at most `restarts` fresh starts.
std::vector<Case> least_sequence(Trial& trial, const std::vector<Case>& history, const Case& last,
                                 int restarts);

}  // namespace gradvet
