#include "oracles/settled_mean.hpp"

#include "oracles/reachable.hpp"

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

/// |answer·total - sum| is at most this, in the unit of the sums: every term and the product lost less than a
/// unit. Nothing where the answer is not finite or far off.
std::optional<Integer128> greatest_error(double answer, const CutSums& sums, std::int64_t total) {
  const Binary64 parts = split(answer);
  if (!parts.is_finite) return std::nullopt;
  const Integer128 product = Integer128{parts.significand} * total;  // 53 and 63 bits
  if (product != 0 && bit_count(product) + parts.exponent - sums.unit > kMostBits) return std::nullopt;
  bool was_cut = false;
  const Integer128 scaled = cut_to_unit(product, parts.exponent, sums.unit, was_cut);
  return magnitude_of((parts.is_negative ? -scaled : scaled) - sums.sum) + sums.cut + (was_cut ? 1 : 0);
}

}  // namespace

std::optional<double> settle_mean(double answer, const CutSums& sums, std::int64_t total, std::uint64_t rows,
                                  const rounding::LeastAllowance& least) {
  const std::uint64_t coefficient = least.coefficient(sums.nonzero);
  if (kCutSumBits + bit_count(coefficient) - least.accumulator_bits > kMostBits) return std::nullopt;
  const std::optional<Integer128> greatest = greatest_error(answer, sums, total);
  if (!greatest) return std::nullopt;
  const Integer128 error = *greatest;
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

std::optional<double> settle_nearest(double answer, const CutSums& sums, std::int64_t total,
                                     const FloatFormat& format, Subnormals subnormals) {
  const std::optional<Integer128> error = greatest_error(answer, sums, total);
  if (!error) return std::nullopt;
  const Binary64 parts = split(answer);
  if (parts.significand == 0) return *error == 0 ? std::optional(0.0) : std::nullopt;
  const int top = parts.exponent + bit_count(parts.significand) - 1;
  // Beyond the largest finite number there is no neighbour; what is flushed has none of its own size.
  if (top >= format.max_exponent) return std::nullopt;
  if (subnormals == Subnormals::kFlushedToZero && top < format.min_exponent) return std::nullopt;
  if (*error == 0) return 0.0;
  // Half the way to the nearer neighbour: below a power of two they lie twice as dense.
  const bool is_power = (parts.significand & (parts.significand - 1)) == 0 && top > format.min_exponent;
  const int half = std::max(top, format.min_exponent) - format.precision - (is_power ? 1 : 0);
  if (*error >= scaled_down(total, half - sums.unit)) return std::nullopt;
  return 1.0;
}

std::optional<MeanProof> MeanProof::of(const Profile& profile, const rounding::Coefficients& with,
                                       std::uint64_t rows, std::int64_t total) {
  const rounding::Arithmetic arithmetic = rounding::arithmetic_of(profile);
  const auto least = rounding::least_allowance(rows, with, arithmetic);
  if (!least) return std::nullopt;
  MeanProof proof(arithmetic, *least);
  proof.rows_ = rows;
  proof.total_ = total;
  // Equality is asked of exact results, and the nearest value is what its own proof is about.
  proof.asks_order_ = has_sharp_rule(profile) && arithmetic.output != nullptr &&
                      profile.order != SummationOrder::kCorrectlyRounded;
  if (proof.asks_order_) proof.order_ = PlainOrder::of(profile, total);
  return proof;
}

std::optional<double> MeanProof::excess_of(double answer, const CutSums& sums) const {
  if (arithmetic_.order == SummationOrder::kCorrectlyRounded && arithmetic_.output != nullptr)
    return settle_nearest(answer, sums, total_, *arithmetic_.output, arithmetic_.subnormals);
  return settle_mean(answer, sums, total_, rows_, least_);
}

}  // namespace gradvet
