#pragma once

#include <cstdint>
#include <utility>

#include "src/core/number.hpp"

namespace gradvet {

/// A rational for the forms to compute with, which has an undefined value as floats have NaN: a division by
/// zero gives it, and it stays undefined from then on. No comparison with it holds.
class ExactNumber {
 public:
  ExactNumber() = default;
  explicit ExactNumber(Rational value) : value_(std::move(value)) {}

  bool is_defined() const { return is_defined_; }
  /// Meaningful only where is_defined().
  const Rational& value() const { return value_; }

  friend ExactNumber operator+(const ExactNumber& a, const ExactNumber& b) {
    return both(a, b, [&] { return Rational(a.value_ + b.value_); });
  }
  friend ExactNumber operator-(const ExactNumber& a, const ExactNumber& b) {
    return both(a, b, [&] { return Rational(a.value_ - b.value_); });
  }
  friend ExactNumber operator*(const ExactNumber& a, const ExactNumber& b) {
    return both(a, b, [&] { return Rational(a.value_ * b.value_); });
  }
  friend ExactNumber operator/(const ExactNumber& a, const ExactNumber& b) {
    if (b.value_.is_zero()) return undefined();
    return both(a, b, [&] { return Rational(a.value_ / b.value_); });
  }
  friend bool operator<(const ExactNumber& a, const ExactNumber& b) {
    return a.is_defined_ && b.is_defined_ && a.value_ < b.value_;
  }

 private:
  static ExactNumber undefined() {
    ExactNumber none;
    none.is_defined_ = false;
    return none;
  }
  template <class Operation>
  static ExactNumber both(const ExactNumber& a, const ExactNumber& b, Operation operation) {
    return a.is_defined_ && b.is_defined_ ? ExactNumber(operation()) : undefined();
  }

  Rational value_;
  bool is_defined_ = true;
};

}  // namespace gradvet
