#pragma once

#include <span>

#include "src/core/contract.hpp"

namespace gradvet::rank_mean {

/// The metamorphic laws of rank-mean.
std::span<const Law> laws();

}  // namespace gradvet::rank_mean
