#pragma once

#include <array>
#include <optional>
#include <vector>

#include "src/core/contract.hpp"
#include "src/core/finding.hpp"
#include "src/engine/shrink.hpp"

namespace gradvet {

/// A broken case as a phase came upon it.
struct Found {
  Phase phase = Phase::kRandom;
  BrokenCase broken;
  bool is_unstable = false;   ///< held when it was first judged
  std::uint64_t ordinal = 0;  ///< how many cases the candidate had seen before it
};

/// The first broken case of each kind, from each phase.
class FoundByKind {
 public:
  /// Keeps the case if it is the first of its kind in its phase.
  void add(Phase phase, BrokenCase broken, std::uint64_t ordinal);
  /// Keeps a case that was held before and is broken now.
  void add_unstable(BrokenCase broken, std::uint64_t ordinal);

  bool has_wrong_value() const { return !of_kind(FindingKind::kWrongValue).empty(); }
  std::size_t size() const;

  /// One for each kind, a wrong value first: what the exhaustive phase found stands for its kind unless a pin
  /// or a fixture is before it in the case order.
  std::vector<Found> to_report(const Contract& contract) const;

 private:
  static constexpr std::size_t kKinds = static_cast<std::size_t>(FindingKind::kUnstable) + 1;
  const std::vector<Found>& of_kind(FindingKind kind) const {
    return by_kind_[static_cast<std::size_t>(kind)];
  }

  std::array<std::vector<Found>, kKinds> by_kind_;
};

/// Adds a mistake's finding to the others. What accounts for parts of the wrong values may turn out, on every
/// probe, to be one mistake: its least case stands for it.
void add_distinct(std::vector<Finding>& findings, Finding finding, const Contract& contract);

}  // namespace gradvet
