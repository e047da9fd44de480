#pragma once

#include <cstddef>
#include <cstdint>

#include "src/core/number.hpp"

namespace gradvet {

/// One wrong number of an answer beside the right one, in the terms of the output format.
struct ValueExplanation {
  std::size_t coordinate = 0;
  double nearest = 0;  ///< the exact value, rounded once to the output format
  double actual = 0;   ///< the answer in the output format
  std::uint64_t nearest_bits = 0;
  std::uint64_t actual_bits = 0;
  int bits = 64;  ///< width of the format
  /// Distance from the exact value in units in the last place of the exact value (Muller et al., Handbook of
  /// Floating-Point Arithmetic, 2.6.1: the spacing of the binade that holds it, at least the least
  /// subnormal).
  Rational error_ulp;
  Rational allowed_ulp;  ///< what rounding allows, in the same unit
};

}  // namespace gradvet
