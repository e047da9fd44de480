#include "oracles/domain.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "oracles/float_format.hpp"

namespace gradvet::domain {

namespace {

std::string item(std::string_view name, std::size_t index) {
  return std::string(name) + "[" + std::to_string(index) + "]";
}

/// `name[row][item]` of a ragged argument.
std::string item(std::string_view name, std::span<const std::uint32_t> offsets, std::size_t index) {
  const auto row = std::ranges::upper_bound(offsets, index) - offsets.begin() - 1;
  return item(item(name, static_cast<std::size_t>(row)), index - offsets[static_cast<std::size_t>(row)]);
}

std::string item(const Reals& values, std::size_t index) {
  if (values.width == 0)
    return values.offsets.empty() ? item(values.name, index) : item(values.name, values.offsets, index);
  const std::size_t row = index / values.width;
  return item(values.offsets.empty() ? item(values.name, row) : item(values.name, values.offsets, row),
              index % values.width);
}

std::string item(const Integers& counts, std::size_t index) {
  return counts.offsets.empty() ? item(counts.name, index) : item(counts.name, counts.offsets, index);
}

}  // namespace

std::optional<std::string> refuse_lengths(std::string_view first, std::size_t first_size,
                                          std::string_view second, std::size_t second_size) {
  if (first_size == second_size) return std::nullopt;
  return std::string(first) + " has " + std::to_string(first_size) + " and " + std::string(second) + " has " +
         std::to_string(second_size) + " microbatches; both need as many.";
}

std::optional<std::string> refuse_ragged_lengths(std::string_view first,
                                                 std::span<const std::uint32_t> first_offsets,
                                                 std::string_view second,
                                                 std::span<const std::uint32_t> second_offsets,
                                                 std::string_view rows) {
  if (first_offsets.size() != second_offsets.size())
    return std::string(first) + " has " + std::to_string(first_offsets.size() - 1) + " and " +
           std::string(second) + " has " + std::to_string(second_offsets.size() - 1) + " " +
           std::string(rows) + "; both need as many.";
  for (std::size_t i = 0; i + 1 < first_offsets.size(); ++i) {
    const std::uint32_t first_size = first_offsets[i + 1] - first_offsets[i];
    const std::uint32_t second_size = second_offsets[i + 1] - second_offsets[i];
    if (first_size != second_size)
      return item(first, i) + " has " + std::to_string(first_size) + " and " + item(second, i) + " has " +
             std::to_string(second_size) + " entries; both need as many.";
  }
  return std::nullopt;
}

std::optional<std::string> refuse_values(const Reals& values, NumberFormat format, std::string_view what) {
  for (std::size_t i = 0; i < values.numbers.size(); ++i) {
    const double number = values.numbers[i];
    if (!std::isfinite(number)) return item(values, i) + " is " + in_words(number) + "; values are finite.";
    if (!is_representable(number, format))
      return item(values, i) + " is " + in_words(number) + ", which is no value of the " + std::string(what) +
             " format " + std::string(to_text(format)) + ".";
  }
  return std::nullopt;
}

std::optional<std::string> refuse_scales(const Reals& scales, const Profile& profile) {
  for (std::size_t i = 0; i < scales.numbers.size(); ++i) {
    const double scale = scales.numbers[i];
    if (!std::isfinite(scale) || scale < 0.0)
      return item(scales, i) + " is " + in_words(scale) + "; a scale is finite and 0 or more.";
    if (!is_representable(scale, profile.input) && !is_representable(scale, profile.scales))
      return item(scales, i) + " is " + in_words(scale) + ", which is no value of the scales format " +
             std::string(to_text(profile.scales)) + ".";
  }
  return std::nullopt;
}

std::optional<std::string> refuse_weights(const Reals& weights, const Profile& profile) {
  for (std::size_t i = 0; i < weights.numbers.size(); ++i) {
    const double weight = weights.numbers[i];
    if (!std::isfinite(weight) || weight < 0.0)
      return item(weights, i) + " is " + in_words(weight) + "; a weight is finite and 0 or more.";
  }
  return refuse_values(weights, profile.input, "input");
}

std::optional<std::string> refuse_counts(const Integers& counts, ZeroTotal zero_total) {
  std::int64_t total = 0;
  for (std::size_t i = 0; i < counts.numbers.size(); ++i) {
    const std::int64_t count = counts.numbers[i];
    if (count < 0 || count > kLargestCount)
      return item(counts, i) + " is " + std::to_string(count) + "; it must be an integer from 0 to " +
             std::to_string(kLargestCount) + ".";
    if (count > std::numeric_limits<std::int64_t>::max() - total)
      return "the total of " + std::string(counts.name) + " up to " + item(counts, i) + " = " +
             std::to_string(count) + " is 2^63 or more; it must be below 2^63.";
    total += count;
  }
  if (zero_total == ZeroTotal::kRefused && total == 0 && !counts.numbers.empty())
    return "the total of " + std::string(counts.name) +
           " is 0; where there are microbatches it must be 1 or more.";
  return std::nullopt;
}

std::optional<std::string> refuse_uncounted(const Integers& counts, const Reals& values) {
  const std::size_t per_row = values.width == 0 ? 1 : values.width;
  for (std::size_t row = 0; row < counts.numbers.size(); ++row) {
    if (counts.numbers[row] != 0) continue;
    for (std::size_t i = row * per_row; i < std::min((row + 1) * per_row, values.numbers.size()); ++i)
      if (values.numbers[i] != 0.0)
        return item(counts, row) + " is 0 but " + item(values, i) + " is " + in_words(values.numbers[i]) +
               "; a microbatch that counts nothing has a zero gradient.";
  }
  return std::nullopt;
}

std::string in_words(double number) {
  std::array<char, 32> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number);
  return std::string(text.data(), end.ptr);
}

}  // namespace gradvet::domain
