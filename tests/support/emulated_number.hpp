#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "oracles/float_format.hpp"
#include "oracles/rounding_bound.hpp"
#include "properties/number_kinds.hpp"

/// Arithmetic of any binary format of up to 24 bits, or of float64, chosen at run time, so that the honest
/// forms can be run where a brute force or an adversary wants them: formats of a few bits, flushed
/// subnormals, every direction of a stochastic rounding.
namespace gradvet::test {

/// What a number is computed on. Stochastic rounding takes the direction of its i-th inexact rounding from
/// bit i mod 64 of `directions`: up in magnitude where it is set.
struct Machine {
  rounding::Arithmetic arithmetic;
  std::uint64_t directions = 0;
  mutable unsigned inexact = 0;

  /// Stores in the accumulator a number whose last bit tells on which side of its true value it lies (rounded
  /// to odd), or the true value itself.
  double store(double number) const { return store_in(number, *arithmetic.accumulator); }
  double store_in(double number, const FloatFormat& format) const;
};

namespace emulation {

constexpr int kFullPrecision = 53;

/// `rounded` to nearest, moved to the odd neighbour where `error`, what is left of the true value, is not 0.
inline double to_odd(double rounded, double error) {
  auto bits = std::bit_cast<std::uint64_t>(rounded);
  if (error != 0 && std::isfinite(error) && std::isfinite(rounded) && (bits & 1) == 0)
    bits += (error > 0) == (rounded > 0) ? 1 : -1;
  return std::bit_cast<double>(bits);
}

inline double odd_sum(double a, double b) {
  const double sum = a + b;
  const double part = sum - a;
  return to_odd(sum, (a - (sum - part)) + (b - part));
}

inline double odd_quotient(double a, double b) {
  const double quotient = a / b;
  const double rest = std::fma(-quotient, b, a);
  return to_odd(quotient, b > 0 ? rest : -rest);
}

}  // namespace emulation

inline double Machine::store_in(double number, const FloatFormat& format) const {
  const double nearest = encode(number, format, arithmetic.subnormals);
  if (arithmetic.rounding == Rounding::kNearest || nearest == number || !std::isfinite(nearest))
    return nearest;
  const bool goes_up = ((directions >> (inexact++ % 64)) & 1) != 0;
  const double kept = encode(number, format);
  // The step of the binade of `number`, which `kept` ends or begins.
  const int least = format.min_exponent - format.precision + 1;
  const int exponent = std::max(std::ilogb(number) - format.precision + 1, least);
  const double step = std::copysign(std::ldexp(1.0, exponent), number);
  const bool is_above = std::fabs(kept) > std::fabs(number);
  const double up = is_above ? kept : kept + step;
  const double down = is_above ? kept - step : kept;
  return encode(goes_up ? up : down, format, arithmetic.subnormals);
}

/// A count or scale as its own format holds it.
struct EmulatedSide {
  double value = 0;
  const Machine* machine = nullptr;
};

/// A number in a machine's accumulator; 0 belongs to every machine.
class Emulated {
 public:
  Emulated() = default;
  Emulated(double number, const Machine* machine) : value_(machine->store(number)), machine_(machine) {}

  double value() const { return value_; }

  friend Emulated operator+(Emulated a, Emulated b) { return sum(a, b.value_, b.machine_); }
  friend Emulated operator-(Emulated a, Emulated b) { return sum(a, -b.value_, b.machine_); }
  friend Emulated operator-(Emulated a) {
    a.value_ = -a.value_;
    return a;
  }
  friend Emulated operator*(Emulated a, Emulated b) { return product(a, b.value_, b.machine_); }
  friend Emulated operator*(Emulated a, EmulatedSide b) { return product(a, b.value, b.machine); }
  friend Emulated operator/(Emulated a, Emulated b) { return quotient(a.value_, b.value_, b.machine_); }
  friend Emulated operator/(Emulated a, EmulatedSide b) { return quotient(a.value_, b.value, b.machine); }

  static Emulated quotient(double a, double b, const Machine* machine) {
    return {is_full(machine) ? a / b : emulation::odd_quotient(a, b), machine};
  }
  /// a * b + c, rounded once.
  static Emulated fused_of(Emulated a, double b, Emulated c, const Machine* machine) {
    if (is_full(machine)) return {std::fma(a.value_, b, c.value_), machine};
    return {emulation::odd_sum(a.value_ * b, c.value_), machine};
  }
  const Machine* machine() const { return machine_; }
  friend bool operator<(Emulated a, Emulated b) { return a.value_ < b.value_; }

