#include "properties/case_order.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace gradvet {

namespace {

constexpr int kSignificandBits = 52;
constexpr int kUnitExponent = 1075;  // bias 1023 + 52: the exponent field at which a significand counts units
constexpr std::uint64_t kSignBit = std::uint64_t{1} << 63;
constexpr std::uint64_t kHiddenBit = std::uint64_t{1} << kSignificandBits;

template <class Number>
int sign_of_difference(Number a, Number b) {
  return (b < a) - (a < b);
}

int bit_length(std::uint64_t number) { return static_cast<int>(std::bit_width(number)); }

std::uint64_t magnitude_of(std::int64_t number) {
  // Unsigned negation, so that the least int64 has a magnitude too.
  const auto bits = static_cast<std::uint64_t>(number);
  return number < 0 ? std::uint64_t{0} - bits : bits;
}

int compare_by_cost(int cost_a, bool negative_a, std::uint64_t magnitude_a, int cost_b, bool negative_b,
                    std::uint64_t magnitude_b) {
  if (cost_a != cost_b) return sign_of_difference(cost_a, cost_b);
  if (negative_a != negative_b) return negative_a ? 1 : -1;
  return sign_of_difference(magnitude_a, magnitude_b);
}

int compare_shapes(const Case& a, const Case& b) {
  if (const int by = sign_of_difference(a.microbatches(), b.microbatches()); by != 0) return by;
  if (const int by = sign_of_difference(a.width(), b.width()); by != 0) return by;
  if (const int by = sign_of_difference(a.argument_count(), b.argument_count()); by != 0) return by;
  for (std::size_t i = 0; i < a.argument_count(); ++i) {
    const Case::Extent& ea = a.extent(i);
    const Case::Extent& eb = b.extent(i);
    if (const int by = sign_of_difference(ea.rows, eb.rows); by != 0) return by;
    if (const int by = sign_of_difference(ea.width, eb.width); by != 0) return by;
    const auto oa = a.offsets(i);
    const auto ob = b.offsets(i);
    if (!oa.empty() && !ob.empty())
      if (const int by = sign_of_difference(oa.back(), ob.back()); by != 0) return by;
    if (const int by = sign_of_difference(ea.size, eb.size); by != 0) return by;
    if (!std::equal(oa.begin(), oa.end(), ob.begin(), ob.end()))
      return std::lexicographical_compare(oa.begin(), oa.end(), ob.begin(), ob.end()) ? -1 : 1;
  }
  return 0;
}

template <class Numbers>
int compare_lists(const Numbers& a, const Numbers& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (const int by = compare_numbers(a[i], b[i]); by != 0) return by;
  return 0;
}

}  // namespace

int number_cost(double number) {
  const std::uint64_t magnitude = std::bit_cast<std::uint64_t>(number) & ~kSignBit;
  if (magnitude == 0) return 0;
  const int field = static_cast<int>(magnitude >> kSignificandBits);
  std::uint64_t significand = magnitude & (kHiddenBit - 1);
  // A subnormal has no hidden bit and the exponent of the least normal.
  if (field != 0) significand |= kHiddenBit;
  const int trailing = std::countr_zero(significand);
  const int exponent = std::max(field, 1) - kUnitExponent + trailing;
  return bit_length(significand >> trailing) + std::abs(exponent);
}

int number_cost(std::int64_t number) { return bit_length(magnitude_of(number)); }

int compare_numbers(double a, double b) {
  const auto bits_a = std::bit_cast<std::uint64_t>(a);
  const auto bits_b = std::bit_cast<std::uint64_t>(b);
  if (bits_a == bits_b) return 0;
  // The bits of a float64 without its sign rise with its magnitude.
  return compare_by_cost(number_cost(a), (bits_a & kSignBit) != 0, bits_a & ~kSignBit, number_cost(b),
                         (bits_b & kSignBit) != 0, bits_b & ~kSignBit);
}

int compare_numbers(std::int64_t a, std::int64_t b) {
  if (a == b) return 0;
  return compare_by_cost(number_cost(a), a < 0, magnitude_of(a), number_cost(b), b < 0, magnitude_of(b));
}

int word_cost(std::int64_t word) { return word == 0 ? 0 : 1; }

std::uint64_t case_cost(const Case& value) {
  std::uint64_t cost = 0;
  for (const double real : value.all_reals()) cost += static_cast<std::uint64_t>(number_cost(real));
  for (std::size_t i = 0; i < value.argument_count(); ++i) {
    if (is_real(value.extent(i).role)) continue;
    const bool words = is_word(value.extent(i).role);
    for (const std::int64_t integer : value.integers(i))
      cost += static_cast<std::uint64_t>(words ? word_cost(integer) : number_cost(integer));
  }
  return cost;
}

int compare_cases(const Case& a, const Case& b) {
  if (const int by = compare_shapes(a, b); by != 0) return by;
  if (const int by = sign_of_difference(case_cost(a), case_cost(b)); by != 0) return by;
  for (std::size_t i = 0; i < a.argument_count(); ++i) {
    const int by = is_real(a.extent(i).role) ? compare_lists(a.reals(i), b.reals(i))
                                             : compare_lists(a.integers(i), b.integers(i));
    if (by != 0) return by;
  }
  return 0;
}

}  // namespace gradvet
