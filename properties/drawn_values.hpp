#pragma once

#include <cstdint>
#include <span>

#include "properties/random_words.hpp"
#include "src/core/profile.hpp"

namespace gradvet {

/// How the values of a case are chosen.
enum class ValueKind {
  kIntegers,   ///< small integers of either sign
  kFractions,  ///< small multiples of 1/2, 1/4, 1/8
  kDense,      ///< full significands, magnitudes 2^-4 … 2^4
  kWideRange,  ///< full significands, exponents far apart
  kLarge,      ///< full significands, all large
  kSubnormal,  ///< below the least normal number of the format
  kOneHot,     ///< zero but for one entry, in the last rows
  kZero        ///< all zero
};

/// Exponents and significand that drawn values may have, so that a case's sums stay finite in the profile.
struct ValueRange {
  int precision;       ///< significand bits of the input format
  int least_exponent;  ///< 2^least_exponent is the least normal number
  int wide_low;        ///< exponents of kWideRange
  int wide_high;
  int large_low;  ///< exponents of kLarge
  int large_high;
};

/// `spare_bits`: how much larger than a value the candidate's intermediate results may be, as a power of two.
ValueRange value_range(const Profile& profile, int spare_bits);

/// Picks a kind; integers are the commonest, one-hot and integers where the profile is coarse.
ValueKind draw_value_kind(RandomWords& words, bool coarse);

/// Whether draw_values() looks at the range for values of this kind.
bool needs_range(ValueKind kind);

/// Fills rows of `width` values, each a value of the input format.
void draw_values(RandomWords& words, ValueKind kind, const ValueRange& range, std::size_t width,
                 std::span<double> values);

/// Makes every second row the negative of the one before it.
void cancel_rows(std::size_t width, std::span<double> values);

/// Copies the first row over some others.
void repeat_rows(RandomWords& words, std::size_t width, std::span<double> values);

/// Zeroes some rows.
void zero_rows(RandomWords& words, std::size_t width, std::span<double> values);

}  // namespace gradvet
