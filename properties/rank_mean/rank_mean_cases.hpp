#pragma once

#include <vector>

#include "properties/fixture_formula.hpp"
#include "src/core/case.hpp"

namespace gradvet::rank_mean {

/// The published fixtures.
std::vector<FixtureFormula> fixture_formulas();

/// The probes of rank-mean: chosen so that no two of its known formulas agree on all of them.
std::vector<Case> probes();

}  // namespace gradvet::rank_mean
