#include "properties/token_mean/token_mean_draw.hpp"

#include <algorithm>
#include <array>

#include "properties/drawn_shape.hpp"
#include "properties/drawn_window.hpp"
#include "properties/token_mean/token_mean_contract.hpp"

namespace gradvet::token_mean {

namespace {

enum OwnClass : unsigned {
  kNoCoordinates = kWindowClassCount,
  kWide,
  kNoTokens,
  kOneSampleEach,
  kManySamples
};

constexpr auto kClassNames = with_window_classes(std::array<std::string_view, 5>{
    "no coordinates", "wide", "no tokens", "one sample each", "many samples"});

constexpr std::uint32_t kWideWidth = 7;

/// Samples of each microbatch: one, small and unequal, or one microbatch with very many. Where a microbatch
/// has no tokens, half of the cases have no samples either.
ClassSet draw_samples(RandomWords& words, std::span<const std::int64_t> tokens,
                      std::span<std::int64_t> samples) {
  ClassSet classes = 0;
  const std::uint32_t chance = words.below(8);
  if (chance == 0) {
    std::ranges::fill(samples, 1);
    classes = class_bit(kOneSampleEach);
  } else {
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < samples.size(); ++i, word >>= 3) {
      if (i % 16 == 0) word = words.next();
      samples[i] = static_cast<std::int64_t>(1 + (word & 7));
    }
    if (chance == 1) {
      samples[words.below(static_cast<std::uint32_t>(samples.size()))] = std::int64_t{1}
                                                                         << words.between(8, 30);
      classes = class_bit(kManySamples);
    }
  }
  if (words.once_in(2))
    for (std::size_t i = 0; i < samples.size(); ++i)
      if (tokens[i] == 0) samples[i] = 0;
  return classes;
}

}  // namespace

ClassSet draw(std::uint64_t word, int size, const DrawLimits& limits, const Profile& profile, Case& out) {
  RandomWords words(word);
  const bool coarse = is_coarse(profile);
  const std::uint32_t rows = draw_microbatches(words, size, limits, coarse);
  const std::uint32_t width = draw_width(words, rows, limits);
  out.clear();
  out.append(parameters()[0], rows, width);
  out.append(parameters()[1], rows, 1);
  out.append(parameters()[2], rows, 1);
  ClassSet classes = classes_of_size(rows);
  if (rows == 0) return classes | class_bit(kNoTokens);

  const std::span<std::int64_t> counts = out.integers(1);
  classes |= draw_window_counts(words, coarse, counts);
  constexpr std::uint32_t kAllMasked = 32;
  const bool has_no_tokens = words.once_in(kAllMasked);
  if (width > 0) {
    const std::span<double> values = out.reals(0);
    classes |= draw_window_values(words, {profile, counts}, coarse, width, values).classes;
    if (width >= kWideWidth) classes |= class_bit(kWide);
    if (has_no_tokens) std::ranges::fill(values, 0.0);
    zero_uncounted(counts, width, values);
  } else {
    classes |= class_bit(kNoCoordinates);
  }
  if (has_no_tokens) {
    std::ranges::fill(counts, 0);
    classes = classes_of_size(rows) | class_bit(kNoTokens);
  }
  return classes | draw_samples(words, counts, out.integers(2));
}

std::span<const std::string_view> class_names() { return kClassNames; }

}  // namespace gradvet::token_mean
