#pragma once

#include <cstdint>
#include <span>

#include "properties/random_words.hpp"
#include "src/core/profile.hpp"

namespace gradvet::unscaled_mean {

/// How the scales of a window are chosen.
enum class ScaleKind {
  kSchedule,   ///< a power of two that is halved or doubled now and then, as loss scalers do
  kPowers,     ///< powers of two, each its own
  kOneForAll,  ///< the same power of two
  kOthers,     ///< positive numbers that are no powers of two
  kBelowOne    ///< fractions, powers of two and others
};

/// Where zero scales are.
enum class ZeroScales { kNone, kFirst, kLast, kMiddle, kScattered, kEverywhere };

/// Exponents of the powers of two that are drawn as scales: -20 … 24, less in float16. Once in a while a
/// scale below 1 goes down to `tiny`, where a narrower format would take it for zero: -160 if everything is
/// float64.
struct ScaleRange {
  int least;
  int greatest;
  int tiny;
  int precision;  ///< significand bits that a scale may have

  /// How much larger than a value, as a power of two, it can become where another scale divides it.
  int spare_bits() const { return greatest - tiny; }
};
ScaleRange scale_range(const Profile& profile);

ScaleKind draw_scale_kind(RandomWords& words);
ZeroScales draw_zero_scales(RandomWords& words, std::size_t microbatches);

/// Fills the scales, all positive.
void draw_scales(RandomWords& words, ScaleKind kind, ScaleRange range, std::span<double> scales);

/// Sets scales to zero; at least one unless kNone.
void put_zero_scales(RandomWords& words, ZeroScales where, std::span<double> scales);

}  // namespace gradvet::unscaled_mean
