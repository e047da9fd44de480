#pragma once

#include "src/core/contract.hpp"

namespace gradvet::window_means {

/// The parameters, shared by what builds cases.
Signature parameters();

/// The contract window-means.
const Contract& contract();

}  // namespace gradvet::window_means
