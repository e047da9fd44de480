#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "properties/drawn_values.hpp"
#include "properties/random_words.hpp"
#include "src/core/contract.hpp"

/// Drawing what every contract on microbatches with counts and values shares, and the classes of hostile
/// input that come with it. Their bits come first in a contract's ClassSet, its own after them.
namespace gradvet {

enum WindowClass : unsigned {
  kNoMicrobatches,
  kOneMicrobatch,
  kManyMicrobatches,  ///< more than 20
  kEqualCounts,
  kZeroCount,
  kHugeCount,
  kCountsNearPowersOfTwo,
  kAllZero,
  kZeroRow,
  kRepeatedRows,
  kOneHot,
  kCancellation,
  kFractions,
  kFullSignificands,
  kWideRange,
  kLargeValues,
  kSubnormals,
  kWindowClassCount
};

inline constexpr std::array<std::string_view, kWindowClassCount> kWindowClassNames = {
    "no microbatches",
    "one microbatch",
    "many microbatches",
    "equal counts",
    "zero count",
    "one huge count",
    "counts near powers of two",
    "all zero",
    "zero row",
    "repeated rows",
    "one-hot",
    "cancellation",
    "fractions",
    "full significands",
    "wide range",
    "large values",
    "subnormals"};

/// The names of a contract's classes: those of a window, then its own.
template <std::size_t kOwn>
constexpr std::array<std::string_view, kWindowClassCount + kOwn> with_window_classes(
    const std::array<std::string_view, kOwn>& own) {
  std::array<std::string_view, kWindowClassCount + kOwn> names{};
  for (std::size_t i = 0; i < kWindowClassCount; ++i) names[i] = kWindowClassNames[i];
  for (std::size_t i = 0; i < kOwn; ++i) names[kWindowClassCount + i] = own[i];
  return names;
}

constexpr ClassSet class_bit(unsigned which) { return ClassSet{1} << which; }

/// The classes of a number of microbatches alone.
ClassSet classes_of_size(std::uint32_t microbatches);

/// Fills the counts of a window; at least one is above 0.
ClassSet draw_window_counts(RandomWords& words, bool coarse, std::span<std::int64_t> counts);

/// Values and how they were chosen.
struct DrawnValues {
  ClassSet classes;
  ValueKind kind;
};

/// What limits the magnitude of a window's values: a sum over all microbatches and the product of a mean and
/// a count stay finite, with `spare_bits` left.
struct ValueLimits {
  const Profile& profile;
  std::span<const std::int64_t> counts;
  int spare_bits = 0;
};

/// Fills the values of a window, `width` for each microbatch.
DrawnValues draw_window_values(RandomWords& words, const ValueLimits& limits, bool coarse, std::size_t width,
                               std::span<double> values);

/// Zeroes the values of the microbatches that count nothing, as the domain demands.
void zero_uncounted(std::span<const std::int64_t> counts, std::size_t width, std::span<double> values);

}  // namespace gradvet
