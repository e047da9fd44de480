#pragma once

#include "src/core/contract.hpp"

namespace gradvet::rank_mean {

/// The parameters, shared by what builds cases.
Signature parameters();

/// The contract rank-mean.
const Contract& contract();

}  // namespace gradvet::rank_mean
