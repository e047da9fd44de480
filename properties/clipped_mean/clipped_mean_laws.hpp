#pragma once

#include <span>

#include "src/core/contract.hpp"

namespace gradvet::clipped_mean {

/// The metamorphic laws of clipped-mean.
std::span<const Law> laws();

}  // namespace gradvet::clipped_mean
