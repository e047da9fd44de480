#pragma once

#include "src/core/number.hpp"

namespace gradvet {

/// The float64 next to an exact value, for display beside it: rounded through 40 decimal digits, so that a
/// value within 10^-40 of a midpoint may go to the other neighbour. Infinity beyond the largest float64. What
/// is judged is the exact value.
double nearest_float(const Rational& value);

}  // namespace gradvet
