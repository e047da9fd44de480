#pragma once

#include "src/core/contract.hpp"

namespace gradvet::example_total {

const Contract& contract();

}  // namespace gradvet::example_total
