#pragma once

#include <bit>
#include <cstdint>

namespace gradvet {

/// A float64 taken apart: (is_negative ? -1 : 1) * significand * 2^exponent, significand below 2^53. Zero has
/// significand 0; for NaN and infinities only `is_finite` and `is_negative` mean anything.
struct Binary64 {
  std::uint64_t significand;
  int exponent;
  bool is_negative;
  bool is_finite;
};

/// Number of bits of a number; 0 for 0.
constexpr int bit_count(std::uint64_t value) { return 64 - std::countl_zero(value); }

inline constexpr int kBinary64FractionBits = 52;
inline constexpr int kBinary64LeastExponent = -1074;  ///< of the last bit of a subnormal

constexpr Binary64 split(double number) {
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(number);
  const int biased = static_cast<int>((bits >> kBinary64FractionBits) & 0x7ff);
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << kBinary64FractionBits) - 1);
  const std::uint64_t hidden = biased == 0 ? 0 : std::uint64_t{1} << kBinary64FractionBits;
  return {fraction | hidden, kBinary64LeastExponent + (biased == 0 ? 0 : biased - 1), (bits >> 63) != 0,
          biased != 0x7ff};
}

}  // namespace gradvet
