#pragma once

#include "src/core/contract.hpp"

namespace gradvet::accumulator {

/// The parameters, shared by what builds cases.
Signature parameters();

/// The contract accumulator.
const Contract& contract();

}  // namespace gradvet::accumulator
