#include "oracles/unscaled_reachable.hpp"

#include <array>
#include <cmath>
#include <vector>

#include "oracles/rational.hpp"

namespace gradvet::unscaled_mean {

namespace {

/// A number as it came, and as a format holds it: what a quotient may be computed from.
std::optional<std::array<Rational, 2>> operands(double number, NumberFormat format, Subnormals subnormals) {
  const Rational exact_value = exact(number);
  if (format == NumberFormat::kExact) return std::array{exact_value, exact_value};
  const double held = encode(number, float_format(format), subnormals);
  if (!std::isfinite(held)) return std::nullopt;
  return std::array{exact_value, exact(held)};
}

/// Every value that the term a / s can have in the accumulator; s is above 0.
std::optional<ReachableInterval> term(double sum, double scale, const Profile& profile) {
  const auto numerators = operands(sum, profile.accumulator, profile.subnormals);
  const auto divisors = operands(scale, profile.scales, Subnormals::kKept);
  if (!numerators || !divisors) return std::nullopt;
  if (profile.subnormals == Subnormals::kFlushedToZero && is_subnormal((*numerators)[0], profile))
    return std::nullopt;
  const std::array computed_in = {profile.input, profile.scales};
  std::optional<ReachableInterval> all;
  for (const Rational& numerator : *numerators)
    for (const Rational& divisor : *divisors) {
      if (divisor.is_zero()) return std::nullopt;  // the scale underflows in its format
      const auto one = stored_quotient(numerator, divisor, computed_in, profile);
      if (!one) return std::nullopt;
      all = all ? hull(*all, *one) : *one;
    }
  return all;
}

enum class Omitted { kKeepTheirPlaces, kTakenOut };

/// Least and greatest value of each term.
struct Terms {
  std::vector<Rational> least;
  std::vector<Rational> greatest;
};

std::optional<Terms> terms_of(const Case& input, const Profile& profile, Omitted omitted) {
  Terms terms;
  for (std::size_t i = 0; i < input.microbatches(); ++i) {
    const double sum = input.reals(0)[i];
    const double scale = input.reals(1)[i];
    ReachableInterval value;
    if (scale == 0.0 && omitted == Omitted::kTakenOut) continue;
    if (scale != 0.0 && profile.order == SummationOrder::kCorrectlyRounded) {
      value.least = value.greatest = exact(sum) / exact(scale);
    } else if (scale != 0.0) {
      const auto held = term(sum, scale, profile);
      if (!held) return std::nullopt;
      value = *held;
    }
    terms.least.push_back(value.least);
    terms.greatest.push_back(value.greatest);
  }
  return terms;
}

std::optional<ReachableInterval> mean(const Case& input, std::int64_t total, const Profile& profile,
                                      Omitted omitted) {
  const std::optional<Terms> terms = terms_of(input, profile, omitted);
  if (!terms) return std::nullopt;
  // Sums, the division and the roundings are monotone in every term.
  const auto low = reachable_mean(terms->least, Rational(total), profile);
  if (!low || terms->least == terms->greatest) return low;
  const auto high = reachable_mean(terms->greatest, Rational(total), profile);
  if (!high) return std::nullopt;
  return hull(*low, *high);
}

}  // namespace

std::optional<ReachableInterval> reachable(const Case& input, std::int64_t total, const Profile& profile) {
  const auto with_zeros = mean(input, total, profile, Omitted::kKeepTheirPlaces);
  if (!with_zeros || profile.order != SummationOrder::kPairwise) return with_zeros;
  const auto without = mean(input, total, profile, Omitted::kTakenOut);
  if (!without) return std::nullopt;
  return hull(*with_zeros, *without);
}

}  // namespace gradvet::unscaled_mean
