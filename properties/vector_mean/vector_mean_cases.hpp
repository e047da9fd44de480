#pragma once

#include <string_view>
#include <vector>

#include "properties/fixture_formula.hpp"
#include "src/core/case.hpp"

namespace gradvet::vector_mean {

/// The published fixtures.
std::vector<FixtureFormula> fixture_formulas();

/// Beside them, of the mechanism with this id: narrow-sum, narrow-count and float16-range: numbers that a
/// small format lacks.
std::vector<FixtureFormula> own_fixture_formulas(std::string_view mechanism);

/// The probes of vector-mean: chosen so that no two of its known formulas agree on all of them.
std::vector<Case> probes();

}  // namespace gradvet::vector_mean
