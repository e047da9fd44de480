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

std::string item(const Reals& values, std::size_t index) {
  if (values.width == 0) return item(values.name, index);
  return item(values.name, index / values.width) + "[" + std::to_string(index % values.width) + "]";
}

}  // namespace

std::optional<std::string> refuse_lengths(std::string_view first, std::size_t first_size,
                                          std::string_view second, std::size_t second_size) {
  if (first_size == second_size) return std::nullopt;
  return std::string(first) + " has " + std::to_string(first_size) + " and " + std::string(second) + " has " +
         std::to_string(second_size) + " microbatches; both need as many.";
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

std::optional<std::string> refuse_counts(const Integers& counts, ZeroTotal zero_total) {
  std::int64_t total = 0;
  for (std::size_t i = 0; i < counts.numbers.size(); ++i) {
    const std::int64_t count = counts.numbers[i];
    if (count < 0 || count > kLargestCount)
      return item(counts.name, i) + " is " + std::to_string(count) + "; it must be an integer from 0 to " +
             std::to_string(kLargestCount) + ".";
    if (count > std::numeric_limits<std::int64_t>::max() - total)
      return "the total of " + std::string(counts.name) + " up to " + item(counts.name, i) + " = " +
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
        return item(counts.name, row) + " is 0 but " + item(values, i) + " is " +
               in_words(values.numbers[i]) + "; a microbatch that counts nothing has a zero gradient.";
  }
  return std::nullopt;
}

std::string in_words(double number) {
  std::array<char, 32> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number);
  return std::string(text.data(), end.ptr);
}

}  // namespace gradvet::domain
