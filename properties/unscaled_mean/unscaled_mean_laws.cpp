#include "properties/unscaled_mean/unscaled_mean_laws.hpp"

#include <algorithm>
#include <cmath>

#include "properties/law_edits.hpp"

namespace gradvet::unscaled_mean {

namespace {

constexpr std::size_t kSums = 0;
constexpr std::size_t kScales = 1;
constexpr std::size_t kCounts = 2;

std::optional<Case> merge_equal_scales(const Case& original, std::uint64_t word) {
  const auto scales = original.reals(kScales);
  if (std::ranges::any_of(scales, [&](double scale) { return scale != scales.front(); })) return std::nullopt;
  return law::merge_all(original, word);
}

std::optional<Case> scale_sums(const Case& original, std::uint64_t word) {
  return law::scale_reals(original, kSums, law::exponent_of(word));
}

ExactAnswer predict_scaled_sums(const Case& original, const Case& changed, const ExactAnswer& result) {
  return law::predict_scaled(original, changed, kSums, result);
}

std::optional<Case> scale_scales(const Case& original, std::uint64_t word) {
  return law::scale_reals(original, kScales, law::exponent_of(word));
}

ExactAnswer predict_scaled_scales(const Case& original, const Case& changed, const ExactAnswer& result) {
  return law::predict_inverse(original, changed, kScales, result);
}

std::optional<Case> scale_counts(const Case& original, std::uint64_t word) {
  return law::scale_integers(original, kCounts, 2 + static_cast<std::int64_t>(word % 6));
}

ExactAnswer predict_scaled_counts(const Case& original, const Case& changed, const ExactAnswer& result) {
  return law::predict_inverse(original, changed, kCounts, result);
}

std::optional<Case> scale_both(const Case& original, std::uint64_t word) {
  const int exponent = 1 + static_cast<int>(word % 3);
  const auto sums = law::scale_reals(original, kSums, exponent);
  return sums ? law::scale_integers(*sums, kCounts, std::int64_t{1} << exponent) : std::nullopt;
}

/// One sum and its scale times the same power of two.
std::optional<Case> rescale_one(const Case& original, std::uint64_t word) {
  if (original.microbatches() == 0) return std::nullopt;
  const std::size_t row = (word >> 8) % original.microbatches();
  const int exponent = law::exponent_of(word);
  Case changed = original;
  for (const std::size_t argument : {kSums, kScales}) {
    double& number = changed.reals(argument)[row];
    const double before = number;
    number = std::ldexp(number, exponent);
    if (!std::isfinite(number) || std::ldexp(number, -exponent) != before) return std::nullopt;
  }
  return changed;
}

/// Another sum where the scale is zero and the count is not.
std::optional<Case> change_omitted(const Case& original, std::uint64_t word) {
  Case changed = original;
  bool is_changed = false;
  for (std::size_t i = 0; i < original.microbatches(); ++i) {
    if (original.reals(kScales)[i] != 0 || original.integers(kCounts)[i] == 0) continue;
    const double other = law::exponent_of(word);
    changed.reals(kSums)[i] = original.reals(kSums)[i] == other ? 0 : other;
    is_changed = true;
  }
  return is_changed ? std::optional(changed) : std::nullopt;
}

/// A zero scale is the same as a zero sum at any scale: its count stays.
std::optional<Case> scale_omitted(const Case& original, std::uint64_t word) {
  Case changed = original;
  bool is_changed = false;
  for (std::size_t i = 0; i < original.microbatches(); ++i) {
    if (original.reals(kScales)[i] != 0) continue;
    changed.reals(kSums)[i] = 0;
    changed.reals(kScales)[i] = std::ldexp(1.0, static_cast<int>(word % 3));
    is_changed = true;
  }
  return is_changed ? std::optional(changed) : std::nullopt;
}

constexpr Law kLaws[] = {
    {"permute-microbatches", "the order of the microbatches does not matter", law::permute,
     law::predict_same},
    {"split-microbatch", "a microbatch split in two at the same scale gives the same mean", law::split,
     law::predict_same},
    {"merge-equal-scales", "microbatches of one scale merged into one give the same mean", merge_equal_scales,
     law::predict_same},
    {"rescale-one", "a scale changed together with its sum changes nothing", rescale_one, law::predict_same},
    {"scale-sums", "scaled sums times 2^k give the mean times 2^k", scale_sums, predict_scaled_sums},
    {"scale-scales", "scales times 2^k give the mean divided by 2^k", scale_scales, predict_scaled_scales},
    {"scale-counts", "counts times k give the mean divided by k", scale_counts, predict_scaled_counts},
    {"scale-counts-and-sums", "scaled sums and counts times the same factor give the same mean", scale_both,
     law::predict_same},
    {"add-empty-microbatch", "a microbatch without examples changes nothing", law::add_empty,
     law::predict_same},
    {"change-omitted-sum", "the sum beside a zero scale does not matter", change_omitted, law::predict_same},
    {"scale-omitted", "a zero scale is the same as a zero sum at any scale", scale_omitted,
     law::predict_same},
};

}  // namespace

std::span<const Law> laws() { return kLaws; }

}  // namespace gradvet::unscaled_mean
