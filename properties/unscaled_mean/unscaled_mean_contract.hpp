#pragma once

#include "src/core/contract.hpp"

namespace gradvet::unscaled_mean {

/// The parameters, shared by what builds cases.
Signature parameters();

/// The contract unscaled-mean (FA-98896).
const Contract& contract();

}  // namespace gradvet::unscaled_mean
