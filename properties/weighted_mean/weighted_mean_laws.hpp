#pragma once

#include <span>

#include "src/core/contract.hpp"

namespace gradvet::weighted_mean {

/// The metamorphic laws of weighted-mean.
std::span<const Law> laws();

}  // namespace gradvet::weighted_mean
