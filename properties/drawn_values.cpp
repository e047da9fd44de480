#include "properties/drawn_values.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "oracles/float_format.hpp"

namespace gradvet {

namespace {

constexpr int kBias = 1023;
constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
constexpr std::uint64_t kFraction = (std::uint64_t{1} << 52) - 1;
constexpr int kFarExponent = 60;

constexpr std::array<double, 16> kIntegerTable = {1, 2, 3, 4, 5, 6, 8, 12, -1, -2, -3, -5, -8, 0, 7, 1};
// A zero of either sign, so that code that asks for a sign bit is met.
constexpr std::array<double, 16> kFractionTable = {0.5,  1.5,  0.25,  0.75, 1.25, 0.125, 2.5, 3.5,
                                                   -0.5, -1.5, -0.25, 1,    -2.5, -0.0,  4.5, -0.625};

/// Sixteen small numbers from one word.
void fill_from_table(RandomWords& words, const std::array<double, 16>& table, std::span<double> values) {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < values.size(); ++i, word >>= 4) {
    if (i % 16 == 0) word = words.next();
    values[i] = table[word & 15];
  }
}

/// Full significands of the precision, exponents low … high, either sign. The sign, the exponent and the
/// significand come from separate bits of the word.
void fill_significands(RandomWords& words, int precision, int low, int high, std::span<double> values) {
  const std::uint64_t keep = kFraction & ~((std::uint64_t{1} << (53 - precision)) - 1);
  const auto exponents = static_cast<std::uint64_t>(high - low + 1);
  for (double& value : values) {
    const std::uint64_t word = words.next();
    const std::uint64_t exponent =
        (((word >> 52) & 0x7ff) * exponents >> 11) + static_cast<std::uint64_t>(low + kBias);
    value = std::bit_cast<double>((word & kSign) | (exponent << 52) | (word & keep));
  }
}

void fill_subnormals(RandomWords& words, const ValueRange& range, std::span<double> values) {
  const double least = std::ldexp(1.0, range.least_exponent - (range.precision - 1));
  const std::uint64_t below_normal = (std::uint64_t{1} << (range.precision - 1)) - 1;
  for (double& value : values) {
    const std::uint64_t word = words.next();
    // A shift of any length, so that single least subnormals come as often as those next to the normal
    // numbers.
    const std::uint64_t units =
        ((word & below_normal) >> ((word >> 53) % static_cast<unsigned>(range.precision))) | 1;
    value = static_cast<double>(units) * ((word & kSign) != 0 ? -least : least);
  }
}

}  // namespace

ValueRange value_range(const Profile& profile, int spare_bits) {
  // The least range of the formats that a value and its sums pass through.
  const auto format_of = [](NumberFormat format) {
    return float_format(format == NumberFormat::kExact ? NumberFormat::kFloat64 : format);
  };
  const FloatFormat input = format_of(profile.input);
  const int most = std::min({input.max_exponent, format_of(profile.accumulator).max_exponent,
                             format_of(profile.output).max_exponent}) -
                   2 - spare_bits;
  ValueRange range{};
  range.precision = input.precision;
  range.least_exponent = input.min_exponent;
  range.wide_high = std::max(0, std::min(kFarExponent, most));
  range.wide_low = std::max(-kFarExponent, input.min_exponent);
  range.large_high = std::max(0, most);
  range.large_low = std::max(0, most - 20);
  return range;
}

ValueKind draw_value_kind(RandomWords& words, bool coarse) {
  const std::uint32_t chance = words.below(64);
  if (chance == 0) return ValueKind::kZero;
  if (chance == 1) return ValueKind::kSubnormal;
  if (chance < 4) return ValueKind::kLarge;
  if (chance < 8) return ValueKind::kWideRange;
  if (chance < (coarse ? 36 : 12)) return ValueKind::kOneHot;
  if (chance < (coarse ? 40 : 24)) return ValueKind::kDense;
  if (chance < (coarse ? 46 : 32)) return ValueKind::kFractions;
  return ValueKind::kIntegers;
}

bool needs_range(ValueKind kind) {
  return kind == ValueKind::kDense || kind == ValueKind::kWideRange || kind == ValueKind::kLarge ||
         kind == ValueKind::kSubnormal;
}

void draw_values(RandomWords& words, ValueKind kind, const ValueRange& range, std::size_t width,
                 std::span<double> values) {
  switch (kind) {
    case ValueKind::kIntegers:
      return fill_from_table(words, kIntegerTable, values);
    case ValueKind::kFractions:
      return fill_from_table(words, kFractionTable, values);
    case ValueKind::kDense:
      return fill_significands(words, range.precision, -4, 3, values);
    case ValueKind::kWideRange:
      return fill_significands(words, range.precision, range.wide_low, range.wide_high, values);
    case ValueKind::kLarge:
      return fill_significands(words, range.precision, range.large_low, range.large_high, values);
    case ValueKind::kSubnormal:
      return fill_subnormals(words, range, values);
    case ValueKind::kOneHot: {
      std::ranges::fill(values, 0.0);
      if (values.empty()) return;
      const std::uint64_t word = words.next();
      const std::size_t last_rows = std::min<std::size_t>(values.size(), 2 * width);
      values[values.size() - 1 - (word >> 32) % last_rows] = static_cast<double>(1 + (word & 7));
      return;
    }
    case ValueKind::kZero:
      std::ranges::fill(values, 0.0);
      return;
  }
}

void cancel_rows(std::size_t width, std::span<double> values) {
  if (width == 0) return;
  for (std::size_t first = width; first + width <= values.size(); first += 2 * width)
    for (std::size_t j = first; j < first + width; ++j) values[j] = 0 - values[j - width];
}

void repeat_rows(RandomWords& words, std::size_t width, std::span<double> values) {
  if (width == 0) return;
  const std::uint64_t word = words.next();
  for (std::size_t first = width, i = 0; first + width <= values.size(); first += width, ++i)
    if (i == 0 || ((word >> (i % 64)) & 1) != 0)
      std::ranges::copy(values.first(width), values.begin() + static_cast<std::ptrdiff_t>(first));
}

void zero_rows(RandomWords& words, std::size_t width, std::span<double> values) {
  if (width == 0) return;
  const std::size_t rows = values.size() / width;
  const std::size_t any = words.below(static_cast<std::uint32_t>(rows));
  const std::uint64_t word = words.next();
  for (std::size_t i = 0; i < rows; ++i)
    if (i == any || ((word >> (i % 64)) & 3) == 0) std::ranges::fill(values.subspan(i * width, width), 0.0);
}

}  // namespace gradvet
