#pragma once

#include <cstdint>
#include <string_view>

#include "src/core/number.hpp"
#include "src/core/profile.hpp"

namespace gradvet {

/// A binary interchange format (IEEE 754-2019, clause 3). Every value of each is a float64.
struct FloatFormat {
  int precision;     ///< significand bits with the hidden one: p
  int min_exponent;  ///< of the least normal number, 2^min_exponent
  int max_exponent;  ///< of the largest finite number, (2 - 2^(1-p)) * 2^max_exponent
  std::string_view name = {};
};

/// float64, float32, float16 or bfloat16; not kExact.
const FloatFormat& float_format(NumberFormat format);

/// Rounds once, to nearest with ties to even, straight to the format: overflow to infinity, subnormals kept
/// or flushed to a zero of the same sign. Flushed is what is subnormal after rounding (but see
/// may_be_flushed()). The result is a float64 that holds the format's value; the Rational 0 gives +0.
double encode(const Rational& value, const FloatFormat& format, Subnormals subnormals = Subnormals::kKept);

/// The same for a float64 that is to be stored in the format; NaN and infinities stay.
double encode(double value, const FloatFormat& format, Subnormals subnormals = Subnormals::kKept);

/// True for what encode() rounds up to the least normal number where subnormals are flushed. Hardware that
/// looks before it rounds, or rounds to p bits whatever the exponent (IEEE 754-2019, 7.5), may flush it to 0.
bool may_be_flushed(const Rational& value, const FloatFormat& format);

/// True if a finite float64 is a value of the format (always for kExact and kFloat64).
bool is_representable(double value, NumberFormat format);
bool is_representable(double value, const FloatFormat& format);

/// The same, or null for kExact.
const FloatFormat* format_or_exact(NumberFormat format);

/// True if every value of `narrow` is one of `wide`; null is exact. Exact values travel as float64.
bool is_contained(const FloatFormat* narrow, const FloatFormat* wide);

/// Unit roundoff u = 2^-p.
Rational unit_roundoff(const FloatFormat& format);
/// The least positive subnormal.
Rational least_subnormal(const FloatFormat& format);
Rational least_normal(const FloatFormat& format);
Rational largest_finite(const FloatFormat& format);

/// The bit pattern of a value of the format, as an unsigned number (16, 32 or 64 bits); every NaN gives the
/// same quiet one. Not for kExact.
std::uint64_t bits_of(double value, NumberFormat format);
double from_bits(std::uint64_t bits, NumberFormat format);

}  // namespace gradvet
