#include "properties/weighted_mean/weighted_mean_laws.hpp"

#include <algorithm>
#include <cmath>

#include "oracles/rational.hpp"
#include "properties/case_edit.hpp"
#include "properties/law_edits.hpp"

namespace gradvet::weighted_mean {

namespace {

constexpr std::size_t kValues = 0;
constexpr std::size_t kWeights = 1;

std::optional<Case> scale_values(const Case& original, std::uint64_t word) {
  return law::scale_reals(original, kValues, law::exponent_of(word));
}

ExactAnswer predict_scaled_values(const Case& original, const Case& changed, const ExactAnswer& result) {
  return law::predict_scaled(original, changed, kValues, result);
}

std::optional<Case> scale_weights(const Case& original, std::uint64_t word) {
  return law::scale_reals(original, kWeights, law::exponent_of(word));
}

std::optional<Case> add_weightless_item(const Case& original, std::uint64_t word) {
  std::optional<Case> changed = law::insert_item(original, kNewZeros, word);
  if (changed) changed->reals(kValues)[word % (original.items() + 1)] = law::exponent_of(word >> 8);
  return changed;
}

/// An item with a weight, made two of half its weight.
std::optional<Case> split_item(const Case& original, std::uint64_t word) {
  const auto weights = original.reals(kWeights);
  if (std::ranges::all_of(weights, [](double weight) { return weight == 0; })) return std::nullopt;
  std::size_t item = word % weights.size();
  while (weights[item] == 0) item = (item + 1) % weights.size();
  const double half = weights[item] / 2;
  if (half * 2 != weights[item]) return std::nullopt;
  std::optional<Case> changed = law::insert_item(original, static_cast<std::uint32_t>(item), word);
  if (changed) changed->reals(kWeights)[item] = changed->reals(kWeights)[item + 1] = half;
  return changed;
}

/// Adds the same small integer to every value; nothing where there is no weight.
std::optional<Case> shift_values(const Case& original, std::uint64_t word) {
  const auto weights = original.reals(kWeights);
  if (std::ranges::all_of(weights, [](double weight) { return weight == 0; })) return std::nullopt;
  const double shift = law::exponent_of(word);
  Case changed = original;
  for (double& number : changed.reals(kValues)) {
    const double shifted = number + shift;
    if (!std::isfinite(shifted) || exact(shifted) != exact(number) + exact(shift)) return std::nullopt;
    number = shifted;
  }
  return changed;
}

ExactAnswer predict_shifted(const Case& original, const Case& changed, const ExactAnswer& result) {
  ExactAnswer predicted = result;
  predicted.numbers[0] += exact(changed.reals(kValues)[0]) - exact(original.reals(kValues)[0]);
  return predicted;
}

constexpr Law kLaws[] = {
    {"permute-microbatches", "the order of the microbatches does not matter", law::permute,
     law::predict_same},
    {"shuffle-items", "which item comes where does not matter", law::shuffle_items, law::predict_same},
    {"regroup-items", "how items are grouped into microbatches does not matter", law::regroup,
     law::predict_same},
    {"gather-items", "all items in one microbatch have the same mean", law::gather, law::predict_same},
    {"add-empty-microbatch", "a microbatch without items changes nothing", law::add_empty, law::predict_same},
    {"add-weightless-item", "an item with weight 0 changes nothing, whatever its value", add_weightless_item,
     law::predict_same},
    {"split-item", "an item split into two of half its weight gives the same mean", split_item,
     law::predict_same},
    {"scale-values", "values times 2^k give the mean times 2^k", scale_values, predict_scaled_values},
    {"scale-weights", "weights times 2^k give the same mean", scale_weights, law::predict_same},
    {"shift-every-value", "c added to every value adds c to the mean", shift_values, predict_shifted},
};

}  // namespace

std::span<const Law> laws() { return kLaws; }

}  // namespace gradvet::weighted_mean
