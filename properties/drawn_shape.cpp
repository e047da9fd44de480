#include "properties/drawn_shape.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "oracles/float_format.hpp"

namespace gradvet {

namespace {

constexpr int kCoarsePrecision = 11;
constexpr std::uint32_t kManyMicrobatches = 300;

bool is_coarse_format(NumberFormat format) {
  return format != NumberFormat::kExact && float_format(format).precision <= kCoarsePrecision;
}

bool is_wide_format(NumberFormat format) {
  return format == NumberFormat::kExact || format == NumberFormat::kFloat64;
}

}  // namespace

bool is_wide(const Profile& profile) {
  return is_wide_format(profile.input) && is_wide_format(profile.accumulator) &&
         is_wide_format(profile.output) && is_wide_format(profile.scales);
}

bool is_coarse(const Profile& profile) {
  return is_coarse_format(profile.accumulator) || is_coarse_format(profile.output);
}

std::uint32_t draw_microbatches(RandomWords& words, int size, const DrawLimits& limits, bool coarse) {
  const std::uint32_t growth = static_cast<std::uint32_t>(std::clamp(size, 0, 100)) * 18 / 100;
  std::uint32_t rows = 1 + words.below(2 + growth);
  const std::uint32_t chance = words.below(128);
  if (chance < 3)
    rows = 0;
  else if (coarse && chance < 96)
    rows = 2 + words.below(3);
  else if (chance == 127 && growth > 4)
    rows = 21 + words.below(kManyMicrobatches - 20);
  return std::min(rows, limits.max_microbatches);
}

std::vector<std::uint32_t> draw_offsets(RandomWords& words, std::uint32_t rows, bool coarse) {
  constexpr std::array<std::uint8_t, 16> kUsual = {0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 5, 2};
  constexpr std::array<std::uint8_t, 16> kCoarse = {0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 1};
  const auto& sizes = coarse ? kCoarse : kUsual;
  std::vector<std::uint32_t> offsets(rows + 1, 0);
  if (rows == 0) return offsets;
  const std::uint32_t chance = words.below(64);
  const std::uint32_t equal = chance < 16 ? 1 + words.below(coarse ? 2 : 4) : 0;
  std::uint64_t word = 0;
  for (std::uint32_t row = 0; row < rows; ++row, word >>= 4) {
    if (row % 16 == 0) word = words.next();
    offsets[row + 1] = equal != 0 ? equal : sizes[word & 15];
  }
  if (chance == 63 && !coarse) offsets[1 + words.below(rows)] = words.below(41);
  std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
  return offsets;
}

std::uint32_t draw_width(RandomWords& words, std::uint32_t microbatches, const DrawLimits& limits) {
  if (microbatches == 0) return 0;
  constexpr std::array<std::uint8_t, 32> kUsual = {0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2,
                                                   2, 2, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5};
  constexpr std::array<std::uint16_t, 16> kWide = {8,  8,  8,  8,  16, 16, 16,  16,
                                                   32, 32, 32, 64, 64, 64, 256, 1024};
  const std::uint32_t chance = words.below(64 * 32);
  std::uint32_t width = kUsual[chance % 32];
  if (chance < 32) width = kWide[words.below(kWide.size())] - 1 + words.below(3);
  return std::min({width, limits.max_width, kMostDrawnNumbers / microbatches});
}

}  // namespace gradvet
