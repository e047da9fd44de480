#include "properties/clipped_mean/clipped_mean_draw.hpp"

#include <array>
#include <cmath>
#include <vector>

#include "oracles/float_format.hpp"
#include "properties/clipped_mean/clipped_mean_contract.hpp"
#include "properties/drawn_shape.hpp"
#include "properties/drawn_window.hpp"
#include "properties/number_shrinks.hpp"
#include "properties/unscaled_mean/unscaled_mean_scales.hpp"

namespace gradvet::clipped_mean {

namespace {

using unscaled_mean::ScaleKind;

enum OwnClass : unsigned {
  kNoCoordinates = kWindowClassCount,
  kWide,
  kWholeNorm,
  kClipped,
  kLimitAtNorm,
  kNotClipped,
  kUsualEps,
  kLargeEps,
  kScalesBelowOne,
  kOtherScales,
};

constexpr auto kClassNames = with_window_classes(std::array<std::string_view, 10>{
    "no coordinates", "wide", "whole norm", "clipped", "max_norm at the norm", "not clipped", "eps 1e-6",
    "large eps", "scales below 1", "scales no powers of two"});

constexpr std::uint32_t kWideWidth = 7;

bool are_powers_of_two(ScaleKind kind) {
  return kind == ScaleKind::kSchedule || kind == ScaleKind::kPowers || kind == ScaleKind::kOneForAll;
}

/// Whether a value of this kind is drawn as an unscaled gradient, so that its product with a power of two is
/// exact.
bool is_gradient(ValueKind kind) {
  return kind == ValueKind::kIntegers || kind == ValueKind::kFractions || kind == ValueKind::kDense ||
         kind == ValueKind::kOneHot;
}

/// Squares of values, and of their sums, must not overflow.
int spare_bits(const Profile& profile, const unscaled_mean::ScaleRange& scales) {
  const NumberFormat accumulator =
      profile.accumulator == NumberFormat::kExact ? NumberFormat::kFloat64 : profile.accumulator;
  return scales.spare_bits() + float_format(accumulator).max_exponent / 2;
}

/// Gradients whose mean is (3, 4), (5, 12) … times a power of two, so that its norm is a whole number; false
/// where the input format lacks one of them. What two microbatches differ by cancels in the sum.
bool draw_whole_norm(RandomWords& words, const Profile& profile, Case& out) {
  constexpr std::array<std::array<double, 2>, 6> kPairs = {
      {{3, 4}, {5, 12}, {8, 6}, {-4, 3}, {12, -5}, {8, 15}}};
  const auto counts = out.integers(kCounts);
  const auto scales = out.reals(kScales);
  const std::size_t width = out.width();
  const auto& pair = kPairs[words.below(kPairs.size())];
  const double unit = std::ldexp(1.0, words.between(-2, 2));
  std::vector<double> gradients(counts.size() * width, 0.0);
  std::size_t before = counts.size();
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    double* const row = gradients.data() + i * width;
    for (std::size_t j = 0; j < 2; ++j) row[j] = static_cast<double>(counts[i]) * pair[j] * unit;
    if (before < i) {
      const double moved = words.between(-8, 8) * unit;
      const std::size_t j = words.below(2);
      row[j] += moved;
      gradients[before * width + j] -= moved;
    }
    before = i;
  }
  for (std::size_t i = 0; i < gradients.size(); ++i) {
    gradients[i] *= scales[i / width];
    if (!is_representable(gradients[i], profile.input)) return false;
  }
  std::ranges::copy(gradients, out.reals(kGradients).begin());
  return true;
}

/// The norm of the mean, nearly.
double norm_near(const Case& drawn) {
  double total = 0;
  for (const std::int64_t count : drawn.integers(kCounts)) total += static_cast<double>(count);
  double squares = 0;
  for (std::size_t j = 0; j < drawn.width(); ++j) {
    double sum = 0;
    for (std::size_t i = 0; i < drawn.microbatches(); ++i)
      sum += drawn.reals(kGradients)[i * drawn.width() + j] / drawn.reals(kScales)[i];
    squares += sum / total * (sum / total);
  }
  return std::sqrt(squares);
}

/// max_norm and eps. Mostly a short number below the norm: what is not clipped shows none of the mistakes.
ClassSet draw_limits(RandomWords& words, double norm, Case& out) {
  constexpr std::array<double, 8> kUsual = {1, 0.5, 2, 5, 0.25, 10, 0.1, 100};
  constexpr int kShortBits = 3;
  double& max_norm = out.reals(kMaxNorm)[0];
  double& eps = out.reals(kEps)[0];
  const bool has_norm = std::isfinite(norm) && norm > 0x1p-500 && norm < 0x1p500;
  ClassSet classes = 0;
  const std::uint32_t chance = words.below(16);
  if (chance < 5 || !has_norm) {
    max_norm = kUsual[words.below(kUsual.size())];
  } else if (chance < 12) {
    max_norm = with_significand_bits(norm, kShortBits) * std::ldexp(1.0, -words.between(1, 4));
  } else if (chance < 14) {
    max_norm = norm;
    classes |= class_bit(kLimitAtNorm);
  } else {
    max_norm = with_significand_bits(norm, kShortBits) * std::ldexp(1.0, words.between(2, 5));
  }
  if (has_norm) classes |= class_bit(max_norm < norm ? kClipped : kNotClipped);
  constexpr double kTorchEps = 1e-6;
  const std::uint32_t eps_chance = words.below(16);
  if (eps_chance < 5) {
    eps = kTorchEps;
    classes |= class_bit(kUsualEps);
  } else if (eps_chance < 7) {
    eps = with_significand_bits(max_norm, kShortBits) * std::ldexp(1.0, -words.between(0, 3));
    classes |= class_bit(kLargeEps);
  }
  return classes;
}

}  // namespace

