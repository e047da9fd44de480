#include "properties/weighted_mean/weighted_mean_weights.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "properties/drawn_shape.hpp"
#include "properties/drawn_values.hpp"

namespace gradvet::weighted_mean {

namespace {

constexpr std::array<double, 16> kSmallWeights = {1, 2,    3,   0.5, 1.5, 4, 5,     0.25,
                                                  8, 0.75, 2.5, 6,   7,   3, 0.125, 10};
constexpr std::array<double, 16> kBelowOne = {0.5, 0.25, 0.75,   0.125,  0.375,  0.625,   0.875,  0.0625,
                                              0.5, 0.25, 0.1875, 0.3125, 0.4375, 0.03125, 0.9375, 0.5};

/// 2^exponent, for exponents of normal float64 numbers.
double power_of_two(int exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

bool is_float16(const Profile& profile) {
  return profile.input == NumberFormat::kFloat16 || profile.accumulator == NumberFormat::kFloat16;
}

void fill_from(RandomWords& words, const std::array<double, 16>& table, std::span<double> weights) {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < weights.size(); ++i, word >>= 4) {
    if (i % 16 == 0) word = words.next();
    weights[i] = table[word & 15];
  }
}

void fill_powers(RandomWords& words, int least, int greatest, std::span<double> weights) {
  for (double& weight : weights) weight = power_of_two(words.between(least, greatest));
}

}  // namespace

WeightKind draw_weight_kind(RandomWords& words) {
  switch (words.below(16)) {
    case 0:
    case 1:
    case 2:
      return WeightKind::kMask;
    case 3:
    case 4:
      return WeightKind::kFractions;
    case 5:
      return WeightKind::kDense;
    case 6:
      return WeightKind::kEqual;
    case 7:
      return WeightKind::kOneHuge;
    case 8:
    case 9:
      return WeightKind::kTiny;
    case 10:
      return WeightKind::kWideRange;
    default:
      return WeightKind::kSmall;
  }
}

int greatest_weight_bits(const Profile& profile) { return is_float16(profile) ? 5 : 21; }

void draw_weights(RandomWords& words, WeightKind kind, const Profile& profile, std::span<double> weights) {
  if (weights.empty()) return;
  const bool narrow = is_float16(profile);
  switch (kind) {
    case WeightKind::kMask: {
      std::uint64_t word = 0;
      for (std::size_t i = 0; i < weights.size(); ++i, word >>= 2) {
        if (i % 32 == 0) word = words.next();
        weights[i] = (word & 3) == 0 ? 0 : 1;
      }
      return;
    }
    case WeightKind::kSmall:
      return fill_from(words, kSmallWeights, weights);
    case WeightKind::kFractions:
      return fill_from(words, kBelowOne, weights);
    case WeightKind::kDense:
      draw_values(words, ValueKind::kDense, value_range(profile, 0), 1, weights);
      for (double& weight : weights) weight = weight < 0 ? -weight : weight;
      return;
    case WeightKind::kEqual:
      std::ranges::fill(weights, kSmallWeights[1 + words.below(kSmallWeights.size() - 1)]);
      return;
    case WeightKind::kOneHuge:
      fill_from(words, kSmallWeights, weights);
      weights[words.below(static_cast<std::uint32_t>(weights.size()))] =
          power_of_two(narrow ? 4 : words.between(8, 20));
      return;
    case WeightKind::kTiny: {
      // Down to where float32 has a zero for the total.
      const std::uint32_t span = is_wide(profile) && words.once_in(4) ? 150 : 20;
      const int greatest = narrow ? -21 : -20 - static_cast<int>(words.below(span));
      const int room = static_cast<int>(std::bit_width(weights.size()));
      const int least = narrow ? -24 : is_wide(profile) ? -200 : -120;
      return fill_powers(words, std::max(greatest - room - 2, least), std::max(greatest - room, least),
                         weights);
    }
    case WeightKind::kWideRange:
      return fill_powers(words, narrow ? -6 : -20, narrow ? 4 : 20, weights);
  }
}

ZeroWeights draw_zero_weights(RandomWords& words) {
  switch (words.below(32)) {
    case 0:
      return ZeroWeights::kEverywhere;
    case 1:
    case 2:
    case 3:
    case 4:
      return ZeroWeights::kMicrobatch;
    case 5:
    case 6:
    case 7:
    case 8:
      return ZeroWeights::kScattered;
    default:
      return ZeroWeights::kNone;
  }
}

void put_zero_weights(RandomWords& words, ZeroWeights where, std::span<const std::uint32_t> offsets,
                      std::span<double> weights) {
  if (weights.empty()) return;
  switch (where) {
    case ZeroWeights::kNone:
      return;
    case ZeroWeights::kScattered: {
      const std::uint64_t word = words.next();
      weights[(word >> 32) % weights.size()] = 0;
      for (std::size_t i = 0; i < weights.size(); ++i)
        if (((word >> (i % 32)) & 3) == 0) weights[i] = 0;
      return;
    }
    case ZeroWeights::kMicrobatch: {
      const std::uint32_t row = words.below(static_cast<std::uint32_t>(offsets.size() - 1));
      std::ranges::fill(weights.subspan(offsets[row], offsets[row + 1] - offsets[row]), 0.0);
      return;
    }
    case ZeroWeights::kEverywhere:
      std::ranges::fill(weights, 0.0);
      return;
  }
}

}  // namespace gradvet::weighted_mean
