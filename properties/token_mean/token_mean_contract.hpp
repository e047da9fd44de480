#pragma once

#include "src/core/contract.hpp"

namespace gradvet::token_mean {

/// The parameters, shared by what builds cases.
Signature parameters();

/// The contract token-mean.
const Contract& contract();

}  // namespace gradvet::token_mean
