#include "properties/vector_mean/vector_mean_draw.hpp"

#include <array>

#include "properties/drawn_shape.hpp"
#include "properties/drawn_window.hpp"
#include "properties/vector_mean/vector_mean_contract.hpp"

namespace gradvet::vector_mean {

namespace {

enum OwnClass : unsigned { kNoCoordinates = kWindowClassCount, kWide };

constexpr auto kClassNames = with_window_classes(std::array<std::string_view, 2>{"no coordinates", "wide"});

constexpr std::uint32_t kWideWidth = 7;

}  // namespace

ClassSet draw(std::uint64_t word, int size, const DrawLimits& limits, const Profile& profile, Case& out) {
  RandomWords words(word);
  const bool coarse = is_coarse(profile);
  const std::uint32_t rows = draw_microbatches(words, size, limits, coarse);
  const std::uint32_t width = draw_width(words, rows, limits);
  out.clear();
  out.append(parameters()[0], rows, width);
  out.append(parameters()[1], rows, 1);
  ClassSet classes = classes_of_size(rows);
  if (rows == 0) return classes;

  const std::span<std::int64_t> counts = out.integers(1);
  classes |= draw_window_counts(words, coarse, counts);
  if (width == 0) return classes | class_bit(kNoCoordinates);
  if (width >= kWideWidth) classes |= class_bit(kWide);

  const std::span<double> values = out.reals(0);
  classes |= draw_window_values(words, {profile, counts}, coarse, width, values).classes;
  if ((classes & class_bit(kZeroCount)) != 0) zero_uncounted(counts, width, values);
  return classes;
}

std::span<const std::string_view> class_names() { return kClassNames; }

}  // namespace gradvet::vector_mean
