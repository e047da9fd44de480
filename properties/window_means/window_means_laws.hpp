#pragma once

#include <span>

#include "src/core/contract.hpp"

namespace gradvet::window_means {

/// The metamorphic laws of window-means.
std::span<const Law> laws();

}  // namespace gradvet::window_means
