#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "oracles/float_format.hpp"

namespace gradvet {

/// Arithmetic of a format narrower than float64 (or of float64 with subnormals flushed) in software: every
/// operation is computed in float64 and stored once in the format. The second rounding is harmless for + - *
/// / and roots because 53 >= 2p + 2 (Figueroa, "When is double rounding innocuous?", 1995); so are mixed
/// operations with a float64 operand up to an error 2^-53 that any honest implementation could make.
template <NumberFormat kFormat, Subnormals kSubnormals>
class Narrow {
 public:
  Narrow() = default;
  /// Rounds to the format.
  explicit Narrow(double number) : value_(stored(number)) {}

  double value() const { return value_; }

  friend Narrow operator+(Narrow a, Narrow b) { return Narrow(a.value_ + b.value_); }
  friend Narrow operator-(Narrow a, Narrow b) { return Narrow(a.value_ - b.value_); }
  friend Narrow operator*(Narrow a, Narrow b) { return Narrow(a.value_ * b.value_); }
  friend Narrow operator*(Narrow a, double b) { return Narrow(a.value_ * b); }
  friend Narrow operator/(Narrow a, Narrow b) { return Narrow(a.value_ / b.value_); }
  friend Narrow operator/(Narrow a, double b) { return Narrow(a.value_ / b); }
  friend bool operator<(Narrow a, Narrow b) { return a.value_ < b.value_; }

  friend Narrow root(Narrow a) { return Narrow(std::sqrt(a.value_)); }

  /// a * b + c, rounded once. The product is exact in float64; the sum is rounded to odd there, so that the
  /// rounding to the format sees which side of a tie it lies on (Boldo and Melquiond, "Emulation of FMA and
  /// correctly rounded sums", 2008). In float64 itself the machine's own operation is used.
  friend Narrow fused(Narrow a, Narrow b, Narrow c) {
    if constexpr (kFormat == NumberFormat::kFloat64) return Narrow(std::fma(a.value_, b.value_, c.value_));
    const double product = a.value_ * b.value_;
    const double sum = product + c.value_;
    const double part = sum - product;
    const double error = (product - (sum - part)) + (c.value_ - part);
    auto bits = std::bit_cast<std::uint64_t>(sum);
    if (std::isfinite(error) && error != 0 && (bits & 1) == 0) bits += (error > 0) == (sum > 0) ? 1 : -1;
    return Narrow(std::bit_cast<double>(bits));
  }

 private:
  static double stored(double number) {
    if constexpr (kFormat == NumberFormat::kFloat32 && kSubnormals == Subnormals::kKept)
      return static_cast<float>(number);
    else
      return encode(number, float_format(kFormat), kSubnormals);
  }

  double value_ = 0;
};

}  // namespace gradvet
