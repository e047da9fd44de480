#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

#include "oracles/fixed_integer.hpp"
#include "oracles/rounding_bound.hpp"
#include "oracles/term_sums.hpp"

namespace gradvet {

namespace settled {

inline constexpr int usable_bits(Integer128) { return kInteger128Bits; }
inline int usable_bits(const Integer256&) { return kInteger256Bits; }

template <class Int>
Int magnitude(const Int& value) {
  return value < 0 ? Int(-value) : value;
}

inline double in_float(Integer128 value) { return static_cast<double>(value); }
inline double in_float(const Integer256& value) { return value.convert_to<double>(); }

}  // namespace settled

/// Proves that `answer` is no farther from the exact mean than `least` allows: an upper estimate (0 … 1) of
/// its distance in what is allowed, or nothing where it is farther, not finite, or where the integers do not
/// fit. The comparison is of integers; the estimate alone is a float64, rounded up. `total` is above 0.
template <class Int>
std::optional<double> settle_mean(double answer, TermSums<Int> sums, int unit, const Int& total,
                                  const rounding::LeastAllowance& least) {
  const Binary64 parts = split(answer);
  if (!parts.is_finite) return std::nullopt;
  const int usable = settled::usable_bits(Int{});

  // |answer·total - sum| in a common unit; without the answer's trailing zeros most answers need no shift.
  Int scaled_answer = 0;
  if (parts.significand != 0) {
    const int zeros = std::countr_zero(parts.significand);
    const int shift = parts.exponent + zeros - unit;
    scaled_answer = parts.significand >> zeros;
    if (bit_count(parts.significand) - zeros + bit_count(total) + std::max(shift, 0) >= usable)
      return std::nullopt;
    scaled_answer *= total;
    if (shift >= 0) {
      scaled_answer <<= shift;
    } else {
      if (bit_count(sums.absolute) - shift >= usable) return std::nullopt;
      sums.sum <<= -shift;
      sums.absolute <<= -shift;
    }
    if (parts.is_negative) scaled_answer = -scaled_answer;
  }
  const Int error = settled::magnitude<Int>(scaled_answer - sums.sum);
  if (error == 0) return 0.0;

  const std::uint64_t coefficient = least.coefficient(sums.nonzero);
  if (bit_count(coefficient) + bit_count(sums.absolute) >= usable) return std::nullopt;
  const Int in_units = sums.absolute * coefficient;
  Int allowed = in_units >> least.accumulator_bits;
  double allowed_estimate = std::ldexp(settled::in_float(in_units), -least.accumulator_bits);
  if (least.output_bits != 0) {
    const Int sum_magnitude = settled::magnitude<Int>(sums.sum);
    allowed += sum_magnitude >> least.output_bits;
    allowed_estimate += std::ldexp(settled::in_float(sum_magnitude), -least.output_bits);
  }
  if (error > allowed) return std::nullopt;
  // Three conversions, a sum and a quotient, each within 2^-53.
  constexpr double kRoundedUp = 1.0 + 0x1p-49;
  return std::min(1.0, settled::in_float(error) / allowed_estimate * kRoundedUp);
}

}  // namespace gradvet
