#pragma once

#include <vector>

#include "properties/fixture_formula.hpp"
#include "src/core/case.hpp"

namespace gradvet::token_mean {

/// The published fixtures.
std::vector<FixtureFormula> fixture_formulas();

/// The probes of token-mean: chosen so that no two of its known formulas agree on all of them. All have
/// tokens, so that a mistake is named whatever it makes of a window without any.
std::vector<Case> probes();

}  // namespace gradvet::token_mean
