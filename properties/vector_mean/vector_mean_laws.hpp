#pragma once

#include <span>

#include "src/core/contract.hpp"

namespace gradvet::vector_mean {

/// The metamorphic laws of vector-mean.
std::span<const Law> laws();

}  // namespace gradvet::vector_mean
