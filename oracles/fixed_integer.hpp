#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>

#include "oracles/binary64.hpp"
#include "src/core/number.hpp"

namespace gradvet {

/// Integers of a fixed width, for sums that a bound computed beforehand proves to fit. They do not check for
/// overflow: the bound does.
__extension__ typedef __int128 Integer128;
using Integer256 = boost::multiprecision::number<
    boost::multiprecision::cpp_int_backend<256, 256, boost::multiprecision::signed_magnitude,
                                           boost::multiprecision::unchecked, void>,
    boost::multiprecision::et_off>;

/// Magnitude bits that a value may have in each width.
inline constexpr int kInteger128Bits = 127;
inline constexpr int kInteger256Bits = 256;

/// Number of bits of a magnitude; 0 for 0. `value` is not negative.
inline int bit_count(Integer128 value) {
  const auto high = static_cast<std::uint64_t>(value >> 64);
  return high != 0 ? 64 + bit_count(high) : bit_count(static_cast<std::uint64_t>(value));
}
inline int bit_count(const Integer256& value) {
  return value.is_zero() ? 0 : static_cast<int>(msb(value)) + 1;
}
inline int bit_count(const Integer& value) { return value.is_zero() ? 0 : static_cast<int>(msb(value)) + 1; }

inline Integer to_integer(Integer128 value) { return Integer(value); }
inline Integer to_integer(const Integer256& value) { return Integer(value); }
inline const Integer& to_integer(const Integer& value) { return value; }

}  // namespace gradvet
