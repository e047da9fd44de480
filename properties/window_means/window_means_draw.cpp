#include "properties/window_means/window_means_draw.hpp"

#include <algorithm>
#include <array>

#include "oracles/window_means.hpp"
#include "properties/drawn_shape.hpp"
#include "properties/drawn_window.hpp"
#include "properties/window_means/window_means_contract.hpp"

namespace gradvet::window_means {

namespace {

enum OwnClass : unsigned {
  kWide = kWindowClassCount,
  kStepsOfOne,
  kOneWindow,
  kFullWindows,
  kShortTail,
  kHugeSteps,
  kNullWindow
};

constexpr auto kClassNames = with_window_classes(
    std::array<std::string_view, 7>{"wide", "steps of one", "one window", "full windows only", "short tail",
                                    "huge steps", "window without counts"});

constexpr std::uint32_t kWideWidth = 7;

/// Mostly more than one window, with a tail more often than not.
std::int64_t draw_steps(RandomWords& words, std::uint32_t microbatches) {
  const std::uint32_t chance = words.below(32);
  if (chance == 0) return (std::int64_t{1} << words.between(20, 52)) + words.below(3);
  if (chance < 4) return 1;
  if (chance < 7) return std::max<std::uint32_t>(microbatches, 1);
  if (chance < 10) return microbatches + 1 + words.below(4);
  constexpr std::uint32_t kLongestUsual = 6;
  const std::uint32_t most = std::clamp<std::uint32_t>(microbatches, 2, kLongestUsual);
  return 2 + words.below(most - 1);
}

ClassSet classes_of(std::uint32_t microbatches, std::int64_t steps) {
  constexpr std::int64_t kHuge = 1 << 20;
  ClassSet classes = 0;
  if (steps == 1) classes |= class_bit(kStepsOfOne);
  if (steps >= kHuge) classes |= class_bit(kHugeSteps);
  if (windows_in(microbatches, steps) == 1) classes |= class_bit(kOneWindow);
  return classes | class_bit(microbatches % steps == 0 ? kFullWindows : kShortTail);
}

/// All counts of one window zero, or of all windows.
ClassSet mask_window(RandomWords& words, std::int64_t steps, std::span<std::int64_t> counts) {
  const std::uint32_t chance = words.below(64);
  if (chance >= 8) return 0;
  if (chance == 0) {
    std::ranges::fill(counts, 0);
  } else {
    const auto windows = static_cast<std::uint32_t>(windows_in(counts.size(), steps));
    const std::size_t first = words.below(windows) * static_cast<std::size_t>(steps);
    const std::size_t size = std::min(counts.size() - first, static_cast<std::size_t>(steps));
    std::ranges::fill(counts.subspan(first, size), 0);
  }
  return class_bit(kNullWindow);
}

}  // namespace

ClassSet draw(std::uint64_t word, int size, const DrawLimits& limits, const Profile& profile, Case& out) {
  RandomWords words(word);
  const bool coarse = is_coarse(profile);
  // A microbatch has a coordinate.
  const std::uint32_t rows = limits.max_width == 0 ? 0 : draw_microbatches(words, size, limits, coarse);
  const std::uint32_t width = rows == 0 ? 0 : std::max(draw_width(words, rows, limits), 1U);
  const std::int64_t steps = draw_steps(words, rows);
  out.clear();
  out.append(parameters()[0], rows, width);
  out.append(parameters()[1], rows, 1);
  out.append(parameters()[2], 1, 1);
  out.integers(2)[0] = steps;
  ClassSet classes = classes_of_size(rows);
  if (rows == 0) return classes;
  classes |= classes_of(rows, steps);
  if (width >= kWideWidth) classes |= class_bit(kWide);

  const std::span<std::int64_t> counts = out.integers(1);
  const std::span<double> values = out.reals(0);
  classes |= draw_window_counts(words, coarse, counts);
  classes |= draw_window_values(words, {profile, counts}, coarse, width, values).classes;
  classes |= mask_window(words, steps, counts);
  zero_uncounted(counts, width, values);
  return classes;
}

std::span<const std::string_view> class_names() { return kClassNames; }

}  // namespace gradvet::window_means
