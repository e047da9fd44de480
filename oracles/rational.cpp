#include "oracles/rational.hpp"

#include <bit>

#include "oracles/binary64.hpp"
#include "src/core/invariant.hpp"

namespace gradvet {

namespace {

/// 2^exponent for exponents from 0. Setting the bit, because g++ 12 warns inside Boost where a 1 is shifted.
Integer whole_power(int exponent) {
  Integer power = 0;
  bit_set(power, static_cast<unsigned>(exponent));
  return power;
}

}  // namespace

Rational exact(double number) {
  const Binary64 parts = split(number);
  require_invariant(parts.is_finite, "the exact value of a number that is not finite");
  if (parts.significand == 0) return 0;
  // Trailing zeros go first: the fraction is then in lowest terms as it stands.
  const int zeros = std::countr_zero(parts.significand);
  Integer numerator = parts.significand >> zeros;
  if (parts.is_negative) numerator = -numerator;
  const int exponent = parts.exponent + zeros;
  if (exponent >= 0) return Rational(Integer(numerator * whole_power(exponent)));
  return Rational(numerator, whole_power(-exponent));
}

Rational power_of_two(int exponent) {
  if (exponent >= 0) return Rational(whole_power(exponent));
  return Rational(Integer(1), whole_power(-exponent));
}

Rational fraction(Integer numerator, Integer denominator, int exponent) {
  if (numerator.is_zero()) return 0;
  if (exponent >= 0)
    numerator <<= exponent;
  else
    denominator <<= -exponent;
  if (denominator == 1) return Rational(numerator);
  return Rational(numerator, denominator);
}

Rational few_digits_above(const Rational& value) {
  if (value == 0) return 0;
  // Integers: a fraction divided by a power of two would cost a gcd.
  Integer top = numerator(value), bottom = denominator(value);
  const int shift = 64 - (static_cast<int>(msb(top)) - static_cast<int>(msb(bottom)));
  if (shift >= 0)
    top <<= shift;
  else
    bottom <<= -shift;
  return Rational(Integer(top / bottom + 1)) * power_of_two(-shift);
}

}  // namespace gradvet
