#include "properties/number_shrinks.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "properties/case_order.hpp"

namespace gradvet {

namespace {

constexpr int kLargestSmallNumber = 8;

template <class Number>
bool is_same(Number a, Number b) {
  return compare_numbers(a, b) == 0;
}

/// Keeps what is simpler than `number`, in number order, once.
template <class Number>
std::vector<Number> sorted_below(Number number, std::vector<Number> candidates) {
  std::erase_if(candidates, [number](Number candidate) { return compare_numbers(candidate, number) >= 0; });
  std::ranges::sort(candidates, [](Number a, Number b) { return compare_numbers(a, b) < 0; });
  candidates.erase(std::unique(candidates.begin(), candidates.end(), is_same<Number>), candidates.end());
  return candidates;
}

/// The odd number with one of its bits cleared, all but the first and last, or with one bit fewer between
/// them, where it has some but not very many: what is lost to a small format is seen best on a number of two
/// bits far apart, as 257.
std::vector<std::uint64_t> with_a_bit_less(std::uint64_t odd) {
  constexpr int kFewest = 9, kMost = 32;
  std::vector<std::uint64_t> numbers;
  const auto width = static_cast<int>(std::bit_width(odd));
  if (width < kFewest || width > kMost) return numbers;
  numbers.push_back((odd >> 1) | 1);
  for (int bit = width - 2; bit > 0; --bit)
    if (((odd >> bit) & 1) != 0) numbers.push_back(odd ^ (std::uint64_t{1} << bit));
  return numbers;
}

}  // namespace

double with_significand_bits(double number, int bits) {
  if (number == 0 || !std::isfinite(number)) return number;
  int exponent = 0;
  const double fraction = std::frexp(number, &exponent);  // 1/2 <= |fraction| < 1
  return std::ldexp(std::trunc(std::ldexp(fraction, bits)), exponent - bits);
}

std::vector<double> simpler_numbers(double number) {
  std::vector<double> candidates = {0.0, 1.0, -1.0, -number};
  const double sign = number < 0 ? -1.0 : 1.0;
  for (int small = 2; small <= kLargestSmallNumber && small <= std::fabs(number); ++small)
    candidates.push_back(sign * small);
  for (const double fraction : {0.5, 0.25, 0.75, 1.5}) candidates.push_back(sign * fraction);
  if (std::isfinite(number) && number != 0) {
    candidates.push_back(std::trunc(number));
    for (const int bits : {1, 2, 3, 4, 6, 8, 11, 16, 24, 38, 52})
      candidates.push_back(with_significand_bits(number, bits));
    int exponent = 0;
    const double fraction = std::frexp(number, &exponent);
    // The same significand nearer to 1: as an odd integer, and on the way there.
    const auto significand = static_cast<std::uint64_t>(std::ldexp(std::fabs(fraction), 53));
    const int width = 53 - std::countr_zero(significand);
    for (const int target : {1, width, exponent / 2, exponent / 4 * 3, exponent - 1, exponent + 1})
      candidates.push_back(std::ldexp(fraction, target));
    candidates.push_back(number - sign);
    for (const std::uint64_t fewer : with_a_bit_less(significand >> (53 - width)))
      candidates.push_back(sign * std::ldexp(static_cast<double>(fewer), exponent - width));
  }
  return sorted_below(number, std::move(candidates));
}

std::vector<std::int64_t> simpler_numbers(std::int64_t number) {
  std::vector<std::int64_t> candidates;
  for (std::int64_t small = 0; small <= kLargestSmallNumber; ++small) candidates.push_back(small);
  const std::int64_t sign = number < 0 ? -1 : 1;
  const auto magnitude = static_cast<std::uint64_t>(sign * number);
  const int width = number_cost(number);  // its bit length
  for (const int bits : {1, 2, 4, 8, 16, 32})
    if (bits < width)
      candidates.push_back(sign * static_cast<std::int64_t>(magnitude >> (width - bits) << (width - bits)));
  for (const int shift : {1, 2, 4, width / 2, width / 4})
    if (shift < 64) candidates.push_back(sign * static_cast<std::int64_t>(magnitude >> shift));
  // Bisection towards the least number of the same length: a boundary is found in a step a bit.
  for (int shift = 2; shift < width; ++shift)
    candidates.push_back(number - sign * static_cast<std::int64_t>(magnitude >> shift));
  candidates.push_back(number - sign);
  for (const std::uint64_t fewer : with_a_bit_less(magnitude))
    candidates.push_back(sign * static_cast<std::int64_t>(fewer));
  return sorted_below(number, std::move(candidates));
}

}  // namespace gradvet
