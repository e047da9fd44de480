#pragma once

#include <span>

#include "src/core/contract.hpp"

namespace gradvet::accumulator {

std::span<const Law> laws();

}  // namespace gradvet::accumulator
