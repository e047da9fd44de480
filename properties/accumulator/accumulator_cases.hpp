#pragma once

#include <vector>

#include "properties/fixture_formula.hpp"
#include "src/core/case.hpp"

namespace gradvet::accumulator {

std::vector<FixtureFormula> fixture_formulas();

/// The probes of accumulator: no two of its known forms agree on all of them.
std::vector<Case> probes();

}  // namespace gradvet::accumulator
