#include "oracles/settled_mean.hpp"

namespace gradvet {

namespace {

/// Most bits of what is added up below, so that a few such numbers can be added.
constexpr int kMostBits = kInteger128Bits - 3;

Integer128 magnitude_of(Integer128 value) { return value < 0 ? -value : value; }

/// `value`·2^exponent, rounded down; the largest number of kMostBits where it is larger than that.
Integer128 scaled_down(Integer128 value, int exponent) {
  if (value == 0 || exponent <= -kInteger128Bits) return 0;
  if (exponent <= 0) return value >> -exponent;
  if (bit_count(value) + exponent > kMostBits) return (Integer128{1} << kMostBits) - 1;
  return value << exponent;
}

/// At most `absolute`·`coefficient`·2^-bits.
Integer128 share_of(Integer128 absolute, std::uint64_t coefficient, int bits) {
  const int excess = std::clamp(bit_count(absolute) + bit_count(coefficient) - kMostBits, 0, bits);
  return ((absolute >> excess) * coefficient) >> (bits - excess);
}

}  // namespace

std::optional<double> settle_mean(double answer, const CutSums& sums, std::int64_t total, std::uint64_t rows,
                                  const rounding::LeastAllowance& least) {
  const Binary64 parts = split(answer);
  const std::uint64_t coefficient = least.coefficient(sums.nonzero);
  if (!parts.is_finite || kCutSumBits + bit_count(coefficient) - least.accumulator_bits > kMostBits)
    return std::nullopt;
  const Integer128 product = Integer128{parts.significand} * total;  // 53 and 63 bits
  if (product != 0 && bit_count(product) + parts.exponent - sums.unit > kMostBits) return std::nullopt;
  bool was_cut = false;
  const Integer128 scaled = cut_to_unit(product, parts.exponent, sums.unit, was_cut);
  // |answer·total - sum| is at most this: every term and the product lost less than a unit.
  const Integer128 error =
      magnitude_of((parts.is_negative ? -scaled : scaled) - sums.sum) + sums.cut + (was_cut ? 1 : 0);
  if (error == 0) return 0.0;

  Integer128 allowed = share_of(sums.absolute, coefficient, least.accumulator_bits);
  if (least.output_bits != 0) {
    const Integer128 least_sum = std::max<Integer128>(magnitude_of(sums.sum) - sums.cut, 0);
    allowed += least_sum >> least.output_bits;
  }
  if (least.underflow_exponent)
    allowed += scaled_down(Integer128{4 * rows} * total, *least.underflow_exponent - sums.unit);
  if (least.output_underflow_exponent)
    allowed += scaled_down(total, *least.output_underflow_exponent - sums.unit);
  if (error > allowed) return std::nullopt;
  // Two conversions and a quotient, each within 2^-53.
  constexpr double kRoundedUp = 1.0 + 0x1p-50;
  return std::min(1.0, static_cast<double>(error) / static_cast<double>(allowed) * kRoundedUp);
}

}  // namespace gradvet
