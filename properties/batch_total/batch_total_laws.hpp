#pragma once

#include <span>

#include "src/core/contract.hpp"

namespace gradvet::batch_total {

/// The metamorphic laws of batch-total.
std::span<const Law> laws();

}  // namespace gradvet::batch_total
