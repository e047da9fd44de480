#include "properties/unscaled_mean/unscaled_mean_scales.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "oracles/float_format.hpp"
#include "properties/drawn_shape.hpp"

namespace gradvet::unscaled_mean {

namespace {

constexpr std::array<double, 16> kOtherScales = {3,  5,  6,  7,   9,   10,  11,  12,
                                                 20, 48, 96, 100, 1.5, 2.5, 144, 255};
constexpr std::array<double, 8> kFractions = {0.75, 0.625, 0.375, 0.875, 0.1875, 0.9375, 0.3125, 0.15625};

/// 2^exponent, for exponents of normal numbers: much faster than ldexp().
double power_of_two(int exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

bool is_float16(NumberFormat format) { return format == NumberFormat::kFloat16; }

int precision_of(NumberFormat format) {
  return float_format(format == NumberFormat::kExact ? NumberFormat::kFloat64 : format).precision;
}

/// A full significand of the precision in [1, 2), times 2^-4 … 2^3.
double full_significand(RandomWords& words, int precision) {
  const std::uint64_t word = words.next();
  const std::uint64_t fraction = (word >> 12) & ~((std::uint64_t{1} << (53 - precision)) - 1);
  return std::bit_cast<double>((std::uint64_t{1019} + (word & 7)) << 52 | fraction);
}

}  // namespace

ScaleRange scale_range(const Profile& profile) {
  const int precision = std::min(precision_of(profile.input), precision_of(profile.scales));
  // In float16 a scaled sum must stay below 2^16 and above the subnormals.
  if (is_float16(profile.input) || is_float16(profile.scales) || is_float16(profile.accumulator))
    return {-8, 8, -8, precision};
  return {-20, 24, is_wide(profile) ? -160 : -20, precision};
}

ScaleKind draw_scale_kind(RandomWords& words) {
  switch (words.below(8)) {
    case 0:
      return ScaleKind::kOneForAll;
    case 1:
      return ScaleKind::kBelowOne;
    case 2:
      return ScaleKind::kOthers;
    case 3:
    case 4:
      return ScaleKind::kPowers;
    default:
      return ScaleKind::kSchedule;
  }
}

ZeroScales draw_zero_scales(RandomWords& words, std::size_t microbatches) {
  switch (words.below(16)) {
    case 0:
      return ZeroScales::kFirst;
    case 1:
      return ZeroScales::kLast;
    case 2:
      return microbatches > 2 ? ZeroScales::kMiddle : ZeroScales::kNone;
    case 3:
      return ZeroScales::kScattered;
    case 4:
      return microbatches < 8 ? ZeroScales::kEverywhere : ZeroScales::kScattered;
    default:
      return ZeroScales::kNone;
  }
}

void draw_scales(RandomWords& words, ScaleKind kind, ScaleRange range, std::span<double> scales) {
  const auto power = [&](int least, int greatest) { return power_of_two(words.between(least, greatest)); };
  switch (kind) {
    case ScaleKind::kSchedule: {
      int exponent = words.between(std::max(range.least, -2), std::min(range.greatest, 16));
      std::uint64_t word = 0;
      for (std::size_t i = 0; i < scales.size(); ++i, word >>= 2) {
        if (i % 32 == 0) word = words.next();
        scales[i] = power_of_two(exponent);
        constexpr std::array<int, 4> kSteps = {-1, 1, 0, 0};
        exponent = std::clamp(exponent + kSteps[word & 3], range.least, range.greatest);
      }
      return;
    }
    case ScaleKind::kPowers:
      for (double& scale : scales) scale = power(range.least, range.greatest);
      return;
    case ScaleKind::kOneForAll:
      std::ranges::fill(scales, power(range.least, range.greatest));
      return;
    case ScaleKind::kOthers:
      for (double& scale : scales)
        scale = words.once_in(4) ? full_significand(words, range.precision)
                                 : kOtherScales[words.below(kOtherScales.size())];
      return;
    case ScaleKind::kBelowOne:
      for (double& scale : scales)
        scale = words.once_in(2) ? kFractions[words.below(kFractions.size())]
                                 : power(words.once_in(4) ? range.tiny : range.least, -1);
      return;
  }
}

void put_zero_scales(RandomWords& words, ZeroScales where, std::span<double> scales) {
  switch (where) {
    case ZeroScales::kNone:
      return;
    case ZeroScales::kFirst:
      scales.front() = 0;
      return;
    case ZeroScales::kLast:
      scales.back() = 0;
      return;
    case ZeroScales::kMiddle:
      scales[1 + words.below(static_cast<std::uint32_t>(scales.size() - 2))] = 0;
      return;
    case ZeroScales::kEverywhere:
      std::ranges::fill(scales, 0.0);
      return;
    case ZeroScales::kScattered: {
      const std::uint32_t any = words.below(static_cast<std::uint32_t>(scales.size()));
      const std::uint64_t word = words.next();
      for (std::size_t i = 0; i < scales.size(); ++i)
        if (i == any || ((word >> (i % 64)) & 3) == 0) scales[i] = 0;
      return;
    }
  }
}

}  // namespace gradvet::unscaled_mean
