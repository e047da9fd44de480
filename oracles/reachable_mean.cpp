#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "oracles/rational.hpp"
#include "oracles/reachable.hpp"

namespace gradvet {

namespace {

/// `value` as the format holds it; nothing where it overflows.
std::optional<Rational> held(const Rational& value, NumberFormat format, Subnormals subnormals) {
  if (format == NumberFormat::kExact) return value;
  const double rounded = encode(value, float_format(format), subnormals);
  if (!std::isfinite(rounded)) return std::nullopt;
  return exact(rounded);
}

std::optional<ReachableInterval> one_value(const std::optional<Rational>& value) {
  if (!value) return std::nullopt;
  return ReachableInterval{*value, *value};
}

/// The values that `value` can have in the format: one, but for what may or may not be flushed. Nothing where
/// it overflows.
std::optional<ReachableInterval> stored(const Rational& value, NumberFormat format, Subnormals subnormals) {
  const std::optional<ReachableInterval> rounded = one_value(held(value, format, subnormals));
  if (!rounded || format == NumberFormat::kExact || subnormals == Subnormals::kKept ||
      !may_be_flushed(value, float_format(format)))
    return rounded;
  return hull(*rounded, {0, 0});
}

/// The same for an interval: both ends of what is stored grow with the value.
std::optional<ReachableInterval> stored(const ReachableInterval& values, NumberFormat format,
                                        Subnormals subnormals) {
  const auto low = stored(values.least, format, subnormals);
  const auto high = stored(values.greatest, format, subnormals);
  if (!low || !high) return std::nullopt;
  return ReachableInterval{low->least, high->greatest};
}

/// True if what is flushed is not said: whether a subnormal operand is, hardware sets apart from the results
/// (x86: DAZ beside FTZ). A sum that is subnormal needs no rounding, so that all hardware flushes it alike.
bool has_subnormal_operand(std::span<const Rational> terms, const Profile& profile) {
  return profile.subnormals == Subnormals::kFlushedToZero &&
         std::ranges::any_of(terms, [&](const Rational& term) { return is_subnormal(term, profile); });
}

/// The sums that the declared order can have.
std::optional<ReachableInterval> sums(std::span<const Rational> terms, const Profile& profile) {
  Rational exact_sum = 0;
  for (const Rational& term : terms) exact_sum += term;
  if (profile.accumulator == NumberFormat::kExact || profile.order == SummationOrder::kCorrectlyRounded)
    return ReachableInterval{exact_sum, exact_sum};
  const FloatFormat& format = float_format(profile.accumulator);
  if (has_subnormal_operand(terms, profile)) return std::nullopt;
  switch (profile.order) {
    case SummationOrder::kSequential:
      return one_value(sequential_sum(terms, format, profile.subnormals));
    case SummationOrder::kPairwise:
      return one_value(pairwise_sum(terms, format, profile.subnormals));
    case SummationOrder::kSumThenDivide:
      // Flushing loses even what no addition rounds.
      if (profile.subnormals == Subnormals::kKept && is_rounding_free(terms, format))
        return ReachableInterval{exact_sum, exact_sum};
      return reachable_sum(terms, format, SumTrees::kAll, profile.subnormals);
    case SummationOrder::kAny:
    case SummationOrder::kSum:
    case SummationOrder::kCorrectlyRounded:
      break;
  }
  return std::nullopt;
}

}  // namespace

ReachableInterval hull(const ReachableInterval& one, const ReachableInterval& other) {
  return {std::min(one.least, other.least), std::max(one.greatest, other.greatest)};
}

std::optional<ReachableInterval> stored_value(const Rational& value, std::span<const NumberFormat> formats,
                                              const Profile& profile) {
  if (profile.accumulator == NumberFormat::kExact) return one_value(value);
  std::optional<ReachableInterval> all = stored(value, profile.accumulator, profile.subnormals);
  for (const NumberFormat format : formats) {
    if (!all || format == NumberFormat::kExact ||
        !is_contained(&float_format(profile.accumulator), &float_format(format)))
      continue;
    const auto computed = stored(value, format, profile.subnormals);
    if (!computed) return std::nullopt;
    const auto twice = stored(*computed, profile.accumulator, profile.subnormals);
    if (!twice) return std::nullopt;
    all = hull(*all, *twice);
  }
  return all;
}

std::optional<ReachableInterval> stored_quotient(const Rational& numerator, const Rational& divisor,
                                                 std::span<const NumberFormat> formats,
                                                 const Profile& profile) {
  return stored_value(numerator / divisor, formats, profile);
}

bool is_subnormal(const Rational& value, const Profile& profile) {
  const auto is_below = [&](NumberFormat format) {
    return format != NumberFormat::kExact && abs(value) < least_normal(float_format(format));
  };
  return !value.is_zero() && (is_below(profile.input) || is_below(profile.accumulator));
}

bool has_sharp_rule(const Profile& profile) {
  return profile.rounding == Rounding::kNearest && profile.order != SummationOrder::kAny &&
         profile.order != SummationOrder::kSum;
}

std::optional<ReachableInterval> reachable_mean(std::span<const Rational> terms, const Rational& total,
                                                const Profile& profile) {
  if (!has_sharp_rule(profile)) return std::nullopt;
  const std::optional<ReachableInterval> sum = sums(terms, profile);
  if (!sum) return std::nullopt;
  if (profile.order == SummationOrder::kCorrectlyRounded)
    return stored(Rational(sum->least / total), profile.output, profile.subnormals);

  const std::optional<Rational> divisor = held(total, profile.counts, Subnormals::kKept);
  if (!divisor) return std::nullopt;
  // Division by a positive number and both roundings are monotone: the ends of the sums give those of the
  // means.
  const std::array computed_in = {profile.counts};
  const auto low = stored_quotient(sum->least, *divisor, computed_in, profile);
  const auto high = stored_quotient(sum->greatest, *divisor, computed_in, profile);
  if (!low || !high) return std::nullopt;
  return stored(hull(*low, *high), profile.output, profile.subnormals);
}

}  // namespace gradvet
