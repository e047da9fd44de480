#pragma once

#include "src/core/number.hpp"

namespace gradvet {

/// The square root of a fraction. Most are irrational; then `value` is below the true root by less than
/// 2^-kRootBits of it.
struct SquareRoot {
  Rational value;
  bool is_exact = true;
};

/// Twice as many bits as a float64 has, and more: far below anything that rounding does.
inline constexpr int kRootBits = 127;

/// Of a fraction that is 0 or more. Equal fractions give equal roots, and root(4^k·q) is 2^k·root(q), also
/// where it is cut off.
SquareRoot square_root(const Rational& square);

/// Not below the true root, and with few digits.
Rational square_root_above(const Rational& square);

}  // namespace gradvet
