#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "oracles/float_format.hpp"
#include "src/core/contract.hpp"
#include "src/core/number.hpp"
#include "src/core/profile.hpp"

/// What rounding allows for a contract that is a mean: one implementation for all of them. oracles/README.md
/// derives the formulas and says what is proved.
namespace gradvet::rounding {

/// The integers in the bound of a mean-like contract, in units of the unit roundoff u. With n rows, nz of
/// them not 0, A the sum of magnitudes, N the total, M the greatest magnitude of a microbatch's own mean: any
/// honest form errs by at most (rows·n + constant)·A/N + (greatest_rows·n + greatest)·M, a form that sums
/// first by (sum_rows·nz + sum_constant)·A/N, and one that sums and divides once by (divide_rows·nz +
/// divide_constant)·A/N.
struct Coefficients {
  std::uint32_t rows = 3;
  std::uint32_t constant = 3;
  std::uint32_t greatest_rows = 0;
  std::uint32_t greatest = 5;
  std::uint32_t sum_rows = 1;
  std::uint32_t sum_constant = 4;
  std::uint32_t divide_rows = 1;
  std::uint32_t divide_constant = 0;
  std::uint32_t input_roundings = 1;  ///< that one term meets where inputs are cast
  std::uint32_t scale_roundings =
      0;  ///< 1 where terms are divided by scales, which have a format of their own
};

inline constexpr Coefficients kVectorMean{};
/// A term is a product: one rounding more where nothing but a sum and a division follow.
inline constexpr Coefficients kTokenMean{.divide_constant = 1};
inline constexpr Coefficients kUnscaledMean{
    .constant = 5, .sum_constant = 5, .divide_constant = 1, .scale_roundings = 1};

/// `rows` counts the ranks that have no microbatch too.
inline constexpr Coefficients kRankMean{.constant = 9, .greatest = 10, .sum_constant = 6};
/// `nonzero` counts the items with a weight: the total is a sum of floats too, of them.
inline constexpr Coefficients kWeightedMean{.rows = 4,
                                            .constant = 4,
                                            .greatest_rows = 1,
                                            .greatest = 5,
                                            .sum_rows = 2,
                                            .sum_constant = 3,
                                            .divide_rows = 2,
                                            .input_roundings = 3};

/// A profile's formats by what they are, so that the same bound can be asked for a format of a few bits.
/// Null: exact.
struct Arithmetic {
  const FloatFormat* input = nullptr;
  const FloatFormat* accumulator = nullptr;
  const FloatFormat* output = nullptr;
  const FloatFormat* counts = nullptr;
  const FloatFormat* scales = nullptr;
  SummationOrder order = SummationOrder::kAny;
  Subnormals subnormals = Subnormals::kKept;
  Rounding rounding = Rounding::kNearest;
};

Arithmetic arithmetic_of(const Profile& profile);

/// Relative and absolute error of one rounding to a format, as the profile rounds.
struct Unit {
  Rational relative = 0;  ///< u; 2u where rounding is not to nearest
  Rational absolute =
      0;  ///< η/2; η where rounding is not to nearest; the least normal where subnormals are flushed
  std::optional<Rational> largest;  ///< finite; absent: no limit
};
/// All zero for null, the exact format.
Unit unit_of(const FloatFormat* format, const Arithmetic& arithmetic);

/// The sentence for Allowance::unjudged where `what` may be too large for the format.
std::string beyond(std::string_view what, const FloatFormat& format);

/// Whether the counts and their totals are values of the declared counts format.
enum class Counts { kExact, kRounded };

/// What the bound needs of one coordinate.
struct Facts {
  std::uint64_t rows = 0;     ///< n: all of them, zeros too
  std::uint64_t nonzero = 0;  ///< nz
  Rational value;             ///< the exact result
  Rational absolute;          ///< A
  Rational total = 1;         ///< N
  Rational greatest;          ///< M
  Counts counts = Counts::kExact;
  /// More that underflow may cost, in units of half the accumulator's least subnormal, beyond what every mean
  /// has.
  Rational underflow = 0;
  /// The most that underflow may put into a running mean on its way, where that can be more than all that it
  /// costs the result, in the same units.
  Rational partial_underflow = 0;
  /// The most that an error of an input weighs in the sum of the terms.
  Rational input_weight = 1;
  /// The share of the total that may be lost because weights are flushed or cast below the least normal
  /// number.
  Rational lost = 0;
  /// Distance that no unit of the accumulator measures (scales in a format of their own).
  Rational apart = 0;
  /// What presented_error() gives, where the bound is to be that of usual implementations; absent: that of
  /// any honest form.
  std::optional<Rational> presented_error;
  /// The greatest magnitude besides A that the declared order can reach in the accumulator format, and by how
  /// much an absolute error of a running mean is multiplied there.
  Rational reach = 0;
  Rational reach_per_mean = 0;
  /// The same in the counts and scales formats; whichever of the two ends first counts.
  Rational side_reach = 0;
};

/// Appends the bound of one coordinate to `out`, or says in `out.unjudged` why there is none: a sentence that
/// starts with "overflow" where a value could pass the largest finite one, with "roundoff" where errors of
/// second order are as large as those of first. Nothing is appended once `out.unjudged` is set.
void append_bound(const Facts& facts, const Coefficients& coefficients, const Arithmetic& arithmetic,
                  Allowance& out);

/// Appends the bound of a number that honest forms have within `bound` of `value` before they store it in the
/// output format, or says in `out.unjudged` that it may be too large for that. The output is not exact.
void append_stored(const Rational& value, Rational bound, const Arithmetic& arithmetic, Allowance& out);

/// The same for SummationOrder::kCorrectlyRounded: the distance of the nearest number of the output format.
void append_nearest(const Rational& value, const Arithmetic& arithmetic, Allowance& out);

/// N times the most that a running mean errs, of `terms` (with scales: quotients) and their counts in this
/// order: E_n of oracles/README.md, "The suspect band". `accumulator` is not null.
Rational presented_error(std::span<const Rational> terms, std::span<const std::int64_t> counts,
                         const Coefficients& coefficients, const Arithmetic& arithmetic);

inline constexpr int kSecondOrderBits = 60;

/// The part of the bound that a fixed-width proof can use. With the rest of append_bound() left out (M is at
/// least A/N; second order, casts, rounded counts and the rest of underflow only add) the allowed |error|·N
/// is at least (coefficient(nz)·A)·2^-accumulator_bits + |sum|·2^-output_bits + 4n·N·2^underflow_exponent,
/// where append_bound() judges at all; it surely does where A, reach, side_reach and |value| are all below
/// 2^judged_exponent.
struct LeastAllowance {
  std::uint64_t constant = 0;
  std::uint64_t per_nonzero = 0;
  int accumulator_bits = 0;
  int output_bits = 0;  ///< 0: the output cast allows nothing
  int judged_exponent = 0;
  /// At least the second order of append_bound(), in units of 2^-kSecondOrderBits; below half of one.
  std::uint64_t second_order = 0;
  std::optional<int> underflow_exponent;         ///< absent: underflow allows nothing
  std::optional<int> output_underflow_exponent;  ///< the same of the output cast

