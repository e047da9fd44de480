#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "oracles/rounding_bound.hpp"
#include "oracles/settled_mean.hpp"
#include "oracles/surely_judged.hpp"
#include "oracles/term_sums.hpp"

namespace gradvet {

/// One coordinate of microbatches that each carry a scale of their own: its terms are sums[i] / scales[i], 0
/// where the scale is 0. All three have an entry for each microbatch.
struct ScaledColumn {
  Column sums;
  std::span<const double> scales;
  std::span<const std::int64_t> counts;
};

/// The exact sum of the terms.
Rational sum_of(const ScaledColumn& column);

/// What the bound of their mean needs, without what usual implementations stay within. The counts total 1 or
/// more.
rounding::Facts facts_of(const ScaledColumn& column, const rounding::Arithmetic& arithmetic);

/// Sums of the terms in 128 bits; nothing where there are too many.
std::optional<CutSums> cut_sums_of(const ScaledColumn& column);

/// Exponents of powers of two above what rounding::append_bound() compares with the largest finite number.
struct GreatestExponents {
  int reach = 0;      ///< but for what underflow adds
  int underflow = 0;  ///< all that underflow costs, in its unit
};

/// From one above the sum of the magnitudes of the terms.
GreatestExponents greatest_exponents(const ScaledColumn& column, std::int64_t total, int sum_exponent);

/// Upper bounds of facts_of() but for its exact value, from the cut sums.
rounding::Magnitudes magnitudes_of(const ScaledColumn& column, std::int64_t total, const CutSums& sums,
                                   const rounding::Arithmetic& arithmetic);

}  // namespace gradvet
