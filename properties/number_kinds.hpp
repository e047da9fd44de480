#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "oracles/float_format.hpp"
#include "oracles/rational.hpp"
#include "oracles/square_root.hpp"
#include "properties/exact_number.hpp"
#include "properties/narrow_number.hpp"
#include "src/core/answer.hpp"
#include "src/core/profile.hpp"

/// The number types in which the forms compute, and how a case's numbers become them and they become an
/// answer.
///
/// A form has an accumulator type T and holds counts and scales as Held<T>: they have formats of their own in
/// a profile (PyTorch divides a bfloat16 tensor by a float32 total), so they are a float64 that holds a value
/// of that format, and an operation of T with Held rounds to T once.
namespace gradvet {

/// What a number type does beyond + - * / <. as_held() is a number of the accumulator as a count or scale: a
/// total that was summed there.
template <class T>
struct NumberKind;

namespace number_kind {

/// A count or scale, rounded to the format that it is held in.
double held_in(double number, NumberFormat format);
double held_in(std::int64_t number, NumberFormat format);

}  // namespace number_kind

template <>
struct NumberKind<double> {
  using Held = double;
  static double real(double number) { return number; }
  static double held(double number, NumberFormat format) {
    return format == NumberFormat::kFloat64 ? number : number_kind::held_in(number, format);
  }
  static double held(std::int64_t number, NumberFormat format) {
    return format == NumberFormat::kFloat64 ? static_cast<double>(number)
                                            : number_kind::held_in(number, format);
  }
  static double as_held(double number) { return number; }
  static double ratio(double a, double b) { return a / b; }
  static bool has_larger_magnitude(double a, double b) { return std::fabs(a) > std::fabs(b); }
};

template <NumberFormat kFormat, Subnormals kSubnormals>
struct NumberKind<Narrow<kFormat, kSubnormals>> {
  using Number = Narrow<kFormat, kSubnormals>;
  using Held = double;
  static Number real(double number) { return Number(number); }
  static double held(double number, NumberFormat format) { return number_kind::held_in(number, format); }
  static double held(std::int64_t number, NumberFormat format) {
    return number_kind::held_in(number, format);
  }
  static double as_held(Number number) { return number.value(); }
  static Number ratio(double a, double b) { return Number(a / b); }
  static bool has_larger_magnitude(Number a, Number b) { return std::fabs(a.value()) > std::fabs(b.value()); }
};

template <>
struct NumberKind<ExactNumber> {
  using Held = ExactNumber;
  static ExactNumber real(double number) { return ExactNumber(exact(number)); }
  static ExactNumber held(double number, NumberFormat) { return ExactNumber(exact(number)); }
  static ExactNumber held(std::int64_t number, NumberFormat) { return ExactNumber(Rational(number)); }
  static ExactNumber ratio(const ExactNumber& a, const ExactNumber& b) { return a / b; }
  static ExactNumber held(const ExactNumber& number, NumberFormat) { return number; }
  static ExactNumber as_held(const ExactNumber& number) { return number; }
  static bool has_larger_magnitude(const ExactNumber& a, const ExactNumber& b) {
    return abs(a.value()) > abs(b.value());
  }
};

template <class T>
using Held = typename NumberKind<T>::Held;

inline double fused(double a, double b, double c) { return std::fma(a, b, c); }
inline ExactNumber fused(const ExactNumber& a, const ExactNumber& b, const ExactNumber& c) {
  return a * b + c;
}

/// The square root, rounded once.
inline double root(double a) { return std::sqrt(a); }
/// Cut off far below any rounding where it is no fraction (oracles/square_root.hpp).
inline ExactNumber root(const ExactNumber& a) {
  return a.is_defined() ? ExactNumber(square_root(a.value()).value) : a;
}

/// Calls visit.operator()<T>() with the number type of the profile's accumulator.
template <class Visit>
void with_accumulator(const Profile& profile, Visit&& visit) {
  using enum NumberFormat;
  constexpr auto kFlushed = Subnormals::kFlushedToZero;
  constexpr auto kKept = Subnormals::kKept;
  const bool flushes = profile.subnormals == kFlushed;
  switch (profile.accumulator) {
    case kFloat64:
      return flushes ? visit.template operator()<Narrow<kFloat64, kFlushed>>()
                     : visit.template operator()<double>();
    case kFloat32:
      return flushes ? visit.template operator()<Narrow<kFloat32, kFlushed>>()
                     : visit.template operator()<Narrow<kFloat32, kKept>>();
    case kFloat16:
      return flushes ? visit.template operator()<Narrow<kFloat16, kFlushed>>()
                     : visit.template operator()<Narrow<kFloat16, kKept>>();
    case kBfloat16:
      return flushes ? visit.template operator()<Narrow<kBfloat16, kFlushed>>()
                     : visit.template operator()<Narrow<kBfloat16, kKept>>();
    case kExact:
      return visit.template operator()<ExactNumber>();
  }
}

/// Appends a result, rounded to the profile's output format.
void append_result(double number, const Profile& profile, Answer& out);
void append_result(const ExactNumber& number, const Profile& profile, Answer& out);
template <NumberFormat kFormat, Subnormals kSubnormals>
void append_result(Narrow<kFormat, kSubnormals> number, const Profile& profile, Answer& out) {
  append_result(number.value(), profile, out);
}

/// Appends an exact integer, however large.
void append_result(std::int64_t number, Answer& out);

}  // namespace gradvet
