#include "properties/rank_mean/rank_mean_draw.hpp"

#include <algorithm>
#include <array>

#include "properties/drawn_shape.hpp"
#include "properties/drawn_window.hpp"
#include "properties/rank_mean/rank_mean_contract.hpp"

namespace gradvet::rank_mean {

namespace {

enum OwnClass : unsigned {
  kNoRanks = kWindowClassCount,
  kOneRank,
  kIdleRank,
  kMaskedRank,
  kNothingCounted,
  kEqualRanks,
  kNoCoordinates,
  kWide,
};

constexpr auto kClassNames = with_window_classes(std::array<std::string_view, 8>{
    "no ranks", "one rank", "idle rank", "rank that counts nothing", "nothing counted",
    "as many microbatches on each rank", "no coordinates", "wide"});

constexpr std::uint32_t kWideWidth = 7;
constexpr std::uint32_t kMostRanks = 64;

/// Zeroes every count: of one rank in an eighth of the cases, of all in one of 32.
void mask_ranks(RandomWords& words, std::span<const std::uint32_t> offsets, std::span<std::int64_t> counts) {
  const std::uint32_t chance = words.below(32);
  const std::uint32_t rank = words.below(static_cast<std::uint32_t>(offsets.size() - 1));
  if (chance < 4)
    std::ranges::fill(counts.subspan(offsets[rank], offsets[rank + 1] - offsets[rank]), 0);
  else if (chance == 4)
    std::ranges::fill(counts, 0);
}

ClassSet classes_of_ranks(std::span<const std::uint32_t> offsets, std::span<const std::int64_t> counts) {
  const std::size_t ranks = offsets.size() - 1;
  ClassSet classes = ranks == 0 ? class_bit(kNoRanks) : ranks == 1 ? class_bit(kOneRank) : 0;
  const auto is_zero = [](std::int64_t count) { return count == 0; };
  bool are_equal = ranks > 1;
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    const auto own = counts.subspan(offsets[rank], offsets[rank + 1] - offsets[rank]);
    are_equal = are_equal && own.size() == offsets[1];
    if (own.empty())
      classes |= class_bit(kIdleRank);
    else if (std::ranges::all_of(own, is_zero))
      classes |= class_bit(kMaskedRank);
  }
  if (are_equal && !counts.empty()) classes |= class_bit(kEqualRanks);
  if (std::ranges::all_of(counts, is_zero)) classes |= class_bit(kNothingCounted);
  if (std::ranges::any_of(counts, is_zero)) classes |= class_bit(kZeroCount);
  return classes;
}

}  // namespace

ClassSet draw(std::uint64_t word, int size, const DrawLimits& limits, const Profile& profile, Case& out) {
  RandomWords words(word);
  const bool coarse = is_coarse(profile);
  const std::uint32_t ranks = std::min(kMostRanks, draw_microbatches(words, size, limits, coarse));
  const std::vector<std::uint32_t> offsets = draw_offsets(words, ranks, coarse);
  const std::uint32_t microbatches = offsets.back();
  // A rank matrix without microbatches has no width.
  const std::uint32_t width = draw_width(words, microbatches, limits);
  out.clear();
  out.append_ragged(parameters()[0], offsets, width);
  out.append_ragged(parameters()[1], offsets);
  ClassSet classes = classes_of_size(microbatches);
  const std::span<std::int64_t> counts = out.integers(1);
  if (microbatches == 0) return classes | classes_of_ranks(offsets, counts);

  classes |= draw_window_counts(words, coarse, counts);
  mask_ranks(words, offsets, counts);
  classes |= classes_of_ranks(offsets, counts);
  if (width == 0) return classes | class_bit(kNoCoordinates);
  if (width >= kWideWidth) classes |= class_bit(kWide);

  const std::span<double> values = out.reals(0);
  classes |= draw_window_values(words, {profile, counts}, coarse, width, values).classes;
  if ((classes & class_bit(kZeroCount)) != 0) zero_uncounted(counts, width, values);
  return classes;
}

std::span<const std::string_view> class_names() { return kClassNames; }

}  // namespace gradvet::rank_mean
