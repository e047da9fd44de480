#include "properties/vector_mean/vector_mean_laws.hpp"

#include <cmath>

#include "oracles/rational.hpp"
#include "properties/case_edit.hpp"
#include "properties/law_edits.hpp"

namespace gradvet::vector_mean {

namespace {

constexpr std::size_t kGradients = 0;
constexpr std::size_t kCounts = 1;

std::int64_t factor_of(std::uint64_t word) { return 2 + static_cast<std::int64_t>(word % 6); }

std::optional<Case> scale_values(const Case& original, std::uint64_t word) {
  return law::scale_reals(original, kGradients, law::exponent_of(word));
}

ExactAnswer predict_scaled_values(const Case& original, const Case& changed, const ExactAnswer& result) {
  return law::predict_scaled(original, changed, kGradients, result);
}

std::optional<Case> scale_counts(const Case& original, std::uint64_t word) {
  return law::scale_integers(original, kCounts, factor_of(word));
}

ExactAnswer predict_scaled_counts(const Case& original, const Case& changed, const ExactAnswer& result) {
  return law::predict_inverse(original, changed, kCounts, result);
}

std::optional<Case> scale_both(const Case& original, std::uint64_t word) {
  const int exponent = 1 + static_cast<int>(word % 3);
  const auto values = law::scale_reals(original, kGradients, exponent);
  return values ? law::scale_integers(*values, kCounts, std::int64_t{1} << exponent) : std::nullopt;
}

/// A new last coordinate that is another one, or its negative; zero where there is none.
std::optional<Case> add_coordinate(const Case& original, std::uint64_t word) {
  if (original.microbatches() == 0) return std::nullopt;
  const std::size_t width = original.width();
  auto columns = whole_selection(width);
  columns.push_back(width == 0 ? kNewZeros : static_cast<std::uint32_t>(word % width));
  Case changed;
  select_coordinates(original, columns, changed);
  if ((word >> 63) != 0)
    for (std::size_t i = 0; i < changed.microbatches(); ++i) {
      double& number = changed.reals(kGradients)[i * (width + 1) + width];
      number = 0 - number;
    }
  return changed;
}

/// The new coordinate's result is that of a column equal to it, or the negative of one opposite to it.
ExactAnswer predict_added(const Case& original, const Case& changed, const ExactAnswer& result) {
  const std::size_t width = original.width();
  ExactAnswer predicted = result;
  for (const int sign : {1, -1})
    for (std::size_t j = 0; j < width; ++j) {
      bool is_source = true;
      for (std::size_t i = 0; i < original.microbatches() && is_source; ++i)
        is_source = changed.reals(kGradients)[i * (width + 1) + width] ==
                    sign * original.reals(kGradients)[i * width + j];
      if (!is_source) continue;
      predicted.numbers.push_back(sign * result.numbers[j]);
      return predicted;
    }
  predicted.numbers.emplace_back(0);
  return predicted;
}

/// Adds the same small integer to the gradient of every example.
std::optional<Case> shift_values(const Case& original, std::uint64_t word) {
  const double shift = law::exponent_of(word);
  Case changed = original;
  for (std::size_t i = 0; i < original.extent(kGradients).size; ++i) {
    double& number = changed.reals(kGradients)[i];
    const auto count = static_cast<double>(original.integers(kCounts)[i / original.width()]);
    const double shifted = number + shift * count;
    if (!std::isfinite(shifted) || exact(shifted) != exact(number) + exact(shift) * exact(count))
      return std::nullopt;
    number = shifted;
  }
  return changed;
}

ExactAnswer predict_shifted(const Case& original, const Case& changed, const ExactAnswer& result) {
  ExactAnswer predicted = result;
  const auto counts = original.integers(kCounts);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    for (std::size_t j = 0; j < predicted.numbers.size(); ++j) {
      const std::size_t at = i * original.width() + j;
      const Rational moved = exact(changed.reals(kGradients)[at]) - exact(original.reals(kGradients)[at]);
      predicted.numbers[j] += moved / Rational(counts[i]);
    }
    break;
  }
  return predicted;
}

constexpr Law kLaws[] = {
    {"permute-microbatches", "the order of the microbatches does not matter", law::permute,
     law::predict_same},
    {"split-microbatch", "a microbatch split in two gives the same mean", law::split, law::predict_same},
    {"merge-all", "all microbatches merged into one give the same mean", law::merge_all, law::predict_same},
    {"scale-values", "gradients times 2^k give the mean times 2^k", scale_values, predict_scaled_values},
    {"scale-counts", "counts times k give the mean divided by k", scale_counts, predict_scaled_counts},
    {"scale-counts-and-values", "gradients and counts times the same factor give the same mean", scale_both,
     law::predict_same},
    {"add-empty-microbatch", "a microbatch without examples changes nothing", law::add_empty,
     law::predict_same},
    {"add-coordinate", "a coordinate that is added leaves the others alone", add_coordinate, predict_added},
    {"shift-every-example", "c added to every example's gradient adds c to the mean", shift_values,
     predict_shifted},
};

}  // namespace

std::span<const Law> laws() { return kLaws; }

}  // namespace gradvet::vector_mean
