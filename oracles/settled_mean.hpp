#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "oracles/fixed_integer.hpp"
#include "oracles/plain_order.hpp"
#include "oracles/rounding_bound.hpp"
#include "oracles/term_sums.hpp"

namespace gradvet {

/// Bits that the magnitudes of a cut sum may need; the rest of an Integer128 is room for what follows.
inline constexpr int kCutSumBits = 112;

/// Sums of terms of any exponents in 128 bits: what lies below the unit is cut off each term.
struct CutSums {
  Integer128 sum = 0;       ///< in units of 2^unit; the exact sum is nearer than `cut`
  Integer128 absolute = 0;  ///< of the magnitudes: at most the exact one, which is nearer than `cut`
  std::uint64_t nonzero = 0;
  int unit = 0;
  std::uint64_t cut = 0;  ///< terms that lost bits
};

/// `magnitude`·2^exponent in units of 2^unit, rounded down; `was_cut` is set where bits were lost. The caller
/// knows that it fits.
inline Integer128 cut_to_unit(Integer128 magnitude, int exponent, int unit, bool& was_cut) {
  const int shift = exponent - unit;
  if (shift >= 0) return magnitude == 0 ? 0 : magnitude << shift;
  if (shift <= -kInteger128Bits) {
    was_cut = was_cut || magnitude != 0;
    return 0;
  }
  const Integer128 result = magnitude >> -shift;
  was_cut = was_cut || (result << -shift) != magnitude;
  return result;
}

/// The sums of a column, or nothing where it has too many rows.
inline std::optional<CutSums> cut_sums_of(const Column& column) {
  const int room = kCutSumBits - (kBinary64FractionBits + 1) - bit_count(std::uint64_t{column.size});
  if (room < 0) return std::nullopt;
  double greatest = 0.0;
  for (std::size_t row = 0; row < column.size; ++row) greatest = std::max(greatest, std::abs(column[row]));
  CutSums sums;
  sums.unit = split(greatest).exponent - room;
  for (std::size_t row = 0; row < column.size; ++row) {
    const Binary64 parts = split(column[row]);
    bool was_cut = false;
    const Integer128 magnitude = cut_to_unit(parts.significand, parts.exponent, sums.unit, was_cut);
    sums.sum += parts.is_negative ? -magnitude : magnitude;
    sums.absolute += magnitude;
    sums.nonzero += parts.significand != 0;
    sums.cut += was_cut;
  }
  return sums;
}

/// Moves the sums to a unit in which the magnitudes have kCutSumBits bits, so that few bits of an answer are
/// below it.
inline void spread(CutSums& sums) {
  const int shift = kCutSumBits - bit_count(sums.absolute);
  if (shift <= 0 || sums.cut != 0 || sums.absolute == 0) return;
  sums.sum <<= shift;
  sums.absolute <<= shift;
  sums.unit -= shift;
}

/// Proves that `answer`, a value of the format, is the one nearest to sum / `total`: 0 or 1, the excess of a
/// nearest value, or nothing where it is not, in a tie, and beside the ends of the format.
std::optional<double> settle_nearest(double answer, const CutSums& sums, std::int64_t total,
                                     const FloatFormat& format, Subnormals subnormals);

/// Proves that `answer` is no farther from the exact mean, sum / `total`, than `least` allows: an upper
/// estimate (0 … 1) of its distance in what is allowed, or nothing where it is farther, not finite, or where
/// what was cut off decides. The comparison is of integers, what was cut off counted against the answer; the
/// estimate alone is a float64, rounded up. `total` is above 0, `rows` the microbatches.
std::optional<double> settle_mean(double answer, const CutSums& sums, std::int64_t total, std::uint64_t rows,
                                  const rounding::LeastAllowance& least);

/// The fast proof for the answers to one case, whatever order the profile declares.
class MeanProof {
 public:
  /// Nothing where least_allowance() gives nothing. The profile outlives the proof; `total` is above 0.
  static std::optional<MeanProof> of(const Profile& profile, const rounding::Coefficients& with,
                                     std::uint64_t rows, std::int64_t total);

  const rounding::Arithmetic& arithmetic() const { return arithmetic_; }
  const rounding::LeastAllowance& least() const { return least_; }

  /// An upper estimate of the excess of one number, as a candidate gave it, or nothing. The caller knows that
  /// it is judged. `term_at(order, i)` is term i of `terms` as the accumulator of `order` holds it; only
  /// declared orders ask for it.
  template <class TermAt>
  std::optional<double> settle(double number, const CutSums& sums, std::size_t terms,
                               const TermAt& term_at) const {
    const double answer = arithmetic_.output == nullptr ? number : encode(number, *arithmetic_.output);
    const std::optional<double> excess = excess_of(answer, sums);
    if (!excess || !asks_order_) return excess;
    const auto held = [&](std::size_t i) { return term_at(*order_, i); };
    return order_ && order_->gives(answer, terms, held) ? excess : std::nullopt;
  }

 private:
  MeanProof(const rounding::Arithmetic& arithmetic, const rounding::LeastAllowance& least)
      : arithmetic_(arithmetic), least_(least) {}

  std::optional<double> excess_of(double answer, const CutSums& sums) const;

  rounding::Arithmetic arithmetic_;
  rounding::LeastAllowance least_;
  std::uint64_t rows_ = 0;
  std::int64_t total_ = 1;
  bool asks_order_ = false;  ///< whether allow() gives more than a bound
  std::optional<PlainOrder> order_;
};

}  // namespace gradvet
