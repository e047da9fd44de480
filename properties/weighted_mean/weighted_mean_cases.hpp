#pragma once

#include <vector>

#include "properties/fixture_formula.hpp"
#include "src/core/case.hpp"

namespace gradvet::weighted_mean {

/// The published fixtures.
std::vector<FixtureFormula> fixture_formulas();

/// The probes of weighted-mean: chosen so that no two of its known formulas agree on all of them.
std::vector<Case> probes();

}  // namespace gradvet::weighted_mean
