#include "oracles/square_root.hpp"

#include <optional>

#include "oracles/fixed_integer.hpp"
#include "oracles/rational.hpp"

namespace gradvet {

namespace {

/// The root of a square; nothing for other numbers.
std::optional<Integer> whole_root(const Integer& square) {
  // Squares end in 0, 1, 4 or 9 to the base of 16: the others need no root.
  const auto last = static_cast<unsigned>(square & 15U);
  if (last != 0 && last != 1 && last != 4 && last != 9) return std::nullopt;
  Integer rest;
  Integer root = boost::multiprecision::sqrt(square, rest);
  return rest == 0 ? std::optional(std::move(root)) : std::nullopt;
}

}  // namespace

SquareRoot square_root(const Rational& square) {
  if (square == 0) return {};
  const Integer& numerator = boost::multiprecision::numerator(square);
  const Integer& denominator = boost::multiprecision::denominator(square);
  // In lowest terms both are squares, or the root is no fraction.
  if (const auto bottom = whole_root(denominator))
    if (const auto top = whole_root(numerator)) return {Rational(*top, *bottom), true};
  const int exponent = bit_count(numerator) - bit_count(denominator);
  const int shift = kRootBits + 1 - (exponent >> 1);
  const Rational scaled = square * power_of_two(2 * shift);
  const Integer whole = boost::multiprecision::numerator(scaled) / boost::multiprecision::denominator(scaled);
  return {Rational(Integer(boost::multiprecision::sqrt(whole))) * power_of_two(-shift), false};
}

Rational square_root_above(const Rational& square) {
  const SquareRoot root = square_root(square);
  return few_digits_above(root.is_exact ? root.value
                                        : Rational(root.value * (1 + power_of_two(1 - kRootBits))));
}

}  // namespace gradvet
