#pragma once

#include <span>

#include "src/core/contract.hpp"

namespace gradvet::unscaled_mean {

/// The metamorphic laws of unscaled-mean.
std::span<const Law> laws();

}  // namespace gradvet::unscaled_mean
