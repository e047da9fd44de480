#pragma once

#include <string_view>
#include <vector>

#include "properties/fixture_formula.hpp"
#include "src/core/case.hpp"

namespace gradvet::weighted_mean {

/// The published fixtures.
std::vector<FixtureFormula> fixture_formulas();

/// Beside them, of the mechanism with this id: epsilon-denominator: a total below any epsilon.
std::vector<FixtureFormula> own_fixture_formulas(std::string_view mechanism);

/// The probes of weighted-mean: chosen so that no two of its known formulas agree on all of them.
std::vector<Case> probes();

}  // namespace gradvet::weighted_mean
