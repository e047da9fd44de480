#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "oracles/binary64.hpp"
#include "oracles/fixed_integer.hpp"
#include "src/core/number.hpp"

namespace gradvet {

/// One coordinate of a matrix: every `stride`-th number.
struct Column {
  const double* first = nullptr;
  std::size_t size = 0;
  std::size_t stride = 1;
  double operator[](std::size_t row) const { return first[row * stride]; }
};

/// Exponents of the last bits of the numbers that are not zero.
struct ExponentSpan {
  int least = std::numeric_limits<int>::max();
  int greatest = std::numeric_limits<int>::min();
  bool is_empty() const { return least > greatest; }
  int width() const { return is_empty() ? 0 : greatest - least; }
  void include(int exponent) {
    least = std::min(least, exponent);
    greatest = std::max(greatest, exponent);
  }
};

/// Sums over the terms of one coordinate. Every term is an integer in one common unit, a power of two over a
/// common denominator, so that nothing but integers is added: an exact fraction per addition would cost a gcd
/// each.
template <class Int>
struct TermSums {
  Int sum = 0;
  Int absolute = 0;         ///< of the magnitudes
  std::size_t nonzero = 0;  ///< terms that are not 0
};

/// `term_at(i)` is term i, an Int. The caller has proved that the sum of the magnitudes fits.
template <class Int, class TermAt>
TermSums<Int> sum_terms(std::size_t count, const TermAt& term_at) {
  TermSums<Int> sums;
  for (std::size_t i = 0; i < count; ++i) {
    Int term = term_at(i);
    if (term == 0) continue;
    ++sums.nonzero;
    sums.sum += term;
    if (term < 0)
      sums.absolute -= term;
    else
      sums.absolute += term;
  }
  return sums;
}

/// The greatest |term| / count over the terms with a count above 0, as a fraction; 0/1 where there is none.
template <class Int, class TermAt>
std::pair<Int, std::int64_t> greatest_mean(std::span<const std::int64_t> counts, const TermAt& term_at) {
  std::pair<Int, std::int64_t> greatest{0, 1};
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    Int magnitude = term_at(i);
    if (magnitude < 0) magnitude = -magnitude;
    if (magnitude * greatest.second > greatest.first * counts[i])
      greatest = {std::move(magnitude), counts[i]};
  }
  return greatest;
}

/// Below 2^63 in every domain.
inline std::int64_t total_of(std::span<const std::int64_t> counts) {
  std::int64_t total = 0;
  for (const std::int64_t count : counts) total += count;
  return total;
}

/// `number` in units of 2^unit; `unit` is at most the exponent of its last bit.
template <class Int>
Int in_units(double number, int unit) {
  const Binary64 parts = split(number);
  if (parts.significand == 0) return 0;
  Int term = parts.significand;
  term <<= parts.exponent - unit;
  if (parts.is_negative) term = -term;
  return term;
}

/// Exponents of the last bits of a column. The least magnitude has the least exponent, so that float64
/// comparisons do.
inline ExponentSpan exponents_of(const Column& column) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  double least = kNone;
  double greatest = 0.0;
  for (std::size_t row = 0; row < column.size; ++row) {
    const double magnitude = std::abs(column[row]);
    least = std::min(least, magnitude == 0.0 ? kNone : magnitude);
    greatest = std::max(greatest, magnitude);
  }
  if (greatest == 0.0) return {};
  return {split(least).exponent, split(greatest).exponent};
}

/// sum_terms() of a column where every number is a short integer in units of 2^unit, in hardware integers;
/// nothing where one is not. This is what ordinary numbers are: 3, -0.125, most float32.
inline std::optional<TermSums<Integer128>> sum_short_column(const Column& column, int unit) {
  constexpr double kLimit = 0x1p52;
  constexpr std::size_t kMostRows = 1U << 11;  // 2^11 terms below 2^52 stay below 2^63
  constexpr int kFarthestUnit = 1000;
  if (column.size > kMostRows || unit < -kFarthestUnit || unit > kFarthestUnit) return std::nullopt;
  const double scale =
      std::bit_cast<double>(static_cast<std::uint64_t>(1023 - unit) << kBinary64FractionBits);
  std::int64_t sum = 0;
  std::int64_t absolute = 0;
  std::size_t nonzero = 0;
  std::size_t present = 0;  // is more than `nonzero` where a product underflowed to 0
  bool all_short = true;
  for (std::size_t row = 0; row < column.size; ++row) {
    const double scaled = column[row] * scale;
    const double in_range = std::abs(scaled) < kLimit ? scaled : 0.5;
    const auto term = static_cast<std::int64_t>(in_range);
    all_short &= static_cast<double>(term) == in_range;
    sum += term;
    absolute += std::abs(term);
    nonzero += term != 0;
    present += column[row] != 0.0;
  }
  if (!all_short || nonzero != present) return std::nullopt;
  return TermSums<Integer128>{sum, absolute, nonzero};
}

/// Calls `use.template operator()<Int>()` with the narrowest integer type that holds magnitudes of `bits`
/// bits.
template <class Use>
decltype(auto) with_integer_of(int bits, const Use& use) {
  if (bits <= kInteger128Bits) return use.template operator()<Integer128>();
  if (bits <= kInteger256Bits) return use.template operator()<Integer256>();
  return use.template operator()<Integer>();
}

}  // namespace gradvet
