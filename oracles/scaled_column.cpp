#include "oracles/scaled_column.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "oracles/float_format.hpp"
#include "oracles/rational.hpp"

namespace gradvet {

namespace {

/// scaled_sum / scale = significand / odd * 2^exponent; significand 0 where the scale is 0, which omits the
/// microbatch.
struct Quotient {
  std::uint64_t significand = 0;
  std::uint64_t odd = 1;
  int exponent = 0;
  bool is_negative = false;
};

Quotient quotient_at(const ScaledColumn& column, std::size_t microbatch) {
  const Binary64 sum = split(column.sums[microbatch]);
  const Binary64 scale = split(column.scales[microbatch]);
  if (sum.significand == 0 || scale.significand == 0) return {};
  const int zeros = std::countr_zero(scale.significand);
  return {sum.significand, scale.significand >> zeros, sum.exponent - (scale.exponent + zeros),
          sum.is_negative};
}

/// All quotients are integers in units of 2^exponents.least / common.
struct CommonUnit {
  ExponentSpan exponents;
  Integer common = 1;
  /// Bits that the sum of the magnitudes may have.
  int sum_bits = 0;
};

CommonUnit common_unit(const ScaledColumn& column) {
  CommonUnit unit;
  for (std::size_t i = 0; i < column.sums.size; ++i) {
    const Quotient quotient = quotient_at(column, i);
    if (quotient.significand == 0) continue;
    unit.exponents.include(quotient.exponent);
    if (quotient.odd != 1) unit.common = lcm(unit.common, Integer(quotient.odd));
  }
  unit.sum_bits = kBinary64FractionBits + 1 + unit.exponents.width() + bit_count(unit.common) +
                  bit_count(std::uint64_t{column.sums.size});
  return unit;
}

template <class Int>
Int term_at(const ScaledColumn& column, const CommonUnit& unit, const Int& common, std::size_t microbatch) {
  const Quotient quotient = quotient_at(column, microbatch);
  if (quotient.significand == 0) return 0;
  Int term = quotient.odd == 1 ? common : Int(common / quotient.odd);
  term *= quotient.significand;
  term <<= quotient.exponent - unit.exponents.least;
  if (quotient.is_negative) term = -term;
  return term;
}

/// The sums that the result and its bound are made of.
void add_sums(const ScaledColumn& column, std::int64_t total, rounding::Facts& facts) {
  const CommonUnit unit = common_unit(column);
  if (unit.exponents.is_empty()) return;
  // A product with a count is compared to find the greatest mean.
  with_integer_of(unit.sum_bits + kBinary64FractionBits + 1, [&]<class Int>() {
    const Int common(unit.common);
    const auto term = [&](std::size_t i) { return term_at<Int>(column, unit, common, i); };
    const TermSums<Int> sums = sum_terms<Int>(column.sums.size, term);
    const auto [numerator, count] = greatest_mean<Int>(column.counts, term);
    facts.nonzero = sums.nonzero;
    const int exponent = unit.exponents.least;
    facts.value = fraction(to_integer(sums.sum), unit.common * total, exponent);
    facts.absolute = fraction(to_integer(sums.absolute), unit.common, exponent);
    facts.greatest = fraction(to_integer(numerator), unit.common * count, exponent);
  });
}

std::int64_t greatest_count(const ScaledColumn& column) {
  const std::span<const std::int64_t> counts = column.counts;
  return counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end());
}

/// What scaling back costs beside the mean itself (oracles/README.md, "Unscaling").
void add_scales(const ScaledColumn& column, std::int64_t total, const rounding::Arithmetic& arithmetic,
                rounding::Facts& facts) {
  double least_scale = 0.0;
  double greatest_scale = 0.0;
  for (const double scale : column.scales) {
    if (scale == 0.0) continue;
    greatest_scale = std::max(greatest_scale, scale);
    least_scale = least_scale == 0.0 ? scale : std::min(least_scale, scale);
  }
  if (least_scale == 0.0) return;
  const Rational least = exact(least_scale);
  const Rational greatest = exact(greatest_scale);
  facts.input_weight = std::max<Rational>(1, 1 / least);
  // A flushed scale divides by zero.
  if (arithmetic.subnormals == Subnormals::kFlushedToZero && arithmetic.scales != nullptr &&
      least < least_normal(*arithmetic.scales))
    facts.side_reach = 2 * largest_finite(*arithmetic.scales);
  if (rounding::divides_once(arithmetic.order)) return;

  for (std::size_t i = 0; i < column.sums.size; ++i) facts.underflow += abs(exact(column.sums[i]));
  facts.side_reach = std::max<Rational>({facts.side_reach, greatest * total, 1 / least});
  if (rounding::sums_first(arithmetic.order)) return;

  // An accumulator that is kept in the scale of the latest microbatch, and rescaled when that changes.
  const int per_row = arithmetic.subnormals == Subnormals::kKept ? 2 : 3;
  facts.underflow += per_row * facts.rows * facts.input_weight;
  // A streaming step multiplies a mean by the count of another row.
  facts.reach_per_mean = greatest_count(column);
  facts.reach =
      std::max<Rational>(facts.absolute * greatest, facts.absolute + facts.greatest * facts.reach_per_mean);
  const Rational spread = greatest / least;
  facts.side_reach = std::max(facts.side_reach, spread);
  if (arithmetic.scales != nullptr) {
    const Rational finest = arithmetic.subnormals == Subnormals::kKept ? least_subnormal(*arithmetic.scales)
                                                                       : least_normal(*arithmetic.scales);
    facts.apart = facts.rows * finest * facts.absolute / total * spread;
  }
}

/// Exponent of a power of two above the magnitude.
int top_of(const Quotient& quotient) {
  return quotient.exponent + bit_count(quotient.significand) - bit_count(quotient.odd) + 1;
}

/// The magnitude in units of 2^unit, rounded down; `was_cut` is set where that lost something.
Integer128 cut_to_unit(const Quotient& quotient, int unit, bool& was_cut) {
  if (quotient.odd == 1) return gradvet::cut_to_unit(quotient.significand, quotient.exponent, unit, was_cut);
  // Long division, as many bits at a time as leave a remainder below 2^53 inside 128 bits.
  constexpr int kStep = 64;
  Integer128 magnitude = quotient.significand / quotient.odd;
  Integer128 remainder = quotient.significand % quotient.odd;
  int shift = quotient.exponent - unit;
  for (; shift > 0; shift -= std::min(shift, kStep)) {
    const int step = std::min(shift, kStep);
    remainder <<= step;
    magnitude = (magnitude << step) + remainder / quotient.odd;
    remainder %= quotient.odd;
  }
  was_cut = was_cut || remainder != 0;
  return gradvet::cut_to_unit(magnitude, 0, -shift, was_cut);
}

}  // namespace

