#pragma once

#include <vector>

#include "properties/fixture_formula.hpp"
#include "src/core/case.hpp"

namespace gradvet::clipped_mean {

/// The published fixtures: means whose norm is a whole number, so that every result is one.
std::vector<FixtureFormula> fixture_formulas();

/// The probes of clipped-mean: chosen so that no two of its known formulas agree on all of them.
std::vector<Case> probes();

}  // namespace gradvet::clipped_mean
