#include "oracles/clipped_mean.hpp"

#include <cmath>
#include <string_view>
#include <vector>

#include "oracles/clipping_bound.hpp"
#include "oracles/domain.hpp"
#include "oracles/rational.hpp"
#include "oracles/scaled_column.hpp"
#include "oracles/settled_clipping.hpp"
#include "oracles/square_root.hpp"
#include "oracles/term_sums.hpp"

namespace gradvet::clipped_mean {

namespace {

constexpr std::string_view kGradients = "gradient_vectors";
constexpr std::string_view kCounts = "example_counts";
constexpr std::string_view kScales = "scales";

/// Numbers in the result: none where there are no rows.
std::size_t result_width(const Case& input) { return input.microbatches() == 0 ? 0 : input.width(); }

ScaledColumn column_of(const Case& input, std::size_t coordinate) {
  return {{input.reals(0).data() + coordinate, input.microbatches(), input.width()},
          input.reals(2),
          input.integers(1)};
}

double max_norm_of(const Case& input) { return input.reals(3)[0]; }
double eps_of(const Case& input) { return input.reals(4)[0]; }

ClippedColumns columns_of(const Case& input) {
  return {column_of(input, 0), input.width(), max_norm_of(input), eps_of(input)};
}

/// The mean before it is clipped.
struct Mean {
  std::vector<Rational> values;
  SquareRoot norm;
};

Mean mean_of(const Case& input) {
  Mean mean;
  Rational squares = 0;
  for (std::size_t j = 0; j < result_width(input); ++j) {
    const ScaledColumn column = column_of(input, j);
    mean.values.emplace_back(sum_of(column) / total_of(column.counts));
    squares += mean.values.back() * mean.values.back();
  }
  mean.norm = square_root(squares);
  return mean;
}

Rational coefficient_of(const Case& input, const Mean& mean) {
  return rounding::clip_coefficient(mean.norm.value, exact(max_norm_of(input)), exact(eps_of(input)));
}

/// What an exact accumulator may differ by: nothing but for a root that is no fraction.
void append_exact_bounds(const Case& input, const Mean& mean, std::vector<Rational>& out) {
  const Rational coefficient = coefficient_of(input, mean);
  const Rational root_error =
      mean.norm.is_exact || coefficient == 1 ? Rational(0) : power_of_two(-kExactRootBits);
  for (const Rational& value : mean.values) out.emplace_back(abs(coefficient * value) * root_error);
}

/// The bounds of a number that is rounded.
void append_bounds(const Case& input, const Mean& mean, const rounding::Arithmetic& arithmetic,
                   Allowance& out) {
  rounding::Arithmetic before_storing = arithmetic;
  before_storing.output = arithmetic.accumulator;
  Allowance means;
  std::vector<Rational> absolute;
  for (std::size_t j = 0; j < mean.values.size(); ++j) {
    const rounding::Facts facts = facts_of(column_of(input, j), arithmetic);
    rounding::append_bound(facts, rounding::kUnscaledMean, before_storing, means);
    absolute.push_back(facts.absolute);
  }
  if (!means.unjudged.empty()) {
    out.unjudged = std::move(means.unjudged);
    return;
  }
  rounding::append_clipped({.values = mean.values,
                            .errors = means.bounds,
                            .absolute = absolute,
                            .rows = input.microbatches(),
                            .norm = mean.norm,
                            .max_norm = exact(max_norm_of(input)),
                            .eps = exact(eps_of(input))},
                           arithmetic, out);
}

std::optional<std::string> refuse_limits(const Case& input) {
  const double max_norm = max_norm_of(input);
  if (!std::isfinite(max_norm) || !(max_norm > 0.0))
    return "max_norm is " + domain::in_words(max_norm) + "; it is finite and above 0.";
  const double eps = eps_of(input);
  if (!std::isfinite(eps) || !(eps >= 0.0))
    return "eps is " + domain::in_words(eps) + "; it is finite and 0 or more.";
  return std::nullopt;
}

}  // namespace

std::optional<std::string> refuse(const Case& input, const Profile& profile) {
  const domain::Reals gradients{kGradients, input.reals(0), input.width()};
  const domain::Integers counts{kCounts, input.integers(1)};
  const domain::Reals scales{kScales, input.reals(2)};
  if (auto why = domain::refuse_lengths(kGradients, input.microbatches(), kCounts, counts.numbers.size()))
    return why;
  if (auto why = domain::refuse_lengths(kGradients, input.microbatches(), kScales, scales.numbers.size()))
    return why;
  if (auto why = domain::refuse_values(gradients, profile.input, "input")) return why;
  if (auto why = domain::refuse_counts(counts, domain::ZeroTotal::kRefused)) return why;
  if (auto why = domain::refuse_scales(scales, profile)) return why;
  for (std::size_t i = 0; i < scales.numbers.size(); ++i)
    if (scales.numbers[i] == 0.0) return "scales[" + std::to_string(i) + "] is 0; here a scale is above 0.";
  if (auto why = refuse_limits(input)) return why;
  return domain::refuse_uncounted(counts, gradients);
}

void expect(const Case& input, ExactAnswer& out) {
  out.shape = AnswerShape::kList;
  out.rows.clear();
  Mean mean = mean_of(input);
  const Rational coefficient = coefficient_of(input, mean);
  if (coefficient != 1)
    for (Rational& value : mean.values) value *= coefficient;
  out.numbers = std::move(mean.values);
}

void allow(const Case& input, const rounding::Arithmetic& arithmetic, Allowance& out) {
  out.bounds.clear();
  out.exact_bounds.clear();
  out.reachable.clear();
  out.unjudged.clear();
  if (result_width(input) == 0) return;
  const bool is_nearest = arithmetic.order == SummationOrder::kCorrectlyRounded;
  const bool is_bounded = arithmetic.output != nullptr && !is_nearest && arithmetic.accumulator != nullptr;
  if (is_bounded && is_surely_too_long(columns_of(input), arithmetic)) {
    out.unjudged = rounding::too_long(arithmetic);
    return;
  }
  const Mean mean = mean_of(input);
  append_exact_bounds(input, mean, out.exact_bounds);
  if (arithmetic.output == nullptr) {
    out.bounds = out.exact_bounds;
    return;
  }
  if (is_bounded) return append_bounds(input, mean, arithmetic, out);
  const Rational coefficient = coefficient_of(input, mean);
  for (std::size_t j = 0; j < mean.values.size() && out.unjudged.empty(); ++j) {
    const Rational value = coefficient * mean.values[j];
    if (is_nearest) {
      rounding::append_nearest(value, arithmetic, out);
      if (out.unjudged.empty()) out.bounds.back() += out.exact_bounds[j];
    } else {
      rounding::append_stored(value, out.exact_bounds[j], arithmetic, out);
    }
  }
}

void allow(const Case& input, const Profile& profile, Allowance& out) {
  allow(input, rounding::arithmetic_of(profile), out);
}

std::optional<double> settle(const Case& input, const Profile& profile, std::span<const double> numbers) {
  if (numbers.size() != result_width(input)) return std::nullopt;
  if (numbers.empty()) return 0.0;
  return settle_clipping(columns_of(input), rounding::arithmetic_of(profile), numbers);
}

}  // namespace gradvet::clipped_mean
