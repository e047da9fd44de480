#include "properties/weighted_mean/weighted_mean_draw.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "properties/drawn_shape.hpp"
#include "properties/drawn_window.hpp"
#include "properties/weighted_mean/weighted_mean_contract.hpp"
#include "properties/weighted_mean/weighted_mean_weights.hpp"

namespace gradvet::weighted_mean {

namespace {

enum OwnClass : unsigned {
  kNoItems = kWindowClassCount,
  kEmptyMicrobatch,
  kMask,
  kWeightsBelowOne,
  kFullSignificandWeights,
  kWideRangeOfWeights,
  kMaskedMicrobatch,
  kNoWeight,
};

/// What a window says of its counts is said of weights here.
constexpr auto kClassNames = [] {
  auto names = with_window_classes(std::array<std::string_view, 8>{
      "no items", "empty microbatch", "mask", "weights below 1", "full significands of weights",
      "wide range of weights", "masked microbatch", "no weight"});
  names[kEqualCounts] = "equal weights";
  names[kZeroCount] = "zero weight";
  names[kHugeCount] = "one huge weight";
  names[kCountsNearPowersOfTwo] = "tiny weights";
  return names;
}();

ClassSet classes_of(WeightKind kind) {
  switch (kind) {
    case WeightKind::kMask:
      return class_bit(kMask);
    case WeightKind::kSmall:
      return 0;
    case WeightKind::kFractions:
      return class_bit(kWeightsBelowOne);
    case WeightKind::kDense:
      return class_bit(kFullSignificandWeights);
    case WeightKind::kEqual:
      return class_bit(kEqualCounts);
    case WeightKind::kOneHuge:
      return class_bit(kHugeCount);
    case WeightKind::kTiny:
      return class_bit(kCountsNearPowersOfTwo);
    case WeightKind::kWideRange:
      return class_bit(kWideRangeOfWeights);
  }
  return 0;
}

/// Classes that show in the case, however they came about.
ClassSet classes_of_weights(std::span<const std::uint32_t> offsets, std::span<const double> weights) {
  ClassSet classes = 0;
  const auto is_zero = [](double weight) { return weight == 0; };
  if (std::ranges::any_of(weights, is_zero)) classes |= class_bit(kZeroCount);
  if (std::ranges::all_of(weights, is_zero)) classes |= class_bit(kNoWeight);
  for (std::size_t row = 0; row + 1 < offsets.size(); ++row) {
    const auto in_row = weights.subspan(offsets[row], offsets[row + 1] - offsets[row]);
    if (in_row.empty())
      classes |= class_bit(kEmptyMicrobatch);
    else if (std::ranges::all_of(in_row, is_zero))
      classes |= class_bit(kMaskedMicrobatch);
  }
  return classes;
}

}  // namespace

ClassSet draw(std::uint64_t word, int size, const DrawLimits& limits, const Profile& profile, Case& out) {
  RandomWords words(word);
  const bool coarse = is_coarse(profile);
  const std::uint32_t rows = draw_microbatches(words, size, limits, coarse);
  const std::vector<std::uint32_t> offsets = draw_offsets(words, rows, coarse);
  out.clear();
  for (const Parameter& parameter : parameters()) out.append_ragged(parameter, offsets);
  ClassSet classes = classes_of_size(rows);
  if (offsets.back() == 0) return classes | class_bit(kNoItems) | classes_of_weights(offsets, {});

  const std::span<double> weights = out.reals(1);
  const WeightKind kind = draw_weight_kind(words);
  draw_weights(words, kind, profile, weights);
  put_zero_weights(words, draw_zero_weights(words), offsets, weights);
  classes |= classes_of(kind) | classes_of_weights(offsets, weights);

  // Counts of 1: the weights are what a value is multiplied by, and their bits are spared.
  const std::array<std::int64_t, 1> kOne = {1};
  const int spare_bits = greatest_weight_bits(profile) + static_cast<int>(std::bit_width(weights.size()));
  return classes | draw_window_values(words, {profile, kOne, spare_bits}, coarse, 1, out.reals(0)).classes;
}

std::span<const std::string_view> class_names() { return kClassNames; }

}  // namespace gradvet::weighted_mean
