#include "properties/window_count.hpp"

#include <algorithm>
#include <limits>

namespace gradvet {

namespace {
constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
}

std::uint64_t saturated_sum(std::uint64_t a, std::uint64_t b) { return a > kMost - b ? kMost : a + b; }

std::uint64_t saturated_product(std::uint64_t a, std::uint64_t b) {
  return a != 0 && b > kMost / a ? kMost : a * b;
}

std::uint64_t saturated_power(std::uint64_t base, std::uint32_t exponent) {
  std::uint64_t power = 1;
  for (std::uint32_t i = 0; i < exponent && (power != kMost || base == 0) && power != 0; ++i)
    power = saturated_product(power, base);
  return power;
}

std::uint64_t count_windows(std::uint64_t counted, std::uint64_t uncounted, std::uint32_t microbatches) {
  if (microbatches == 0) return 1;
  const std::uint64_t all = saturated_power(saturated_sum(counted, uncounted), microbatches);
  return all == kMost ? kMost : all - saturated_power(uncounted, microbatches);
}

std::uint64_t count_ragged(std::uint64_t item, std::uint32_t rows, std::uint32_t least, std::uint32_t most) {
  std::uint64_t count = 0;
  std::uint64_t shapes = 1;  // ways to share so many items out to the rows: (items + rows - 1 over items)
  for (std::uint32_t items = 0; items <= most; ++items) {
    if (items > 0) {
      const std::uint64_t product = saturated_product(shapes, std::uint64_t{items} + rows - 1);
      if (product == kMost) return kMost;
      shapes = product / items;
    }
    if (items < least) continue;
    const std::uint64_t more = saturated_product(shapes, saturated_power(item, items));
    if (more > kMost - count) return kMost;
    count += more;
  }
  return count;
}

std::uint64_t zeros_in(const std::vector<double>& list) {
  return static_cast<std::uint64_t>(std::ranges::count(list, 0.0));
}

std::uint64_t zeros_in(const std::vector<std::int64_t>& list) {
  return static_cast<std::uint64_t>(std::ranges::count(list, std::int64_t{0}));
}

}  // namespace gradvet
