#include "properties/drawn_window.hpp"

#include <algorithm>
#include <bit>

#include "properties/drawn_counts.hpp"

namespace gradvet {

namespace {

constexpr std::uint32_t kManyRows = 21;

ClassSet classes_of(CountKind kind) {
  switch (kind) {
    case CountKind::kSmall:
    case CountKind::kTiny:
      return 0;
    case CountKind::kOneHuge:
      return class_bit(kHugeCount);
    case CountKind::kNearPowersOfTwo:
      return class_bit(kCountsNearPowersOfTwo);
    case CountKind::kEqual:
      return class_bit(kEqualCounts);
  }
  return 0;
}

ClassSet classes_of(ValueKind kind) {
  switch (kind) {
    case ValueKind::kIntegers:
      return 0;
    case ValueKind::kFractions:
      return class_bit(kFractions);
    case ValueKind::kDense:
      return class_bit(kFullSignificands);
    case ValueKind::kWideRange:
      return class_bit(kFullSignificands) | class_bit(kWideRange);
    case ValueKind::kLarge:
      return class_bit(kFullSignificands) | class_bit(kLargeValues);
    case ValueKind::kSubnormal:
      return class_bit(kSubnormals);
    case ValueKind::kOneHot:
      return class_bit(kOneHot);
    case ValueKind::kZero:
      return class_bit(kAllZero);
  }
  return 0;
}

/// Bits that sums over the window and products with a count may add to a value.
int growth_bits(std::span<const std::int64_t> counts) {
  const auto greatest = static_cast<std::uint64_t>(std::ranges::max(counts));
  return static_cast<int>(std::bit_width(counts.size()) + std::bit_width(greatest));
}

}  // namespace

ClassSet classes_of_size(std::uint32_t microbatches) {
  if (microbatches == 0) return class_bit(kNoMicrobatches);
  if (microbatches == 1) return class_bit(kOneMicrobatch);
  return microbatches >= kManyRows ? class_bit(kManyMicrobatches) : 0;
}

ClassSet draw_window_counts(RandomWords& words, bool coarse, std::span<std::int64_t> counts) {
  const CountKind kind = draw_count_kind(words, coarse);
  draw_counts(words, kind, counts);
  ClassSet classes = classes_of(kind);
  if (counts.size() > 1 && words.once_in(4)) {
    draw_zero_counts(words, counts);
    classes |= class_bit(kZeroCount);
  }
  return classes;
}

DrawnValues draw_window_values(RandomWords& words, const ValueLimits& limits, bool coarse, std::size_t width,
                               std::span<double> values) {
  const ValueKind kind = draw_value_kind(words, coarse);
  const ValueRange range = needs_range(kind)
                               ? value_range(limits.profile, growth_bits(limits.counts) + limits.spare_bits)
                               : ValueRange{};
  draw_values(words, kind, range, width, values);
  DrawnValues drawn{classes_of(kind), kind};
  if (values.size() < 2 * width || kind >= ValueKind::kOneHot) return drawn;
  switch (words.below(16)) {
    case 0:
      cancel_rows(width, values);
      drawn.classes |= class_bit(kCancellation);
      break;
    case 1:
      repeat_rows(words, width, values);
      drawn.classes |= class_bit(kRepeatedRows);
      break;
    case 2:
      zero_rows(words, width, values);
      drawn.classes |= class_bit(kZeroRow);
      break;
    default:
      break;
  }
  return drawn;
}

void zero_uncounted(std::span<const std::int64_t> counts, std::size_t width, std::span<double> values) {
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (counts[i] == 0) std::ranges::fill(values.subspan(i * width, width), 0.0);
}

}  // namespace gradvet
