#include "oracles/rounding_bound.hpp"

#include <algorithm>
#include <optional>

#include "oracles/float_format.hpp"
#include "oracles/rational.hpp"

namespace gradvet::rounding {

namespace {

/// Relative and absolute error of one rounding to a format, as the profile rounds.
struct Unit {
  Rational relative = 0;  ///< u; 2u where rounding is not to nearest
  Rational absolute =
      0;  ///< η/2; η where rounding is not to nearest; the least normal where subnormals are flushed
  std::optional<Rational> largest;  ///< finite; absent: no limit
};

/// The absolute error of one rounding is 2 to this power.
int exponent_of_absolute(const FloatFormat& format, const Profile& profile) {
  if (profile.subnormals == Subnormals::kFlushedToZero) return format.min_exponent;
  const int least_subnormal = format.min_exponent - format.precision + 1;
  return profile.rounding == Rounding::kNearest ? least_subnormal - 1 : least_subnormal;
}

Unit unit_of(NumberFormat number_format, const Profile& profile) {
  if (number_format == NumberFormat::kExact) return {};
  const FloatFormat& format = float_format(number_format);
  const int coarser = profile.rounding == Rounding::kNearest ? 0 : 1;
  Unit unit;
  unit.relative = power_of_two(coarser - format.precision);
  unit.absolute = power_of_two(exponent_of_absolute(format, profile));
  unit.largest = largest_finite(format);
  return unit;
}

/// True if a value in the accumulator may have to be rounded to become one of the output format.
bool output_rounds(const Profile& profile) {
  if (profile.output == NumberFormat::kExact) return false;
  if (profile.accumulator == NumberFormat::kExact) return true;
  return !is_contained(profile.accumulator, profile.output);
}

/// What multiplies u·A/N, and at the same time bounds the roundings that one row goes through (κ): constant +
/// per_nonzero·nz.
struct AbsoluteCoefficient {
  std::uint64_t constant;
  std::uint64_t per_nonzero;
};

AbsoluteCoefficient absolute_coefficient(std::uint64_t rows, const Coefficients& with, SummationOrder order) {
  if (divides_once(order)) return {with.divide_constant, 1};
  if (sums_first(order)) return {with.sum_constant, with.sum_rows};
  return {with.rows * rows + with.constant, 0};
}

std::string beyond(std::string_view what, NumberFormat format) {
  return "overflow: " + std::string(what) + " can pass the largest finite " + std::string(to_text(format)) +
         ".";
}

/// The format of counts and the format of scales, whichever has the smaller largest value.
NumberFormat side_format(const Profile& profile) {
  if (profile.counts == NumberFormat::kExact) return profile.scales;
  if (profile.scales == NumberFormat::kExact) return profile.counts;
  return float_format(profile.scales).max_exponent < float_format(profile.counts).max_exponent
             ? profile.scales
             : profile.counts;
}

/// Why no bound holds in the accumulator and beside it; empty where one does. `second_order` is κu.
std::string why_unjudged(const Facts& facts, const Unit& unit, const Rational& second_order,
                         const Profile& profile) {
  if (2 * second_order >= 1)
    return "roundoff: " + std::to_string(facts.rows) + " microbatches are too many for " +
           std::string(to_text(profile.accumulator)) + "; honest errors may be as large as the values.";
  const Rational growth = 1 / (1 - second_order);
  if (unit.largest && std::max(facts.absolute, facts.reach) * growth > *unit.largest)
    return beyond("an intermediate value", profile.accumulator);
  const NumberFormat side = side_format(profile);
  if (side != NumberFormat::kExact && facts.side_reach * growth > *unit_of(side, profile).largest)
    return beyond("a product or quotient of counts and scales", side);
  return {};
}

void append_nearest(const Facts& facts, const Profile& profile, Allowance& out) {
  const Unit output = unit_of(profile.output, profile);
  if (abs(facts.value) > *output.largest) {
    out.unjudged = beyond("the result", profile.output);
    return;
  }
  const Rational nearest = exact(encode(facts.value, float_format(profile.output), profile.subnormals));
  out.bounds.push_back(abs(nearest - facts.value));
}

}  // namespace

bool sums_first(SummationOrder order) { return order != SummationOrder::kAny; }

bool divides_once(SummationOrder order) { return sums_first(order) && order != SummationOrder::kSum; }

Counts exactness_of(std::span<const std::int64_t> counts, std::int64_t total, NumberFormat format) {
  if (format == NumberFormat::kExact) return Counts::kExact;
  // A total of 2^63 - 1 is no float64 itself: compare the integer that the float64 holds.
  const auto is_value = [format](std::int64_t count) {
    constexpr double kLimit = 0x1p63;
    const double nearest = static_cast<double>(count);
    return nearest < kLimit && static_cast<std::int64_t>(nearest) == count &&
           is_representable(nearest, format);
  };
  return is_value(total) && std::all_of(counts.begin(), counts.end(), is_value) ? Counts::kExact
                                                                                : Counts::kRounded;
}

void append_bound(const Facts& facts, const Coefficients& with, const Profile& profile, Allowance& out) {
  if (!out.unjudged.empty()) return;
  if (profile.output == NumberFormat::kExact) {
    out.bounds.emplace_back(0);
    return;
  }
  if (profile.order == SummationOrder::kCorrectlyRounded) {
    append_nearest(facts, profile, out);
    return;
  }

  const Unit unit = unit_of(profile.accumulator, profile);
  const bool is_any = !sums_first(profile.order);
  const Rational rows(facts.rows);
  const AbsoluteCoefficient factors = absolute_coefficient(facts.rows, with, profile.order);
  const Rational coefficient(factors.constant + factors.per_nonzero * facts.nonzero);
  const Rational second_order = coefficient * unit.relative;
  out.unjudged = why_unjudged(facts, unit, second_order, profile);
  if (!out.unjudged.empty()) return;

  const Rational absolute_mean = facts.absolute / facts.total;
  Rational in_units = coefficient * absolute_mean;
  if (is_any) in_units += (with.greatest_rows * rows + with.greatest) * facts.greatest;
  Rational bound = unit.relative * in_units;

  // Roundings to formats of their own: README, "Counts and scales".
  if (facts.counts == Counts::kRounded) {
    const Rational cost =
        is_any ? Rational(3 * absolute_mean + 2 * facts.greatest) : Rational(2 * absolute_mean);
    bound += unit_of(profile.counts, profile).relative * cost;
  }
  if (const Rational coarse = unit_of(profile.scales, profile).relative; coarse > unit.relative)
    bound += coarse * with.scale_roundings * absolute_mean;

  if (!is_contained(profile.input, profile.accumulator))
    bound += unit.relative * absolute_mean + rows * unit.absolute;
  bound /= 1 - second_order;

  Rational underflows = 4 * rows + facts.absolute + 2 * rows * facts.greatest + facts.underflow;
  if (profile.subnormals == Subnormals::kFlushedToZero) underflows += rows;
  bound += unit.absolute * underflows + facts.apart;

  if (output_rounds(profile)) {
    const Unit output = unit_of(profile.output, profile);
    const Rational farthest = abs(facts.value) + bound;
    if (farthest > *output.largest) {
      out.unjudged = beyond("the result", profile.output);
      return;
    }
    bound += output.relative * farthest + output.absolute;
  }
  out.bounds.push_back(std::move(bound));
}

std::optional<LeastAllowance> least_allowance(std::uint64_t rows, const Coefficients& with,
                                              const Profile& profile) {
  LeastAllowance least;
  // Twice the magnitudes bound the growth (κu < 1/2) and the farthest result.
  constexpr int kGrowthBits = 2;
  constexpr int kNoLimit = 1 << 20;
  least.judged_exponent = kNoLimit;
  for (const NumberFormat format : {profile.accumulator, profile.output, profile.counts, profile.scales})
    if (format != NumberFormat::kExact)
      least.judged_exponent =
          std::min(least.judged_exponent, float_format(format).max_exponent - kGrowthBits);

  const bool is_exact = profile.accumulator == NumberFormat::kExact;
  const AbsoluteCoefficient factors = absolute_coefficient(rows, with, profile.order);
  if (!is_exact) {
    constexpr std::uint64_t kManyRows = std::uint64_t{1} << 40;
    least.accumulator_bits = float_format(profile.accumulator).precision;
    if (rows > kManyRows ||
        factors.constant + factors.per_nonzero * rows >= std::uint64_t{1} << (least.accumulator_bits - 2))
      return std::nullopt;
  }
  if (profile.output == NumberFormat::kExact || profile.order == SummationOrder::kCorrectlyRounded)
    return least;
  if (!is_exact) {
    least.underflow_exponent = exponent_of_absolute(float_format(profile.accumulator), profile);
    least.constant = factors.constant;
    least.per_nonzero = factors.per_nonzero;
    if (!sums_first(profile.order)) least.constant += with.greatest_rows * rows + with.greatest;
  }
  if (output_rounds(profile)) {
    least.output_bits = float_format(profile.output).precision;
    least.output_underflow_exponent = exponent_of_absolute(float_format(profile.output), profile);
  }
  return least;
}

}  // namespace gradvet::rounding
