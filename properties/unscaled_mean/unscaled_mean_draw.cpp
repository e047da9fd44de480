#include "properties/unscaled_mean/unscaled_mean_draw.hpp"

#include <array>

#include "properties/drawn_shape.hpp"
#include "properties/drawn_window.hpp"
#include "properties/unscaled_mean/unscaled_mean_contract.hpp"
#include "properties/unscaled_mean/unscaled_mean_scales.hpp"

namespace gradvet::unscaled_mean {

namespace {

enum OwnClass : unsigned {
  kScaleSchedule = kWindowClassCount,
  kPowerScales,
  kOneScale,
  kOtherScales,
  kScalesBelowOne,
  kZeroScaleFirst,
  kZeroScaleLast,
  kZeroScaleMiddle,
  kZeroScalesScattered,
  kZeroScalesEverywhere,
};

constexpr auto kClassNames = with_window_classes(std::array<std::string_view, 10>{
    "scale schedule", "power-of-two scales", "one scale for all", "other scales", "scales below 1",
    "zero scale first", "zero scale last", "zero scale in the middle", "zero scales scattered",
    "zero scales everywhere"});

ClassSet classes_of(ScaleKind kind) {
  switch (kind) {
    case ScaleKind::kSchedule:
      return class_bit(kScaleSchedule);
    case ScaleKind::kPowers:
      return class_bit(kPowerScales);
    case ScaleKind::kOneForAll:
      return class_bit(kOneScale);
    case ScaleKind::kOthers:
      return class_bit(kOtherScales);
    case ScaleKind::kBelowOne:
      return class_bit(kScalesBelowOne);
  }
  return 0;
}

ClassSet classes_of(ZeroScales where) {
  switch (where) {
    case ZeroScales::kNone:
      return 0;
    case ZeroScales::kFirst:
      return class_bit(kZeroScaleFirst);
    case ZeroScales::kLast:
      return class_bit(kZeroScaleLast);
    case ZeroScales::kMiddle:
      return class_bit(kZeroScaleMiddle);
    case ZeroScales::kScattered:
      return class_bit(kZeroScalesScattered);
    case ZeroScales::kEverywhere:
      return class_bit(kZeroScalesEverywhere);
  }
  return 0;
}

/// Whether a value of this kind is drawn as an unscaled gradient, so that its product with a power of two is
/// exact.
bool is_gradient(ValueKind kind) {
  return kind == ValueKind::kIntegers || kind == ValueKind::kFractions || kind == ValueKind::kDense ||
         kind == ValueKind::kOneHot;
}

bool are_powers_of_two(ScaleKind kind) {
  return kind == ScaleKind::kSchedule || kind == ScaleKind::kPowers || kind == ScaleKind::kOneForAll;
}

}  // namespace

ClassSet draw(std::uint64_t word, int size, const DrawLimits& limits, const Profile& profile, Case& out) {
  RandomWords words(word);
  const bool coarse = is_coarse(profile);
  const std::uint32_t rows = draw_microbatches(words, size, limits, coarse);
  out.clear();
  for (const Parameter& parameter : parameters()) out.append(parameter, rows, 1);
  ClassSet classes = classes_of_size(rows);
  if (rows == 0) return classes;

  const std::span<std::int64_t> counts = out.integers(2);
  classes |= draw_window_counts(words, coarse, counts);

  const std::span<double> scales = out.reals(1);
  const ScaleRange range = scale_range(profile);
  const ScaleKind scale_kind = draw_scale_kind(words);
  draw_scales(words, scale_kind, range, scales);
  classes |= classes_of(scale_kind);

  const std::span<double> sums = out.reals(0);
  const DrawnValues drawn = draw_window_values(words, {profile, counts, range.spare_bits()}, coarse, 1, sums);
  classes |= drawn.classes;
  // Scaled sums follow their scale, as in training; otherwise the microbatch with the least scale drowns the
  // rest.
  if (is_gradient(drawn.kind) && are_powers_of_two(scale_kind))
    for (std::uint32_t i = 0; i < rows; ++i) sums[i] *= scales[i];

  const ZeroScales zeros = draw_zero_scales(words, rows);
  put_zero_scales(words, zeros, scales);
  classes |= classes_of(zeros);
  if ((classes & class_bit(kZeroCount)) != 0) zero_uncounted(counts, 1, sums);
  return classes;
}

std::span<const std::string_view> class_names() { return kClassNames; }

}  // namespace gradvet::unscaled_mean
