#pragma once

#include <cstdint>
#include <optional>

#include "oracles/reachable.hpp"
#include "src/core/case.hpp"
#include "src/core/profile.hpp"

namespace gradvet::unscaled_mean {

/// The results that the declared order can give for a case with a total above 0: reachable_mean() over terms
/// that are one quotient a / s each. A term has every value that such a quotient can have in the profile:
/// operands held or not held in its formats, rounded once, or twice by way of a wider one. Pairwise: with the
/// places of omitted microbatches (scale 0) kept as zeros, or taken out. Nothing where reachable_mean() gives
/// nothing or a quotient overflows.
std::optional<ReachableInterval> reachable(const Case& input, std::int64_t total, const Profile& profile);

}  // namespace gradvet::unscaled_mean
