#pragma once

#include <span>

#include "src/core/contract.hpp"

namespace gradvet::token_mean {

/// The metamorphic laws of token-mean.
std::span<const Law> laws();

}  // namespace gradvet::token_mean
