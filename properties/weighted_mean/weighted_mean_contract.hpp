#pragma once

#include "src/core/contract.hpp"

namespace gradvet::weighted_mean {

/// The parameters, shared by what builds cases.
Signature parameters();

/// The contract weighted-mean.
const Contract& contract();

}  // namespace gradvet::weighted_mean
