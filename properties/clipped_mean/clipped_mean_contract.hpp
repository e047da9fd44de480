#pragma once

#include "src/core/contract.hpp"

namespace gradvet::clipped_mean {

/// The parameters, shared by what builds cases.
Signature parameters();

/// Where each stands in a case.
inline constexpr std::size_t kGradients = 0, kCounts = 1, kScales = 2, kMaxNorm = 3, kEps = 4;

/// The contract clipped-mean.
const Contract& contract();

}  // namespace gradvet::clipped_mean
