#include "properties/clipped_mean/clipped_mean_laws.hpp"

#include <algorithm>
#include <cmath>

#include "properties/case_edit.hpp"
#include "properties/clipped_mean/clipped_mean_contract.hpp"
#include "properties/law_edits.hpp"

namespace gradvet::clipped_mean {

namespace {

/// Factors are powers of two throughout: a root that had to be cut off keeps its digits then.
int power_of(std::uint64_t word) { return 1 + static_cast<int>(word % 3); }

std::optional<Case> merge_equal_scales(const Case& original, std::uint64_t word) {
  const auto scales = original.reals(kScales);
  if (std::ranges::any_of(scales, [&](double scale) { return scale != scales.front(); })) return std::nullopt;
  return law::merge_all(original, word);
}

/// The same power of two on one microbatch's scale and on its gradient.
std::optional<Case> rescale_one(const Case& original, std::uint64_t word) {
  if (original.microbatches() == 0) return std::nullopt;
  const std::size_t row = (word >> 8) % original.microbatches();
  const int exponent = law::exponent_of(word);
  Case changed = original;
  const auto is_scaled = [exponent](double& number) {
    const double before = number;
    number = std::ldexp(number, exponent);
    return std::isfinite(number) && std::ldexp(number, -exponent) == before;
  };
  const std::size_t width = original.width();
  if (!std::ranges::all_of(changed.reals(kGradients).subspan(row * width, width), is_scaled) ||
      !is_scaled(changed.reals(kScales)[row]))
    return std::nullopt;
  return changed;
}

std::optional<Case> rescale_all(const Case& original, std::uint64_t word) {
  const auto gradients = law::scale_reals(original, kGradients, law::exponent_of(word));
  return gradients ? law::scale_reals(*gradients, kScales, law::exponent_of(word)) : std::nullopt;
}

std::optional<Case> scale_counts_and_gradients(const Case& original, std::uint64_t word) {
  const auto gradients = law::scale_reals(original, kGradients, power_of(word));
  return gradients ? law::scale_integers(*gradients, kCounts, std::int64_t{1} << power_of(word))
                   : std::nullopt;
}

std::optional<Case> scale_gradients_and_limits(const Case& original, std::uint64_t word) {
  std::optional<Case> changed = original;
  for (const std::size_t argument : {kGradients, kMaxNorm, kEps})
    if (changed) changed = law::scale_reals(*changed, argument, law::exponent_of(word));
  return changed;
}

ExactAnswer predict_scaled_limits(const Case& original, const Case& changed, const ExactAnswer& result) {
  return law::predict_scaled(original, changed, kMaxNorm, result);
}

std::optional<Case> add_empty(const Case& original, std::uint64_t word) {
  std::optional<Case> changed = law::add_empty(original, word);
  // The new scale is the only one that is 0.
  if (changed) std::ranges::replace(changed->reals(kScales), 0.0, std::ldexp(1.0, power_of(word >> 8)));
  return changed;
}

std::optional<Case> add_zero_coordinate(const Case& original, std::uint64_t) {
  if (original.microbatches() == 0) return std::nullopt;
  auto columns = whole_selection(original.width());
  columns.push_back(kNewZeros);
  Case changed;
  select_coordinates(original, columns, changed);
  return changed;
}

ExactAnswer predict_zero_added(const Case&, const Case&, const ExactAnswer& result) {
  ExactAnswer predicted = result;
  predicted.numbers.emplace_back(0);
  return predicted;
}

std::optional<Case> reverse_coordinates(const Case& original, std::uint64_t) {
  if (original.width() < 2) return std::nullopt;
  auto columns = whole_selection(original.width());
  std::ranges::reverse(columns);
  Case changed;
  select_coordinates(original, columns, changed);
  return changed;
}

ExactAnswer predict_reversed(const Case&, const Case&, const ExactAnswer& result) {
  ExactAnswer predicted = result;
  std::ranges::reverse(predicted.numbers);
  return predicted;
}

std::optional<Case> negate(const Case& original, std::uint64_t) {
  Case changed = original;
  for (double& number : changed.reals(kGradients)) number = 0 - number;
  return changed;
}

ExactAnswer predict_negated(const Case&, const Case&, const ExactAnswer& result) {
  ExactAnswer predicted = result;
  for (Rational& number : predicted.numbers) number = -number;
  return predicted;
}

/// A larger max_norm where the mean is surely not clipped: no norm is longer than the sum of magnitudes.
std::optional<Case> raise_idle_limit(const Case& original, std::uint64_t word) {
  constexpr double kRoundedUp = 1.0 + 0x1p-30;
  double total = 0;
  for (const std::int64_t count : original.integers(kCounts)) total += static_cast<double>(count);
  double sum = 0;
  for (std::size_t i = 0; i < original.extent(kGradients).size; ++i)
    sum += std::fabs(original.reals(kGradients)[i]) / original.reals(kScales)[i / original.width()];
  const double max_norm = original.reals(kMaxNorm)[0];
  if (total == 0 || !(kRoundedUp * (sum / total + original.reals(kEps)[0]) < max_norm)) return std::nullopt;
  return law::scale_reals(original, kMaxNorm, power_of(word));
}

constexpr Law kLaws[] = {
    {"permute-microbatches", "the order of the microbatches does not matter", law::permute,
     law::predict_same},
    {"split-microbatch", "a microbatch split in two at the same scale gives the same result", law::split,
     law::predict_same},
    {"merge-equal-scales", "microbatches of one scale merged into one give the same result",
     merge_equal_scales, law::predict_same},
    {"rescale-one", "a scale changed together with its gradient changes nothing", rescale_one,
     law::predict_same},
    {"rescale-all", "all scales changed together with all gradients change nothing", rescale_all,
     law::predict_same},
    {"scale-counts-and-gradients", "gradients and counts times 2^k give the same result",
     scale_counts_and_gradients, law::predict_same},
    {"scale-gradients-and-limits", "gradients, max_norm and eps times 2^k give the result times 2^k",
     scale_gradients_and_limits, predict_scaled_limits},
    {"add-empty-microbatch", "a microbatch without examples changes nothing", add_empty, law::predict_same},
    {"add-zero-coordinate", "a coordinate that is always zero leaves the others alone", add_zero_coordinate,
     predict_zero_added},
    {"reverse-coordinates", "coordinates in another order give the result in that order", reverse_coordinates,
     predict_reversed},
    {"negate-gradients", "the opposite gradients give the opposite result", negate, predict_negated},
    {"raise-idle-limit", "a larger max_norm changes nothing where nothing is clipped", raise_idle_limit,
     law::predict_same},
};

}  // namespace

std::span<const Law> laws() { return kLaws; }

}  // namespace gradvet::clipped_mean
