#pragma once

#include <atomic>
#include <span>
#include <vector>

#include "src/core/pair_report.hpp"
#include "src/engine/hunt.hpp"

namespace gradvet {

/// Runs candidates of one contract on the same cases (fixtures, the exhaustive scope, random cases of the
/// seed) and compares each pair of them. They are open. Ends early when interrupted or when one of them can
/// no longer be run.
std::vector<PairReport> compare_pairs(std::span<Candidate* const> candidates, const Contract&, const Profile&,
                                      const HuntOptions&, HuntObserver&,
                                      const std::atomic<bool>& interrupted);

}  // namespace gradvet
