#pragma once

#include <cstddef>
#include <cstdint>

#include <optional>

#include "src/core/number.hpp"
#include "src/core/profile.hpp"

namespace gradvet {

/// What a declared summation order can give for one number: values of the output format, from `least` to
/// `greatest`; the same where it gives one value.
struct GivenByOrder {
  SummationOrder order = SummationOrder::kSequential;
  double least = 0;
  double greatest = 0;
  std::uint64_t least_bits = 0;
  std::uint64_t greatest_bits = 0;
  bool is_one_value() const { return least_bits == greatest_bits; }
};

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
  /// Where the profile declares an order that has a rule of its own for this case.
  std::optional<GivenByOrder> given;

  /// True if the answer is wrong for the declared order alone.
  bool is_within_bound() const { return error_ulp <= allowed_ulp; }
};

}  // namespace gradvet
