#pragma once

#include "src/core/contract.hpp"

namespace gradvet::vector_mean {

/// The parameters, shared by what builds cases.
Signature parameters();

/// The contract vector-mean (FA-98881).
const Contract& contract();

}  // namespace gradvet::vector_mean