  /// The square root, rounded once; 0 belongs to every machine here too.
  friend Emulated root(Emulated a) {
    if (a.machine_ == nullptr) return {};
    const double root = std::sqrt(a.value_);
    if (is_full(a.machine_)) return {root, a.machine_};
    return {emulation::to_odd(root, std::fma(-root, root, a.value_)), a.machine_};
  }

 private:
  static bool is_full(const Machine* machine) {
    return machine->arithmetic.accumulator->precision == emulation::kFullPrecision;
  }
  static Emulated sum(Emulated a, double b, const Machine* other) {
    const Machine* machine = a.machine_ != nullptr ? a.machine_ : other;
    if (machine == nullptr) return {};
    return {is_full(machine) ? a.value_ + b : emulation::odd_sum(a.value_, b), machine};
  }
  static Emulated product(Emulated a, double b, const Machine* machine) {
    return {a.value_ * b, machine};  // exact in float64 for up to 26 bits
  }

  double value_ = 0;
  const Machine* machine_ = nullptr;
};

inline Emulated fused(Emulated a, Emulated b, Emulated c) {
  return Emulated::fused_of(a, b.value(), c, b.machine());
}
inline Emulated fused(Emulated a, EmulatedSide b, Emulated c) {
  return Emulated::fused_of(a, b.value, c, b.machine);
}

/// What the values of a window are: sums of gradients (scaled where there are scales), or means, whose terms
/// are products with their counts.
enum class EmulatedValues { kSums, kMeans };

/// The terms that mean_forms.hpp asks for: `sums`, each divided by its scale where there are scales (a scale
/// of 0 omits it) or multiplied by its count where they are means, in any order of the microbatches.
class EmulatedTerms {
 public:
  using Number = Emulated;

  /// `order` lists the microbatches; all spans and the machine outlive the terms.
  EmulatedTerms(const Machine& machine, std::span<const double> sums, std::span<const double> scales,
                std::span<const std::int64_t> counts, std::span<const std::size_t> order,
                EmulatedValues values = EmulatedValues::kSums)
      : machine_(&machine), sums_(sums), scales_(scales), counts_(counts), order_(order), values_(values) {
    for (const std::int64_t count : counts) whole_total_ += count;
  }

  std::size_t size() const { return order_.size(); }
  bool is_omitted(std::size_t i) const { return !scales_.empty() && scales_[order_[i]] == 0; }
  Emulated scaled_sum(std::size_t i) const { return {sums_[order_[i]], machine_}; }
  EmulatedSide scale(std::size_t i) const { return side(scales_[order_[i]], machine_->arithmetic.scales); }
  Emulated term(std::size_t i) const {
    if (is_omitted(i)) return {};
    if (has_means()) return mean(i) * count(i);
    return scales_.empty() ? scaled_sum(i) : scaled_sum(i) / scale(i);
  }
  std::int64_t whole_count(std::size_t i) const { return counts_[order_[i]]; }
  EmulatedSide count(std::size_t i) const { return held(whole_count(i)); }
  EmulatedSide held(std::int64_t count) const {
    return side(static_cast<double>(count), machine_->arithmetic.counts);
  }
  EmulatedSide total() const { return held(whole_total_); }
  bool has_means() const { return values_ == EmulatedValues::kMeans; }
  /// The value itself, where values are means.
  Emulated mean(std::size_t i) const { return {sums_[order_[i]], machine_}; }
  bool has_scales() const { return !scales_.empty(); }
  /// A product or quotient of scales and counts, stored in the format of the scales.
  EmulatedSide in_scales(double number) const { return side(number, machine_->arithmetic.scales); }
  const Machine& machine() const { return *machine_; }

 private:
  EmulatedSide side(double number, const FloatFormat* format) const {
    return {format == nullptr ? number : machine_->store_in(number, *format), machine_};
  }

  const Machine* machine_;
  std::span<const double> sums_;
  std::span<const double> scales_;
  std::span<const std::int64_t> counts_;
  std::span<const std::size_t> order_;
  EmulatedValues values_;
  std::int64_t whole_total_ = 0;
};

}  // namespace gradvet::test

namespace gradvet {

template <>
struct NumberKind<test::Emulated> {
  using Held = test::EmulatedSide;
  static Held as_held(test::Emulated number) { return {number.value(), number.machine()}; }
  static test::Emulated ratio(Held a, Held b) {
    return test::Emulated::quotient(a.value, b.value, b.machine);
  }
  static bool has_larger_magnitude(test::Emulated a, test::Emulated b) {
    return std::fabs(a.value()) > std::fabs(b.value());
  }
};

}  // namespace gradvet
