#pragma once

#include <vector>

#include "src/core/finding.hpp"
#include "src/engine/shrink.hpp"
#include "src/engine/trial.hpp"

namespace gradvet {

/// The numbers of a broken case that do not matter: each was set to every other value tried (0, ±1, small and
/// large ones, its double, its neighbour, as far as the domain takes them), alone and together with those
/// before it, and the finding stayed the same. Empty for a case of many numbers.
std::vector<FreeNumber> free_numbers(Trial& trial, const Case& input, const SameFinding& same);

}  // namespace gradvet
