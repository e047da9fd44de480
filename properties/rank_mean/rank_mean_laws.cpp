#include "properties/rank_mean/rank_mean_laws.hpp"

#include <algorithm>
#include <cmath>

#include "oracles/rational.hpp"
#include "properties/case_edit.hpp"
#include "properties/law_edits.hpp"

namespace gradvet::rank_mean {

namespace {

constexpr std::size_t kGradients = 0;
constexpr std::size_t kCounts = 1;

bool counts_nothing(const Case& value) {
  return std::ranges::all_of(value.integers(kCounts), [](std::int64_t count) { return count == 0; });
}

std::optional<Case> add_empty_microbatch(const Case& original, std::uint64_t word) {
  return law::insert_item(original, kNewZeros, word);
}

/// A microbatch with a count of 2 or more: it keeps a part of its count, a new one after it gets the rest;
/// its gradient is halved or stays.
std::optional<Case> split_microbatch(const Case& original, std::uint64_t word) {
  const auto counts = original.integers(kCounts);
  if (std::ranges::all_of(counts, [](std::int64_t count) { return count < 2; })) return std::nullopt;
  std::size_t item = word % counts.size();
  while (counts[item] < 2) item = (item + 1) % counts.size();
  std::optional<Case> changed = law::insert_item(original, static_cast<std::uint32_t>(item), word);
  if (!changed) return changed;
  const auto kept = static_cast<std::int64_t>(1 + (word >> 8) % static_cast<std::uint64_t>(counts[item] - 1));
  changed->integers(kCounts)[item] = kept;
  changed->integers(kCounts)[item + 1] = counts[item] - kept;
  const std::size_t width = original.width();
  const std::span<double> first = changed->reals(kGradients).subspan(item * width, width);
  const std::span<double> rest = changed->reals(kGradients).subspan((item + 1) * width, width);
  const bool halves =
      (word >> 63) != 0 && std::ranges::all_of(first, [](double number) { return number / 2 * 2 == number; });
  for (double& number : first) number = halves ? number / 2 : number;
  for (double& number : rest) number = halves ? number / 2 : 0.0;
  return changed;
}

std::optional<Case> scale_values(const Case& original, std::uint64_t word) {
  return law::scale_reals(original, kGradients, law::exponent_of(word));
}

ExactAnswer predict_scaled_values(const Case& original, const Case& changed, const ExactAnswer& result) {
  return law::predict_scaled(original, changed, kGradients, result);
}

std::optional<Case> scale_counts(const Case& original, std::uint64_t word) {
  return law::scale_integers(original, kCounts, 2 + static_cast<std::int64_t>(word % 6));
}

ExactAnswer predict_scaled_counts(const Case& original, const Case& changed, const ExactAnswer& result) {
  return law::predict_inverse(original, changed, kCounts, result);
}

/// Every coordinate twice, so that none depends on another.
std::optional<Case> repeat_coordinates(const Case& original, std::uint64_t) {
  if (counts_nothing(original) || original.width() == 0) return std::nullopt;
  auto columns = whole_selection(original.width());
  for (std::size_t j = 0; j < original.width(); ++j) columns.push_back(columns[j]);
  Case changed;
  select_coordinates(original, columns, changed);
  return changed;
}

ExactAnswer predict_repeated(const Case&, const Case&, const ExactAnswer& result) {
  ExactAnswer predicted = result;
  predicted.numbers.insert(predicted.numbers.end(), result.numbers.begin(), result.numbers.end());
  return predicted;
}

/// Adds the same small integer to the gradient of every example.
std::optional<Case> shift_values(const Case& original, std::uint64_t word) {
  if (counts_nothing(original)) return std::nullopt;
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
  const auto counted = std::ranges::find_if(counts, [](std::int64_t count) { return count > 0; });
  const auto row = static_cast<std::size_t>(counted - counts.begin());
  for (std::size_t j = 0; j < predicted.numbers.size(); ++j) {
    const std::size_t at = row * original.width() + j;
    const Rational moved = exact(changed.reals(kGradients)[at]) - exact(original.reals(kGradients)[at]);
    predicted.numbers[j] += moved / Rational(*counted);
  }
  return predicted;
}

constexpr Law kLaws[] = {
    {"permute-ranks", "the order of the ranks does not matter", law::permute, law::predict_same},
    {"shuffle-microbatches", "which microbatch comes on which rank does not matter", law::shuffle_items,
     law::predict_same},
    {"share-out-anew", "how many microbatches each rank has does not matter", law::regroup,
     law::predict_same},
    {"gather-on-one-rank", "all microbatches on one rank give the same mean", law::gather, law::predict_same},
    {"add-idle-rank", "a rank without microbatches changes nothing", law::add_empty, law::predict_same},
    {"add-empty-microbatch", "a microbatch without examples changes nothing", add_empty_microbatch,
     law::predict_same},
    {"split-microbatch", "a microbatch split in two gives the same mean", split_microbatch,
     law::predict_same},
    {"scale-values", "gradients times 2^k give the mean times 2^k", scale_values, predict_scaled_values},
    {"scale-counts", "counts times k give the mean divided by k", scale_counts, predict_scaled_counts},
    {"repeat-coordinates", "a coordinate that is repeated has the same mean again", repeat_coordinates,
     predict_repeated},
    {"shift-every-example", "c added to every example's gradient adds c to the mean", shift_values,
     predict_shifted},
};

}  // namespace

std::span<const Law> laws() { return kLaws; }

}  // namespace gradvet::rank_mean
