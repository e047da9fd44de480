#pragma once

#include <array>

#include "src/core/form.hpp"

namespace gradvet::vector_mean {

/// Known mistakes of precision: the right weights, computed in a format that cannot hold what comes up.
extern const std::array<Mechanism, 3> kPrecisionMechanisms;

}  // namespace gradvet::vector_mean
