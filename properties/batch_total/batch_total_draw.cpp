#include "properties/batch_total/batch_total_draw.hpp"

#include <algorithm>
#include <array>

#include "properties/batch_total/batch_total_contract.hpp"
#include "properties/drawn_shape.hpp"
#include "properties/random_words.hpp"

namespace gradvet::batch_total {

namespace {

enum Class : unsigned {
  kNoBatches,
  kOneBatch,
  kManyBatches,
  kAllFull,
  kShortLast,
  kShortAnywhere,
  kOversized,
  kZeroSizes,
  kAllBelowTarget,
  kTargetOne,
  kPast31Bits,
  kPast53Bits,
  kClassCount
};

constexpr std::array<std::string_view, kClassCount> kClassNames = {
    "no batches",      "one batch",        "many batches",
    "all full",        "short last batch", "short batches anywhere",
    "oversized batch", "zero sizes",       "all below target",
    "target 1",        "total past 2^31",  "total past 2^53"};

constexpr std::uint32_t kManyRows = 21;
constexpr std::int64_t kLargestSize = (std::int64_t{1} << 53) - 1;
/// As many batches of any size stay below 2^63.
constexpr std::uint32_t kMostLargeBatches = 1000;

constexpr ClassSet class_bit(Class which) { return ClassSet{1} << which; }

/// How large the target is.
std::int64_t draw_target(RandomWords& words, bool large) {
  const std::uint64_t word = words.next();
  // Of any length, half of them next to the largest, so that totals pass 2^31 and 2^53.
  if (large) {
    const std::uint64_t length = (word & 1) != 0 ? 50 + (word >> 1) % 3 : 20 + (word >> 1) % 33;
    return static_cast<std::int64_t>(1 + (word >> 11) % (std::uint64_t{1} << length));
  }
  constexpr std::array<std::int64_t, 16> kTargets = {1, 2, 2, 3, 4, 4, 5, 6, 7, 8, 8, 12, 16, 32, 64, 100};
  return kTargets[word & 15];
}

}  // namespace

ClassSet draw(std::uint64_t word, int size, const DrawLimits& limits, const Profile&, Case& out) {
  RandomWords words(word);
  const std::uint32_t rows = draw_microbatches(words, size, limits, false);
  const bool large = rows <= kMostLargeBatches && words.once_in(4);
  const std::int64_t target = draw_target(words, large);
  out.clear();
  out.append(parameters()[0], rows, 1);
  out.append(parameters()[1], 1, 1);
  out.integers(1)[0] = target;
  ClassSet classes = target == 1 ? class_bit(kTargetOne) : 0;
  if (rows == 0) return classes | class_bit(kNoBatches);
  if (rows == 1) classes |= class_bit(kOneBatch);
  if (rows >= kManyRows) classes |= class_bit(kManyBatches);

  const std::span<std::int64_t> sizes = out.integers(0);
  const auto below_target = [&] {
    return static_cast<std::int64_t>((words.next() >> 10) % static_cast<std::uint64_t>(target));
  };
  std::ranges::fill(sizes, target);
  const std::uint32_t any = words.below(rows);
  switch (words.below(16)) {
    case 0:
      classes |= class_bit(kAllFull);
      break;
    case 1:
    case 2:
    case 3:
    case 4:
    case 5:
      sizes.back() = below_target();
      classes |= class_bit(kShortLast);
      break;
    case 6:
    case 7:
    case 8:
      for (std::int64_t& entry : sizes)
        if (words.once_in(3)) entry = below_target();
      sizes[any] = below_target();
      classes |= class_bit(kShortAnywhere);
      break;
    case 9:
    case 10:
    case 11:
      // Just above the target, a small multiple of it, or anything up to four targets.
      sizes[any] = std::min(kLargestSize, words.once_in(2) ? target + 1 + words.below(3)
                                                           : target * words.between(2, 4) - words.below(2));
      if (words.once_in(2)) sizes.back() = below_target();
      classes |= class_bit(kOversized);
      break;
    case 12:
    case 13:
      for (std::int64_t& entry : sizes)
        if (words.once_in(3)) entry = 0;
      sizes[any] = 0;
      sizes.front() += words.below(2);
      classes |= class_bit(kZeroSizes);
      break;
    default:
      for (std::int64_t& entry : sizes) entry = below_target();
      classes |= class_bit(kAllBelowTarget);
      break;
  }
  std::int64_t total = 0;
  for (std::int64_t& entry : sizes) {
    entry = std::min(entry, kLargestSize);
    total += entry;
  }
  if (total > (std::int64_t{1} << 31)) classes |= class_bit(kPast31Bits);
  if (total > (std::int64_t{1} << 53)) classes |= class_bit(kPast53Bits);
  return classes;
}

std::span<const std::string_view> class_names() { return kClassNames; }

}  // namespace gradvet::batch_total
