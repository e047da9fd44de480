#include "src/engine/fraction_fit.hpp"

namespace gradvet {

namespace {

Integer floor_of(const Rational& value) {
  const Integer top = numerator(value), bottom = denominator(value);
  Integer quotient = top / bottom;  // towards zero
  if (top < 0 && quotient * bottom != top) --quotient;
  return quotient;
}

/// 0 < low <= high.
Rational simplest_positive(const Rational& low, const Rational& high) {
  const Integer whole = floor_of(low);
  if (Rational(whole) == low) return low;  // an integer end point has denominator 1
  if (Rational(whole + 1) <= high) return Rational(whole + 1);
  const Rational rest = simplest_positive(1 / (high - whole), 1 / (low - whole));
  return whole + 1 / rest;
}

}  // namespace

Rational simplest_between(const Rational& low, const Rational& high) {
  if (low <= 0 && high >= 0) return 0;
  if (high < 0) return -simplest_positive(-high, -low);
  return simplest_positive(low, high);
}

std::optional<Rational> fit_fraction(const Rational& measured, const Rational& tolerance) {
  constexpr int kClearly = 1024;
  const Rational simplest = simplest_between(measured - tolerance, measured + tolerance);
  const Integer bottom = denominator(simplest);
  if (2 * tolerance * bottom * bottom * kClearly >= 1) return std::nullopt;
  return simplest;
}

}  // namespace gradvet
