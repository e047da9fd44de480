#pragma once

#include "src/core/contract.hpp"

namespace gradvet::batch_total {

/// The parameters, shared by what builds cases.
Signature parameters();

/// The contract batch-total (FA-98921).
const Contract& contract();

}  // namespace gradvet::batch_total
