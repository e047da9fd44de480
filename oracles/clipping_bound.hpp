#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "oracles/rounding_bound.hpp"
#include "oracles/square_root.hpp"

/// What rounding may do to a vector that is scaled by min(1, max_norm / (2-norm + eps)). oracles/README.md,
/// "Clipping", derives it.
namespace gradvet::rounding {

/// By what a mean of this norm is multiplied. `max_norm` is above 0, `eps` 0 or more; a norm of 0 without eps
/// is not clipped.
Rational clip_coefficient(const Rational& norm, const Rational& max_norm, const Rational& eps);

/// The vector before it is clipped, and the limits.
struct Unclipped {
  std::span<const Rational> values;    ///< exact
  std::span<const Rational> errors;    ///< how far honest forms may have each of them
  std::span<const Rational> absolute;  ///< sums of magnitudes that each was made of
  std::uint64_t rows = 0;              ///< terms in each of those sums
  SquareRoot norm;                     ///< of the values
  Rational max_norm;
  Rational eps;
};

/// Appends how far honest forms may have each number once it is clipped and stored in the output format, or
/// says in `out.unjudged` why nothing holds. Neither the accumulator nor the output is exact.
void append_clipped(const Unclipped& from, const Arithmetic& arithmetic, Allowance& out);

/// Why nothing holds where a norm or its square can overflow.
std::string too_long(const Arithmetic& arithmetic);

}  // namespace gradvet::rounding