Rational sum_of(const ScaledColumn& column) {
  const CommonUnit unit = common_unit(column);
  if (unit.exponents.is_empty()) return 0;
  const Integer sum = with_integer_of(unit.sum_bits, [&]<class Int>() {
    const Int common(unit.common);
    const auto term = [&](std::size_t i) { return term_at<Int>(column, unit, common, i); };
    return Integer(to_integer(sum_terms<Int>(column.sums.size, term).sum));
  });
  return fraction(sum, unit.common, unit.exponents.least);
}

rounding::Facts facts_of(const ScaledColumn& column, const rounding::Arithmetic& arithmetic) {
  const std::int64_t total = total_of(column.counts);
  rounding::Facts facts;
  facts.rows = column.sums.size;
  facts.total = total;
  facts.counts = rounding::exactness_of(column.counts, total, arithmetic);
  add_sums(column, total, facts);
  add_scales(column, total, arithmetic, facts);
  return facts;
}

std::optional<CutSums> cut_sums_of(const ScaledColumn& column) {
  constexpr int kNone = std::numeric_limits<int>::min();
  int top = kNone;
  for (std::size_t i = 0; i < column.sums.size; ++i)
    if (const Quotient quotient = quotient_at(column, i); quotient.significand != 0)
      top = std::max(top, top_of(quotient));
  CutSums sums;
  if (top == kNone) return sums;
  const int row_bits = bit_count(std::uint64_t{column.sums.size});
  if (row_bits > kBinary64FractionBits) return std::nullopt;
  sums.unit = top + row_bits - kCutSumBits;
  for (std::size_t i = 0; i < column.sums.size; ++i) {
    const Quotient quotient = quotient_at(column, i);
    if (quotient.significand == 0) continue;
    bool was_cut = false;
    const Integer128 magnitude = cut_to_unit(quotient, sums.unit, was_cut);
    sums.sum += quotient.is_negative ? -magnitude : magnitude;
    sums.absolute += magnitude;
    ++sums.nonzero;
    sums.cut += was_cut;
  }
  return sums;
}

