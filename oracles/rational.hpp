#pragma once

#include "src/core/number.hpp"

namespace gradvet {

/// The exact value of a finite float64.
Rational exact(double number);

/// 2 to the power `exponent`, exactly.
Rational power_of_two(int exponent);

/// `numerator` / `denominator` · 2^exponent, brought to lowest terms once; `denominator` is above 0.
Rational fraction(Integer numerator, Integer denominator, int exponent);

/// Not below `value`, nearer to it than 2^-60 of it, and with few digits where the exponent is small: what is
/// computed from fractions again and again would grow with every step. `value` is not negative.
Rational few_digits_above(const Rational& value);

}  // namespace gradvet
