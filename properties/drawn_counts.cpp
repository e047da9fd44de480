#include "properties/drawn_counts.hpp"

#include <algorithm>
#include <array>

namespace gradvet {

namespace {

constexpr std::array<std::uint8_t, 16> kSmallCounts = {1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 9, 11, 12, 13, 16};

void draw_small_counts(RandomWords& words, std::span<std::int64_t> counts) {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < counts.size(); ++i, word >>= 4) {
    if (i % 16 == 0) word = words.next();
    counts[i] = kSmallCounts[word & 15];
  }
  // Equal counts hide most mistakes; two ends that differ are enough.
  if (counts.size() > 1 && counts.front() == counts.back()) ++counts.back();
}

}  // namespace

CountKind draw_count_kind(RandomWords& words, bool coarse) {
  const std::uint32_t chance = words.below(32);
  if (chance == 0) return CountKind::kEqual;
  if (coarse)
    return chance == 1 ? CountKind::kOneHuge : chance == 2 ? CountKind::kNearPowersOfTwo : CountKind::kTiny;
  if (chance < 4) return CountKind::kOneHuge;
  if (chance < 8) return CountKind::kNearPowersOfTwo;
  return CountKind::kSmall;
}

void draw_counts(RandomWords& words, CountKind kind, std::span<std::int64_t> counts) {
  if (counts.empty()) return;
  switch (kind) {
    case CountKind::kSmall:
      return draw_small_counts(words, counts);
    case CountKind::kTiny: {
      const std::uint64_t word = words.next();
      for (std::size_t i = 0; i < counts.size(); ++i)
        counts[i] = std::int64_t{1} << ((word >> (i * 2 % 64)) & 1);
      counts[(word >> 32) % counts.size()] = 4 << ((word >> 60) & 1);
      return;
    }
    case CountKind::kOneHuge: {
      draw_small_counts(words, counts);
      const std::uint64_t word = words.next();
      const std::uint64_t power = std::uint64_t{1} << (20 + (word & 31) % 21);
      counts[(word >> 32) % counts.size()] = static_cast<std::int64_t>(power | ((word >> 5) & (power - 1)));
      return;
    }
    case CountKind::kNearPowersOfTwo:
      for (std::int64_t& count : counts) {
        const std::uint64_t word = words.next();
        // 2^0 … 2^40 and -1, 0 or 1 more; high halves of products are cheaper than remainders.
        const auto exponent = ((word >> 32) * 41) >> 32;
        const auto above = static_cast<std::int64_t>(((word & 0xffff) * 3) >> 16);
        count = std::max<std::int64_t>(1, (std::int64_t{1} << exponent) - 1 + above);
      }
      return;
    case CountKind::kEqual:
      std::ranges::fill(counts, 1 + words.below(8));
      return;
  }
}

void draw_zero_counts(RandomWords& words, std::span<std::int64_t> counts) {
  const std::uint64_t word = words.next();
  const std::size_t any = (word >> 32) % counts.size();
  switch (word & 7) {
    case 0:
      counts.front() = 0;
      return;
    case 1:
      counts.back() = 0;
      return;
    case 2:
      for (std::size_t i = 0; i < counts.size(); ++i)
        if (i != any) counts[i] = 0;
      return;
    case 3:
    case 4:
      // The one after `any` keeps its count, whatever the bits say.
      for (std::size_t i = 0; i < counts.size(); ++i)
        if ((words.next() & 3) == 0 && i != (any + 1) % counts.size()) counts[i] = 0;
      [[fallthrough]];
    default:
      counts[any] = 0;
      return;
  }
}

}  // namespace gradvet
