#include "properties/accumulator/accumulator_draw.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "oracles/accumulator.hpp"
#include "properties/accumulator/accumulator_contract.hpp"
#include "properties/case_edit.hpp"
#include "properties/drawn_shape.hpp"
#include "properties/drawn_window.hpp"
#include "properties/unscaled_mean/unscaled_mean_scales.hpp"
#include "src/core/operations.hpp"

namespace gradvet::accumulator {

namespace {

enum OwnClass : unsigned {
  kSeveralSteps = kWindowClassCount,
  kHasReset,
  kHasLoad,
  kNotFinite,
  kZeroScale,
  kScaleChanges,
  kSkipsWindow,
  kSkipsMicrobatch,
};

constexpr auto kClassNames = with_window_classes(
    std::array<std::string_view, 8>{"several steps", "reset", "load", "not finite", "zero scale",
                                    "scale changes", "policy skip-window", "policy skip-microbatch"});

constexpr std::size_t kKinds = kOperations + kOperationKinds;
constexpr std::size_t kCounts = kOperations + kOperationCounts;
constexpr std::size_t kScales = kOperations + kOperationScales;

/// Of 16: additions are the commonest, then steps.
OperationKind draw_kind(RandomWords& words, bool is_saved) {
  const std::uint32_t chance = words.below(16);
  if (chance < 9) return OperationKind::kAdd;
  if (chance < 13) return OperationKind::kStep;
  if (chance < 14) return OperationKind::kReset;
  if (chance < 15 || !is_saved) return OperationKind::kSave;
  return OperationKind::kLoad;
}

/// The kinds, the last of them a step.
ClassSet draw_kinds(RandomWords& words, std::span<std::int64_t> kinds) {
  ClassSet classes = 0;
  bool is_saved = false;
  int steps = 0;
  for (std::int64_t& kind : kinds) {
    const bool is_last = &kind == &kinds.back();
    const OperationKind drawn = is_last ? OperationKind::kStep : draw_kind(words, is_saved);
    is_saved = is_saved || drawn == OperationKind::kSave;
    steps += drawn == OperationKind::kStep;
    if (drawn == OperationKind::kReset) classes |= class_bit(kHasReset);
    if (drawn == OperationKind::kLoad) classes |= class_bit(kHasLoad);
    kind = static_cast<std::int64_t>(drawn);
  }
  return steps > 1 ? classes | class_bit(kSeveralSteps) : classes;
}

/// Scales that follow the values, where their product is exact, and stay apart where it is not.
ClassSet draw_window_scales(RandomWords& words, const Profile& profile, const DrawnValues& drawn, Case& out) {
  using unscaled_mean::ScaleKind;
  const ScaleKind kind = unscaled_mean::draw_scale_kind(words);
  const std::span<double> scales = out.reals(kScales);
  unscaled_mean::draw_scales(words, kind, unscaled_mean::scale_range(profile), scales);
  const bool is_gradient = drawn.kind == ValueKind::kIntegers || drawn.kind == ValueKind::kFractions ||
                           drawn.kind == ValueKind::kDense || drawn.kind == ValueKind::kOneHot;
  const bool are_powers =
      kind == ScaleKind::kSchedule || kind == ScaleKind::kPowers || kind == ScaleKind::kOneForAll;
  const std::size_t width = out.width();
  if (is_gradient && are_powers)
    for (std::size_t i = 0; i < out.extent(kOperations).size; ++i)
      out.reals(kOperations)[i] *= scales[i / width];
  return kind == ScaleKind::kOneForAll ? 0 : class_bit(kScaleChanges);
}

/// Makes one addition a microbatch to be left out.
ClassSet spoil(RandomWords& words, Case& out) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr std::array kWrong = {std::numeric_limits<double>::quiet_NaN(), kInfinity, -kInfinity};
  const std::uint32_t rows = static_cast<std::uint32_t>(out.microbatches());
  std::uint32_t row = words.below(rows);
  for (std::uint32_t tried = 0; tried < rows; ++tried, row = (row + 1) % rows) {
    if (out.integers(kCounts)[row] == 0) continue;
    if (words.once_in(2)) {
      out.reals(kScales)[row] = 0;
      return class_bit(kZeroScale);
    }
    const std::size_t column = words.below(static_cast<std::uint32_t>(out.width()));
    out.reals(kOperations)[row * out.width() + column] = kWrong[words.below(kWrong.size())];
    return class_bit(kNotFinite);
  }
  return 0;
}

}  // namespace

ClassSet draw(std::uint64_t word, int size, const DrawLimits& limits, const Profile& profile, Case& out) {
  RandomWords words(word);
  const bool coarse = is_coarse(profile);
  // A window takes about as many operations more as it has microbatches.
  const std::uint32_t drawn_rows = draw_microbatches(words, size, limits, coarse);
  const std::uint32_t rows = drawn_rows < 2 ? drawn_rows : std::min(drawn_rows * 2, limits.max_microbatches);
  const std::uint32_t width = std::max(draw_width(words, rows, limits), 1U);
  out.clear();
  for (const Parameter& parameter : parameters())
    out.append(parameter, parameter.layout == Layout::kScalar ? 1 : rows,
               is_matrix(parameter.layout) ? width : 1);
  const auto policy = static_cast<std::int64_t>(words.below(2));
  out.integers(kPolicy)[0] = policy;
  ClassSet classes = classes_of_size(rows) | class_bit(policy == 0 ? kSkipsWindow : kSkipsMicrobatch);

  const std::span<std::int64_t> kinds = out.integers(kKinds);
  classes |= draw_kinds(words, kinds);
  if (std::ranges::find(kinds, static_cast<std::int64_t>(OperationKind::kAdd)) == kinds.end()) {
    Case without_width;
    select_coordinates(out, {}, without_width);
    out = without_width;
    return classes;
  }
  const std::span<std::int64_t> counts = out.integers(kCounts);
  const std::span<double> values = out.reals(kOperations);
  classes |= draw_window_counts(words, coarse, counts);
  const unscaled_mean::ScaleRange range = unscaled_mean::scale_range(profile);
  const DrawnValues drawn =
      draw_window_values(words, {profile, counts, range.spare_bits()}, coarse, width, values);
  classes |= drawn.classes | draw_window_scales(words, profile, drawn, out);
  for (std::uint32_t row = 0; row < rows; ++row) {
    if (operation_kind(out, kOperations, row) == OperationKind::kAdd) continue;
    counts[row] = 0;
    out.reals(kScales)[row] = 0;
  }
  for (std::uint32_t row = 0; row < rows; ++row)
    if (counts[row] == 0) std::ranges::fill(values.subspan(row * width, width), 0.0);
  for (int spoiled = words.between(-3, 2); spoiled > 0; --spoiled) classes |= spoil(words, out);
  return classes;
}

std::span<const std::string_view> class_names() { return kClassNames; }

}  // namespace gradvet::accumulator