GreatestExponents greatest_exponents(const ScaledColumn& column, std::int64_t total, int sum_exponent) {
  int least_scale = std::numeric_limits<int>::max();
  int greatest_scale = std::numeric_limits<int>::min();
  for (const double number : column.scales) {
    const Binary64 scale = split(number);
    if (scale.significand == 0) continue;
    const int top = scale.exponent + bit_count(scale.significand);  // 2^(top-1) <= scale < 2^top
    least_scale = std::min(least_scale, top);
    greatest_scale = std::max(greatest_scale, top);
  }
  if (least_scale > greatest_scale) return {sum_exponent, 0};
  double greatest_sum = 0.0;
  for (std::size_t i = 0; i < column.sums.size; ++i)
    greatest_sum = std::max(greatest_sum, std::abs(column.sums[i]));
  const Binary64 sum = split(greatest_sum);
  const int total_bits = bit_count(static_cast<std::uint64_t>(total));
  const int row_bits = bit_count(std::uint64_t{column.sums.size});
  // A + M·n_max is at most A(1 + n_max).
  const int streaming = sum_exponent + bit_count(static_cast<std::uint64_t>(greatest_count(column))) + 1;
  const int reach =
      std::max({sum_exponent + std::max(greatest_scale, 0), streaming, greatest_scale + total_bits,
                2 - least_scale, greatest_scale - least_scale + 1});
  // 5n + (2 + 2n + N)A, n·max|a|, 4n·max(1, 1/s_min): four parts.
  const int underflow = std::max({row_bits + 3, sum_exponent + std::max(row_bits + 2, total_bits) + 1,
                                  row_bits + sum.exponent + bit_count(sum.significand),
                                  row_bits + 2 + std::max(0, 1 - least_scale)}) +
                        2;
  return {reach, underflow};
}

rounding::Magnitudes magnitudes_of(const ScaledColumn& column, std::int64_t total, const CutSums& sums,
                                   const rounding::Arithmetic& arithmetic) {
  rounding::Magnitudes magnitudes;
  magnitudes.rows = column.sums.size;
  magnitudes.total = total;
  magnitudes.absolute = Ceiling::of(sums.absolute + sums.cut, sums.unit);
  const std::span<const double> scales = column.scales;
  Ceiling greatest_scale, inverse;
  for (std::size_t i = 0; i < column.sums.size; ++i) {
    if (scales[i] == 0.0) continue;
    const Binary64 scale = split(scales[i]);
    greatest_scale = std::max(greatest_scale, Ceiling::of(scale));
    inverse = std::max(inverse, Ceiling::of(1).divided_by(scale));
    if (const std::int64_t count = column.counts[i]; count > 0)
      magnitudes.greatest = std::max(
          magnitudes.greatest,
          Ceiling::of(split(column.sums[i])).divided_by(scale).divided_by(static_cast<std::uint64_t>(count)));
  }
  if (inverse == Ceiling{}) return magnitudes;
  magnitudes.input_weight = std::max(Ceiling::of(1), inverse);
  // A scale that may be flushed: beyond every format.
  constexpr int kBeyond = 1 << 20;
  if (arithmetic.subnormals == Subnormals::kFlushedToZero && arithmetic.scales != nullptr &&
      inverse >= Ceiling::of(1, -arithmetic.scales->min_exponent))
    magnitudes.side_reach = Ceiling::of(1, kBeyond);
  if (rounding::divides_once(arithmetic.order)) return magnitudes;

  for (std::size_t i = 0; i < column.sums.size; ++i)
    magnitudes.underflow = magnitudes.underflow + Ceiling::of(split(column.sums[i]));
  magnitudes.side_reach = std::max({magnitudes.side_reach, greatest_scale * Ceiling::of(total), inverse});
  if (rounding::sums_first(arithmetic.order)) return magnitudes;

  constexpr int kPerRow = 3;
  magnitudes.underflow =
      magnitudes.underflow + Ceiling::of(kPerRow) * Ceiling::of(magnitudes.rows) * magnitudes.input_weight;
  magnitudes.reach_per_mean = greatest_count(column);
  magnitudes.reach =
      std::max(magnitudes.absolute * greatest_scale,
               magnitudes.absolute + magnitudes.greatest * Ceiling::of(magnitudes.reach_per_mean));
  const Ceiling spread = greatest_scale * inverse;
  magnitudes.side_reach = std::max(magnitudes.side_reach, spread);
  if (arithmetic.scales != nullptr) {
    const Ceiling finest = Ceiling::of(1, arithmetic.scales->min_exponent);  // at least the least subnormal
    magnitudes.apart = Ceiling::of(magnitudes.rows) * finest *
                       magnitudes.absolute.divided_by(static_cast<std::uint64_t>(total)) * spread;
  }
  return magnitudes;
}

}  // namespace gradvet
