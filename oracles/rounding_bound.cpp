#include "oracles/rounding_bound.hpp"

#include <algorithm>
#include <bit>
#include <optional>

#include "oracles/fixed_integer.hpp"
#include "oracles/float_format.hpp"
#include "oracles/rational.hpp"

namespace gradvet::rounding {

namespace {

/// The absolute error of one rounding is 2 to this power.
int exponent_of_absolute(const FloatFormat& format, const Arithmetic& arithmetic) {
  if (arithmetic.subnormals == Subnormals::kFlushedToZero) return format.min_exponent;
  const int least_subnormal = format.min_exponent - format.precision + 1;
  return arithmetic.rounding == Rounding::kNearest ? least_subnormal - 1 : least_subnormal;
}

/// True if a value in the accumulator may have to be rounded to become one of the output format.
bool output_rounds(const Arithmetic& arithmetic) {
  if (arithmetic.output == nullptr) return false;
  if (arithmetic.accumulator == nullptr) return true;
  return !is_contained(arithmetic.accumulator, arithmetic.output);
}

/// What multiplies u·A/N, and at the same time bounds the roundings that one row goes through (κ): constant +
/// per_nonzero·nz.
struct AbsoluteCoefficient {
  std::uint64_t constant;
  std::uint64_t per_nonzero;
};

AbsoluteCoefficient absolute_coefficient(std::uint64_t rows, const Coefficients& with, SummationOrder order) {
  if (divides_once(order)) return {with.divide_constant, with.divide_rows};
  if (sums_first(order)) return {with.sum_constant, with.sum_rows};
  return {with.rows * rows + with.constant, 0};
}

/// Roundings in the format of the scales that one term meets: its scale; then a reciprocal, or the product
/// with N; or a ratio for each time that an accumulator is rescaled.
std::uint64_t scale_roundings(std::uint64_t rows, SummationOrder order) {
  constexpr std::uint64_t kReciprocal = 2;
  if (divides_once(order)) return 1;
  return sums_first(order) ? kReciprocal : std::max(kReciprocal, rows);
}

/// What they may cost, in units of A/N: nothing where the format is no coarser than the accumulator, for then
/// they are among the roundings that `with` counts.
Rational coarse_scales(std::uint64_t rows, const Coefficients& with, const Arithmetic& arithmetic) {
  const Rational coarse = unit_of(arithmetic.scales, arithmetic).relative;
  if (coarse <= unit_of(arithmetic.accumulator, arithmetic).relative) return 0;
  return coarse * (with.scale_roundings * scale_roundings(rows, arithmetic.order));
}

/// How many times the unit roundoff of rounded counts enters the second order.
constexpr int kCountsSecondOrder = 8;

/// The format of counts and the format of scales, whichever has the smaller largest value.
const FloatFormat* side_format(const Arithmetic& arithmetic) {
  if (arithmetic.counts == nullptr) return arithmetic.scales;
  if (arithmetic.scales == nullptr) return arithmetic.counts;
  return arithmetic.scales->max_exponent < arithmetic.counts->max_exponent ? arithmetic.scales
                                                                           : arithmetic.counts;
}

/// Of the accumulator, or of what rounds beside an exact one: many rows cost roundings of their scales.
std::string_view coarsest_name(const Arithmetic& arithmetic) {
  for (const FloatFormat* format : {arithmetic.accumulator, arithmetic.scales, arithmetic.counts})
    if (format != nullptr) return format->name;
  return "exact";
}

/// Why no bound holds in the accumulator and beside it; empty where one does. `second_order` is κu.
std::string why_unjudged(const Facts& facts, const Unit& unit, const Rational& second_order,
                         const Rational& mean_underflow, const Arithmetic& arithmetic) {
  if (2 * second_order >= 1)
    return 4 * facts.lost >= 1 ? "roundoff: weights near the least normal " +
                                     std::string(arithmetic.accumulator->name) + " may be lost."
                               : "roundoff: " + std::to_string(facts.rows) + " terms are too many for " +
                                     std::string(coarsest_name(arithmetic)) +
                                     "; honest errors may be as large as the values.";
  const Rational growth = 1 / (1 - second_order);
  const Rational reach = facts.reach + facts.reach_per_mean * mean_underflow;
  if (unit.largest && std::max(facts.absolute, reach) * growth > *unit.largest)
    return beyond("an intermediate value", *arithmetic.accumulator);
  const FloatFormat* side = side_format(arithmetic);
  if (side != nullptr && facts.side_reach * growth > largest_finite(*side))
    return beyond("a product or quotient of counts and scales", *side);
  return {};
}

}  // namespace

std::string beyond(std::string_view what, const FloatFormat& format) {
  return "overflow: " + std::string(what) + " can pass the largest finite " + std::string(format.name) + ".";
}

Unit unit_of(const FloatFormat* format, const Arithmetic& arithmetic) {
  if (format == nullptr) return {};
  const int coarser = arithmetic.rounding == Rounding::kNearest ? 0 : 1;
  Unit unit;
  unit.relative = power_of_two(coarser - format->precision);
  unit.absolute = power_of_two(exponent_of_absolute(*format, arithmetic));
  unit.largest = largest_finite(*format);
  return unit;
}

Arithmetic arithmetic_of(const Profile& profile) {
  return {format_or_exact(profile.input),
          format_or_exact(profile.accumulator),
          format_or_exact(profile.output),
          format_or_exact(profile.counts),
          format_or_exact(profile.scales),
          profile.order,
          profile.subnormals,
          profile.rounding};
}

bool sums_first(SummationOrder order) { return order != SummationOrder::kAny; }

bool divides_once(SummationOrder order) { return sums_first(order) && order != SummationOrder::kSum; }

Counts exactness_of(std::span<const std::int64_t> counts, std::int64_t total, const Arithmetic& arithmetic) {
  const FloatFormat* format = arithmetic.counts;
  if (format == nullptr) return Counts::kExact;
  if (!sums_first(arithmetic.order)) {
    // A running mean holds totals of any of the counts: multiples of a power of two, up to 2^p of it.
    std::int64_t all_bits = 0;
    for (const std::int64_t count : counts) all_bits |= count;
    if (all_bits == 0) return Counts::kExact;
    const int zeros = std::countr_zero(static_cast<std::uint64_t>(all_bits));
    const bool all_fit = (total >> zeros) <= std::int64_t{1} << format->precision;
    return all_fit && zeros <= format->max_exponent ? Counts::kExact : Counts::kRounded;
  }
  // A total of 2^63 - 1 is no float64 itself: compare the integer that the float64 holds.
  const auto is_value = [format](std::int64_t count) {
    constexpr double kLimit = 0x1p63;
    const double nearest = static_cast<double>(count);
    return nearest < kLimit && static_cast<std::int64_t>(nearest) == count &&
           is_representable(nearest, *format);
  };
  return is_value(total) && std::all_of(counts.begin(), counts.end(), is_value) ? Counts::kExact
                                                                                : Counts::kRounded;
}

void append_bound(const Facts& facts, const Coefficients& with, const Arithmetic& arithmetic,
                  Allowance& out) {
  if (!out.unjudged.empty()) return;
  if (arithmetic.output == nullptr) {
    out.bounds.emplace_back(0);
    return;
  }
  if (arithmetic.order == SummationOrder::kCorrectlyRounded) {
    append_nearest(facts.value, arithmetic, out);
    return;
  }

  const Unit unit = unit_of(arithmetic.accumulator, arithmetic);
  const bool is_any = !sums_first(arithmetic.order);
  const Rational rows(facts.rows);
  const AbsoluteCoefficient factors = absolute_coefficient(facts.rows, with, arithmetic.order);
  const Rational coefficient(factors.constant + factors.per_nonzero * facts.nonzero);
  const Rational counts_unit =
      facts.counts == Counts::kRounded ? unit_of(arithmetic.counts, arithmetic).relative : Rational(0);
  const Rational scales_cost = coarse_scales(facts.rows, with, arithmetic);
  const bool casts_inputs = !is_contained(arithmetic.input, arithmetic.accumulator);
  const Rational second_order = (coefficient + (casts_inputs ? with.input_roundings : 0)) * unit.relative +
                                kCountsSecondOrder * counts_unit + scales_cost + facts.lost;
  out.unjudged = why_unjudged(facts, unit, second_order, 0, arithmetic);
  if (!out.unjudged.empty()) return;
  Rational underflow = 4 * rows + facts.absolute + 2 * rows * facts.greatest + facts.underflow;
  if (is_any) underflow += facts.absolute + facts.total * facts.greatest;
  if (arithmetic.subnormals == Subnormals::kFlushedToZero) underflow += rows + rows * facts.input_weight;
  underflow *= unit.absolute;
  const Rational partial_underflow = facts.partial_underflow * unit.absolute;
  if (facts.reach_per_mean != 0)
    out.unjudged = why_unjudged(facts, unit, second_order, underflow + partial_underflow, arithmetic);
  if (!out.unjudged.empty()) return;

  const Rational absolute_mean = facts.absolute / facts.total;
  Rational in_units = coefficient * absolute_mean;
  if (is_any) in_units += (with.greatest_rows * rows + with.greatest) * (facts.greatest + partial_underflow);
  Rational bound = unit.relative * in_units;
  if (is_any && facts.presented_error) {
    const Rational sums = unit.relative * (facts.nonzero + with.sum_constant) * absolute_mean;
    bound = std::min(bound, std::max<Rational>(sums, *facts.presented_error / facts.total));
  }

  // Roundings to formats of their own: README, "Counts and scales".
  bound +=
      counts_unit * (is_any ? Rational(3 * absolute_mean + 2 * facts.greatest) : Rational(2 * absolute_mean));
  bound += scales_cost * absolute_mean;
  if (casts_inputs)
    bound += with.input_roundings * unit.relative * absolute_mean + rows * facts.input_weight * unit.absolute;
  bound += 2 * facts.lost * facts.greatest;
  bound /= 1 - second_order;

  bound += underflow + facts.apart;

  append_stored(facts.value, std::move(bound), arithmetic, out);
}

void append_stored(const Rational& value, Rational bound, const Arithmetic& arithmetic, Allowance& out) {
  if (output_rounds(arithmetic)) {
    const Unit output = unit_of(arithmetic.output, arithmetic);
    const Rational farthest = abs(value) + bound;
    if (farthest > *output.largest) {
      out.unjudged = beyond("the result", *arithmetic.output);
      return;
    }
    bound += output.relative * farthest + output.absolute;
  }
  out.bounds.push_back(std::move(bound));
}

void append_nearest(const Rational& value, const Arithmetic& arithmetic, Allowance& out) {
  if (abs(value) > largest_finite(*arithmetic.output)) {
    out.unjudged = beyond("the result", *arithmetic.output);
    return;
  }
  const bool is_flushed =
      arithmetic.subnormals == Subnormals::kFlushedToZero && may_be_flushed(value, *arithmetic.output);
  const Rational farthest =
      is_flushed ? Rational(0) : exact(encode(value, *arithmetic.output, arithmetic.subnormals));
  out.bounds.push_back(abs(farthest - value));
}

Rational presented_error(std::span<const Rational> terms, std::span<const std::int64_t> counts,
                         const Coefficients& with, const Arithmetic& arithmetic) {
  const Rational u = unit_of(arithmetic.accumulator, arithmetic).relative;
  // Roundings of a term within its step: 6, and those that form it.
  const std::uint32_t per_term = 6 + with.constant - kVectorMean.constant;
  Rational error = 0;
  Rational before = 0;  // P_{j-1}
  std::int64_t seen = 0;
  for (std::size_t j = 0; j < terms.size(); ++j) {
    const Rational sum = before + terms[j];
    Rational step = per_term * abs(terms[j]);
    if (seen > 0) {
      const Rational reached = abs(before) + error;
      step += 2 * reached + abs(sum) + error + 5 * reached * Rational(counts[j], seen);
    }
    error = few_digits_above((1 + u) * (error + u * step));
    before = sum;
    seen += counts[j];
  }
  return error;
}

namespace {

/// What append_bound() calls second order, whatever the numbers: every row not 0, counts rounded, inputs
/// cast. In units of 2^-kSecondOrderBits; nothing where it is not below 1/2.
std::optional<std::uint64_t> greatest_second_order(std::uint64_t rows, const AbsoluteCoefficient& factors,
                                                   const Coefficients& with, const Arithmetic& arithmetic) {
  constexpr std::uint64_t kManyRows = std::uint64_t{1} << 40;
  if (rows > kManyRows) return std::nullopt;
  const int coarser = arithmetic.rounding == Rounding::kNearest ? 0 : 1;
  const auto in_units = [&](std::uint64_t roundings, const FloatFormat* format) -> Integer128 {
    return format == nullptr ? 0 : Integer128{roundings} << (kSecondOrderBits + coarser - format->precision);
  };
  const Integer128 second_order =
      in_units(factors.constant + factors.per_nonzero * rows + with.input_roundings, arithmetic.accumulator) +
      in_units(kCountsSecondOrder, arithmetic.counts) +
      in_units(with.scale_roundings * scale_roundings(rows, arithmetic.order), arithmetic.scales);
  if (second_order >= Integer128{1} << (kSecondOrderBits - 1)) return std::nullopt;
  return static_cast<std::uint64_t>(second_order);
}

}  // namespace

std::optional<LeastAllowance> least_allowance(std::uint64_t rows, const Coefficients& with,
                                              const Arithmetic& arithmetic) {
  LeastAllowance least;
  // Twice the magnitudes bound the growth (κu < 1/2) and the farthest result.
  constexpr int kGrowthBits = 2;
  constexpr int kNoLimit = 1 << 20;
  least.judged_exponent = kNoLimit;
  for (const FloatFormat* format :
       {arithmetic.accumulator, arithmetic.output, arithmetic.counts, arithmetic.scales})
    if (format != nullptr)
      least.judged_exponent = std::min(least.judged_exponent, format->max_exponent - kGrowthBits);

  const bool is_exact = arithmetic.accumulator == nullptr;
  const AbsoluteCoefficient factors = absolute_coefficient(rows, with, arithmetic.order);
  const auto second_order = greatest_second_order(rows, factors, with, arithmetic);
  if (!second_order) return std::nullopt;
  least.second_order = *second_order;
  if (!is_exact) least.accumulator_bits = arithmetic.accumulator->precision;
  if (arithmetic.output == nullptr || arithmetic.order == SummationOrder::kCorrectlyRounded) return least;
  if (!is_exact) {
    least.underflow_exponent = exponent_of_absolute(*arithmetic.accumulator, arithmetic);
    least.constant = factors.constant;
    least.per_nonzero = factors.per_nonzero;
    if (!sums_first(arithmetic.order)) least.constant += with.greatest_rows * rows + with.greatest;
  }
  if (output_rounds(arithmetic)) {
    least.output_bits = arithmetic.output->precision;
    least.output_underflow_exponent = exponent_of_absolute(*arithmetic.output, arithmetic);
  }
  return least;
}

}  // namespace gradvet::rounding
