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

/// Exponents of the least and the greatest power of two that are drawn as scales: -20 … 24, less in float16.
struct ScaleRange {
  int least;
  int greatest;
};
ScaleRange scale_range(const Profile& profile);

ScaleKind draw_scale_kind(RandomWords& words);
ZeroScales draw_zero_scales(RandomWords& words, std::size_t microbatches);

/// Fills the scales, all positive.
void draw_scales(RandomWords& words, ScaleKind kind, ScaleRange range, std::span<double> scales);

/// Sets scales to zero; at least one unless kNone.
void put_zero_scales(RandomWords& words, ZeroScales where, std::span<double> scales);

}  // namespace gradvet::unscaled_mean