ClassSet draw(std::uint64_t word, int size, const DrawLimits& limits, const Profile& profile, Case& out) {
  RandomWords words(word);
  const bool coarse = is_coarse(profile);
  const std::uint32_t rows = draw_microbatches(words, size, limits, coarse);
  const std::uint32_t width = draw_width(words, rows, limits);
  out.clear();
  for (const Parameter& parameter : parameters())
    out.append(parameter, parameter.layout == Layout::kScalar ? 1 : rows,
               parameter.layout == Layout::kMatrix ? width : 1);
  ClassSet classes = classes_of_size(rows);
  if (rows == 0) return classes | draw_limits(words, 0, out);

  const std::span<std::int64_t> counts = out.integers(kCounts);
  classes |= draw_window_counts(words, coarse, counts);
  const unscaled_mean::ScaleRange range = unscaled_mean::scale_range(profile);
  const ScaleKind scale_kind = unscaled_mean::draw_scale_kind(words);
  const std::span<double> scales = out.reals(kScales);
  unscaled_mean::draw_scales(words, scale_kind, range, scales);
  if (scale_kind == ScaleKind::kBelowOne) classes |= class_bit(kScalesBelowOne);
  if (scale_kind == ScaleKind::kOthers) classes |= class_bit(kOtherScales);
  if (width == 0) return classes | class_bit(kNoCoordinates) | draw_limits(words, 0, out);
  if (width >= kWideWidth) classes |= class_bit(kWide);

  if (width >= 2 && words.once_in(2) && draw_whole_norm(words, profile, out)) {
    classes |= class_bit(kWholeNorm);
  } else {
    const std::span<double> values = out.reals(kGradients);
    const DrawnValues drawn =
        draw_window_values(words, {profile, counts, spare_bits(profile, range)}, coarse, width, values);
    classes |= drawn.classes;
    // Scaled gradients follow their scale, as in training.
    if (is_gradient(drawn.kind) && are_powers_of_two(scale_kind))
      for (std::size_t i = 0; i < values.size(); ++i) values[i] *= scales[i / width];
    if ((classes & class_bit(kZeroCount)) != 0) zero_uncounted(counts, width, values);
  }
  return classes | draw_limits(words, norm_near(out), out);
}

std::span<const std::string_view> class_names() { return kClassNames; }

}  // namespace gradvet::clipped_mean
