#include "oracles/float_format.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "oracles/binary64.hpp"
#include "oracles/rational.hpp"
#include "src/core/invariant.hpp"

namespace gradvet {

namespace {

constexpr FloatFormat kFloat64{53, -1022, 1023, "float64"};
constexpr FloatFormat kFloat32{24, -126, 127, "float32"};
constexpr FloatFormat kFloat16{11, -14, 15, "float16"};
constexpr FloatFormat kBfloat16{8, -126, 127, "bfloat16"};

/// Exponent of the last bit of a subnormal: the finest step of the format.
int finest_exponent(const FloatFormat& format) { return format.min_exponent - (format.precision - 1); }

/// significand * 2^exponent where that is a float64 (a product with a power of two; std::ldexp is a call).
double scale(std::uint64_t significand, int exponent) {
  constexpr int kBias = 1023;
  if (exponent <= -kBias || exponent > kBias) return std::ldexp(static_cast<double>(significand), exponent);
  const auto power = static_cast<std::uint64_t>(exponent + kBias) << kBinary64FractionBits;
  return static_cast<double>(significand) * std::bit_cast<double>(power);
}

/// `significand` * 2^exponent, a rounded magnitude of at most p + 1 bits, with what lies outside the normal
/// range settled and the sign put on.
double finish(std::uint64_t significand, int exponent, bool is_negative, const FloatFormat& format,
              Subnormals subnormals) {
  const int top_exponent = exponent + bit_count(significand) - 1;
  double magnitude = 0.0;
  if (significand != 0 && top_exponent > format.max_exponent)
    magnitude = std::numeric_limits<double>::infinity();
  else if (significand != 0 && (subnormals == Subnormals::kKept || top_exponent >= format.min_exponent))
    magnitude = scale(significand, exponent);
  return is_negative ? -magnitude : magnitude;
}

/// Bits of the stored fraction, of the exponent field, and of the whole pattern.
struct PatternLayout {
  int fraction_bits;
  int exponent_bits;
  int width() const { return 1 + exponent_bits + fraction_bits; }
};

PatternLayout layout_of(const FloatFormat& format) {
  return {format.precision - 1, bit_count(static_cast<std::uint64_t>(format.max_exponent)) + 1};
}

}  // namespace

const FloatFormat& float_format(NumberFormat format) {
  switch (format) {
    case NumberFormat::kFloat64:
      return kFloat64;
    case NumberFormat::kFloat32:
      return kFloat32;
    case NumberFormat::kFloat16:
      return kFloat16;
    case NumberFormat::kBfloat16:
      return kBfloat16;
    case NumberFormat::kExact:
      break;
  }
  require_invariant(false, "exact numbers have no binary format");
  return kFloat64;
}

double encode(const Rational& value, const FloatFormat& format, Subnormals subnormals) {
  const bool is_negative = value.sign() < 0;
  Integer numerator = abs(boost::multiprecision::numerator(value));
  Integer denominator = boost::multiprecision::denominator(value);
  if (numerator.is_zero()) return 0.0;

  // 2^top <= |value| < 2^(top + 1)
  int top = static_cast<int>(msb(numerator)) - static_cast<int>(msb(denominator));
  if (top >= 0 ? numerator < (denominator << top) : (numerator << -top) < denominator) --top;
  if (top > format.max_exponent) return finish(1, top, is_negative, format, subnormals);

  // The value is quotient * 2^step plus a remainder, compared with half a step exactly.
  const int step = std::max(top - (format.precision - 1), finest_exponent(format));
  if (step >= 0)
    denominator <<= step;
  else
    numerator <<= -step;
  Integer quotient, remainder;
  divide_qr(numerator, denominator, quotient, remainder);
  remainder <<= 1;
  const int half = remainder.compare(denominator);
  std::uint64_t significand = static_cast<std::uint64_t>(quotient);
  if (half > 0 || (half == 0 && (significand & 1) != 0)) ++significand;
  return finish(significand, step, is_negative, format, subnormals);
}

double encode(double value, const FloatFormat& format, Subnormals subnormals) {
  // The hardware's own formats, rounded as it rounds by default.
  if (subnormals == Subnormals::kKept) {
    if (&format == &kFloat64) return value;
    if (&format == &kFloat32) return static_cast<double>(static_cast<float>(value));
  }
  const Binary64 parts = split(value);
  if (!parts.is_finite || parts.significand == 0) return value;
  const int top = parts.exponent + bit_count(parts.significand) - 1;
  const int step = std::max(top - (format.precision - 1), finest_exponent(format));
  const int dropped = step - parts.exponent;
  if (dropped <= 0) return finish(parts.significand, parts.exponent, parts.is_negative, format, subnormals);
  // Below a quarter of the finest step: nothing is left (and the shift below would be undefined).
  if (dropped > kBinary64FractionBits + 2) return finish(0, 0, parts.is_negative, format, subnormals);
  const std::uint64_t tail = parts.significand & ((std::uint64_t{1} << dropped) - 1);
  const std::uint64_t half = std::uint64_t{1} << (dropped - 1);
  std::uint64_t significand = parts.significand >> dropped;
  if (tail > half || (tail == half && (significand & 1) != 0)) ++significand;
  return finish(significand, step, parts.is_negative, format, subnormals);
}

bool may_be_flushed(const Rational& value, const FloatFormat& format) {
  const Rational magnitude = abs(value);
  return magnitude < least_normal(format) && encode(magnitude, format, Subnormals::kFlushedToZero) != 0;
}

bool is_representable(double value, NumberFormat name) {
  if (name == NumberFormat::kExact || name == NumberFormat::kFloat64) return true;
  return is_representable(value, float_format(name));
}

bool is_representable(double value, const FloatFormat& format) {
  // Most values are normal in the format and have no bits beyond its precision.
  constexpr int kPrecision = kBinary64FractionBits + 1;
  const Binary64 parts = split(value);
  const int top = parts.exponent + kBinary64FractionBits;
  const std::uint64_t beyond = (std::uint64_t{1} << (kPrecision - format.precision)) - 1;
  if (parts.is_finite && top >= format.min_exponent && top <= format.max_exponent)
    return (parts.significand & beyond) == 0;
  return encode(value, format) == value;
}

const FloatFormat* format_or_exact(NumberFormat format) {
  return format == NumberFormat::kExact ? nullptr : &float_format(format);
}

bool is_contained(const FloatFormat* narrow, const FloatFormat* wide) {
  if (wide == nullptr) return true;
  const FloatFormat& from = narrow == nullptr ? kFloat64 : *narrow;
  return from.precision <= wide->precision && from.max_exponent <= wide->max_exponent &&
         from.min_exponent - from.precision >= wide->min_exponent - wide->precision;
}

Rational unit_roundoff(const FloatFormat& format) { return power_of_two(-format.precision); }
Rational least_subnormal(const FloatFormat& format) { return power_of_two(finest_exponent(format)); }
Rational least_normal(const FloatFormat& format) { return power_of_two(format.min_exponent); }
Rational largest_finite(const FloatFormat& format) {
  return fraction((Integer(1) << format.precision) - 1, 1, format.max_exponent - (format.precision - 1));
}

std::uint64_t bits_of(double value, NumberFormat number_format) {
  const FloatFormat& format = float_format(number_format);
  const PatternLayout layout = layout_of(format);
  const Binary64 parts = split(value);
  const std::uint64_t sign = std::uint64_t{parts.is_negative} << (layout.width() - 1);
  const std::uint64_t all_ones = (std::uint64_t{1} << layout.exponent_bits) - 1;
  if (std::isnan(value))  // one quiet NaN stands for all
    return (all_ones << layout.fraction_bits) | (std::uint64_t{1} << (layout.fraction_bits - 1));
  if (!parts.is_finite) return sign | (all_ones << layout.fraction_bits);
  if (parts.significand == 0) return sign;
  require_invariant(is_representable(value, number_format),
                    "the bits of a value that the format does not have");

  const int top = parts.exponent + bit_count(parts.significand) - 1;
  const int step = std::max(top - layout.fraction_bits, finest_exponent(format));
  const int shift = step - parts.exponent;
  const std::uint64_t significand = shift >= 0 ? parts.significand >> shift : parts.significand << -shift;
  // A normal number's hidden bit carries into the exponent field, so that only the field of the step is
  // added.
  return sign |
         ((static_cast<std::uint64_t>(step - finest_exponent(format)) << layout.fraction_bits) + significand);
}

double from_bits(std::uint64_t bits, NumberFormat number_format) {
  const FloatFormat& format = float_format(number_format);
  const PatternLayout layout = layout_of(format);
  const std::uint64_t all_ones = (std::uint64_t{1} << layout.exponent_bits) - 1;
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << layout.fraction_bits) - 1);
  const std::uint64_t biased = (bits >> layout.fraction_bits) & all_ones;
  double magnitude = 0.0;
  if (biased == all_ones)
    magnitude =
        fraction == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  else if (biased == 0)
    magnitude = scale(fraction, finest_exponent(format));
  else
    magnitude = scale(fraction | (std::uint64_t{1} << layout.fraction_bits),
                      finest_exponent(format) + static_cast<int>(biased) - 1);
  return (bits >> (layout.width() - 1)) & 1 ? -magnitude : magnitude;
}

}  // namespace gradvet