  /// True if underflow surely leaves a running mean so near that it stays below 2^judged_exponent once it is
  /// multiplied by a count below 2^count_bits. `underflow_bits`: all that underflow may cost, in its unit, is
  /// below 2 to this power.
  bool is_underflow_small(int count_bits, int underflow_bits) const {
    return !underflow_exponent || *underflow_exponent + underflow_bits + count_bits <= judged_exponent;
  }
  std::uint64_t coefficient(std::uint64_t nonzero) const { return constant + per_nonzero * nonzero; }
};

/// For a case with so many rows. Nothing where it might not be judged whatever its numbers are.
std::optional<LeastAllowance> least_allowance(std::uint64_t rows, const Coefficients& coefficients,
                                              const Arithmetic& arithmetic);

/// Whether the declared order covers only forms that sum first (everything but SummationOrder::kAny).
bool sums_first(SummationOrder order);
/// Whether it has exactly one division and no other scaling.
bool divides_once(SummationOrder order);

/// Counts::kExact if the counts format has every count and total that the declared order may hold: every
/// count and the total, and the total of any of them where a running mean is honest. Sound and not complete.
Counts exactness_of(std::span<const std::int64_t> counts, std::int64_t total, const Arithmetic& arithmetic);

}  // namespace gradvet::rounding
