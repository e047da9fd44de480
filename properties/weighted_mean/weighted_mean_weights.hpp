#pragma once

#include <cstdint>
#include <span>

#include "properties/random_words.hpp"
#include "src/core/profile.hpp"

namespace gradvet::weighted_mean {

/// How the weights of a case are chosen.
enum class WeightKind {
  kMask,       ///< 0 and 1
  kSmall,      ///< small integers and fractions
  kFractions,  ///< below 1
  kDense,      ///< full significands, 2^-4 … 2^4
  kEqual,      ///< all the same, but not 1
  kOneHuge,    ///< one of 2^8 … 2^20 among small ones
  kTiny,       ///< powers of two that total less than 2^-19, in float64 down to 2^-170
  kWideRange   ///< powers of two from 2^-20 to 2^20
};

WeightKind draw_weight_kind(RandomWords& words);

/// Fills the weights, above 0 but for kMask, each a value of the input format.
void draw_weights(RandomWords& words, WeightKind kind, const Profile& profile, std::span<double> weights);

/// The greatest weight that is drawn is below 2 to this power.
int greatest_weight_bits(const Profile& profile);

/// Which weights are set to 0.
enum class ZeroWeights { kNone, kScattered, kMicrobatch, kEverywhere };

ZeroWeights draw_zero_weights(RandomWords& words);

/// Sets them to 0: some items, every item of one microbatch, or all.
void put_zero_weights(RandomWords& words, ZeroWeights where, std::span<const std::uint32_t> offsets,
                      std::span<double> weights);

}  // namespace gradvet::weighted_mean
