#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>

#include "oracles/binary64.hpp"
#include "oracles/fixed_integer.hpp"

namespace gradvet {

/// An upper bound of a number that is not negative: significand·2^exponent in 62 bits, every operation
/// rounded up, so that what is at most a limit surely is. Integers alone; no overflow for exponents of
/// float64.
class Ceiling {
 public:
  constexpr Ceiling() = default;
  /// `magnitude`·2^exponent; not negative.
  static constexpr Ceiling of(Integer128 magnitude, int exponent = 0) {
    if (magnitude == 0) return {};
    const int excess = bit_count(magnitude) - kBits;
    if (excess <= 0) return Ceiling(static_cast<std::uint64_t>(magnitude) << -excess, exponent + excess);
    const Integer128 kept = magnitude >> excess;
    const auto rounded = static_cast<std::uint64_t>(kept + ((kept << excess) != magnitude ? 1 : 0));
    const bool carries = rounded >> kBits != 0;
    return Ceiling(carries ? rounded >> 1 : rounded, exponent + excess + (carries ? 1 : 0));
  }
  /// The magnitude of a finite number.
  static constexpr Ceiling of(const Binary64& number) { return of(number.significand, number.exponent); }

  constexpr Ceiling times_power_of_two(int exponent) const {
    return significand_ == 0 ? Ceiling{} : Ceiling(significand_, exponent_ + exponent);
  }
  /// `divisor` is above 0.
  constexpr Ceiling divided_by(std::uint64_t divisor) const {
    constexpr int kQuotientBits = 64;
    if (significand_ == 0) return {};
    return of((Integer128{significand_} << kQuotientBits) / divisor + 1, exponent_ - kQuotientBits);
  }
  /// `divisor` is not 0; its magnitude counts.
  constexpr Ceiling divided_by(const Binary64& divisor) const {
    return divided_by(divisor.significand).times_power_of_two(-divisor.exponent);
  }

  friend constexpr Ceiling operator+(const Ceiling& a, const Ceiling& b) {
    if (a < b) return b + a;
    if (b.significand_ == 0) return a;
    const int apart = a.exponent_ - b.exponent_;
    constexpr int kFarthest = 64;
    if (apart > kFarthest) return of(Integer128{a.significand_} + 1, a.exponent_);
    return of((Integer128{a.significand_} << apart) + b.significand_, b.exponent_);
  }
  friend constexpr Ceiling operator*(const Ceiling& a, const Ceiling& b) {
    return of(Integer128{a.significand_} * b.significand_, a.exponent_ + b.exponent_);
  }
  friend constexpr std::strong_ordering operator<=>(const Ceiling& a, const Ceiling& b) {
    if (a.significand_ == 0 || b.significand_ == 0) return a.significand_ <=> b.significand_;
    if (a.exponent_ != b.exponent_) return a.exponent_ <=> b.exponent_;
    return a.significand_ <=> b.significand_;
  }
  friend constexpr bool operator==(const Ceiling&, const Ceiling&) = default;

 private:
  static constexpr int kBits = 62;
  constexpr Ceiling(std::uint64_t significand, int exponent)
      : significand_(significand), exponent_(exponent) {}

  std::uint64_t significand_ = 0;  ///< 0, or of kBits bits
  int exponent_ = 0;
};

}  // namespace gradvet
