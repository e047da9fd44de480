#include "oracles/float_format.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

#include "oracles/rational.hpp"

namespace gradvet {
namespace {

#ifdef GRADVET_SOAK
constexpr int kRandomCases = 1000000;
#else
constexpr int kRandomCases = 10000;
#endif

constexpr std::array kSmallFormats = {NumberFormat::kFloat16, NumberFormat::kBfloat16};
constexpr std::uint64_t kSmallPatterns = 1U << 16;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::uint64_t pattern(double value) { return std::bit_cast<std::uint64_t>(value); }

/// Random bits whose exponent lies near that of the format's numbers.
double number_near(const FloatFormat& format, std::mt19937_64& words) {
  const double significand = 1.0 + static_cast<double>(words() >> 12) * 0x1p-52;
  const int least = format.min_exponent - format.precision - 3;
  const int exponent =
      least + static_cast<int>(words() % static_cast<unsigned>(format.max_exponent + 3 - least));
  return std::ldexp((words() & 1) != 0 ? -significand : significand, exponent);
}

TEST(Encode, AgreesWithTheHardwareOnFloat32) {
  const FloatFormat& format = float_format(NumberFormat::kFloat32);
  std::mt19937_64 words(1);
  for (int i = 0; i < kRandomCases; ++i) {
    const double number = number_near(format, words);
    const std::uint64_t expected = pattern(static_cast<double>(static_cast<float>(number)));
    ASSERT_EQ(pattern(encode(number, format)), expected) << number;
    ASSERT_EQ(pattern(encode(exact(number), format)), expected) << number;
  }
}

TEST(Encode, AgreesWithTheHardwareOnFloat32Midpoints) {
  const FloatFormat& format = float_format(NumberFormat::kFloat32);
  std::mt19937_64 words(2);
  for (int i = 0; i < kRandomCases; ++i) {
    const auto below = std::bit_cast<float>(static_cast<std::uint32_t>(words() % 0x7f7fffffU));
    const float above = std::nextafter(below, std::numeric_limits<float>::infinity());
    const double middle = (static_cast<double>(below) + static_cast<double>(above)) / 2;
    ASSERT_EQ(pattern(encode(exact(middle), format)),
              pattern(static_cast<double>(static_cast<float>(middle))));
  }
}

TEST(Encode, AgreesWithStrtodOnFloat64) {
  const FloatFormat& format = float_format(NumberFormat::kFloat64);
  std::mt19937_64 words(3);
  for (int i = 0; i < kRandomCases; ++i) {
    const std::uint64_t digits = words();
    const int exponent = static_cast<int>(words() % 670) - 345;  // subnormals and overflow included
    Rational value(Integer{digits});
    Integer ten_power = pow(Integer(10), static_cast<unsigned>(std::abs(exponent)));
    value = exponent < 0 ? Rational(value / ten_power) : Rational(value * ten_power);
    const std::string text = std::to_string(digits) + "e" + std::to_string(exponent);
    ASSERT_EQ(pattern(encode(value, format)), pattern(std::strtod(text.c_str(), nullptr))) << text;
  }
}

TEST(Encode, KeepsEveryValueOfTheSmallFormats) {
  for (const NumberFormat name : kSmallFormats) {
    const FloatFormat& format = float_format(name);
    for (std::uint64_t bits = 0; bits < kSmallPatterns; ++bits) {
      const double value = from_bits(bits, name);
      if (std::isnan(value)) continue;
      ASSERT_EQ(bits_of(value, name), bits) << to_text(name);
      ASSERT_EQ(pattern(encode(value, format)), pattern(value));
      ASSERT_TRUE(is_representable(value, name));
      if (!std::isfinite(value) || value == 0.0) continue;
      ASSERT_EQ(pattern(encode(exact(value), format)), pattern(value));
    }
  }
}

TEST(Encode, RoundsTiesToEvenBetweenAllNeighboursOfTheSmallFormats) {
  const Rational little = power_of_two(-1200);  // far below what a float64 could still tell
  for (const NumberFormat name : kSmallFormats) {
    const FloatFormat& format = float_format(name);
    const std::uint64_t infinity = bits_of(kInfinity, name);
    for (std::uint64_t bits = 0; bits + 1 < infinity; ++bits) {
      const double below = from_bits(bits, name);
      const double above = from_bits(bits + 1, name);
      const double even = (bits & 1) == 0 ? below : above;
      const Rational middle = (exact(below) + exact(above)) / 2;
      ASSERT_EQ(encode(middle, format), even) << bits;
      ASSERT_EQ(encode(Rational(middle - little), format), below) << bits;
      ASSERT_EQ(encode(Rational(middle + little), format), above) << bits;
      ASSERT_EQ(encode(Rational(-middle), format), -even) << bits;
      ASSERT_EQ(encode((below + above) / 2, format), even) << bits;
    }
  }
}

/// a + b, a - b, a · b and a / b of the hardware's `Number`, each stored, against the exact results rounded
/// once.
template <class Number>
void expect_operations_of(Number a, Number b, const FloatFormat& format) {
  const Rational left = exact(static_cast<double>(a));
  const Rational right = exact(static_cast<double>(b));
  const auto stored = [](Number number) { return static_cast<double>(number); };
  ASSERT_EQ(encode(Rational(left + right), format), stored(a + b));
  ASSERT_EQ(encode(Rational(left - right), format), stored(a - b));
  ASSERT_EQ(encode(Rational(left * right), format), stored(a * b));
  if (right == 0) return;
  ASSERT_EQ(encode(Rational(left / right), format), stored(a / b));
}

template <class Number, class Bits>
void expect_operations_on_random_bits(NumberFormat name, std::uint64_t seed) {
  const FloatFormat& format = float_format(name);
  std::mt19937_64 words(seed);
  for (int i = 0; i < kRandomCases; ++i) {
    const auto a = std::bit_cast<Number>(static_cast<Bits>(words()));
    auto b = std::bit_cast<Number>(static_cast<Bits>(words()));
    // Near each other every second time, so that sums round and cancel.
    if (i % 2 == 0)
      b = static_cast<Number>(a * static_cast<Number>(1.0 / static_cast<double>(1 + words() % 50)));
    if (!std::isfinite(static_cast<double>(a)) || !std::isfinite(static_cast<double>(b))) continue;
    expect_operations_of(a, b, format);
  }
}

TEST(Encode, GivesTheOperationsOfTheHardware) {
  expect_operations_on_random_bits<double, std::uint64_t>(NumberFormat::kFloat64, 6);
  expect_operations_on_random_bits<float, std::uint32_t>(NumberFormat::kFloat32, 7);
}

#if defined(__GNUC__) && !defined(__clang__) && defined(__FLT16_MANT_DIG__)
TEST(Encode, GivesTheOperationsOfTheCompilersFloat16) {
  __extension__ using Half = _Float16;
  expect_operations_on_random_bits<Half, std::uint16_t>(NumberFormat::kFloat16, 8);
}

TEST(Encode, AgreesWithTheCompilersFloat16) {
  __extension__ using Half = _Float16;
  for (std::uint64_t bits = 0; bits < kSmallPatterns; ++bits) {
    const auto half = std::bit_cast<Half>(static_cast<std::uint16_t>(bits));
    const double value = from_bits(bits, NumberFormat::kFloat16);
    ASSERT_EQ(std::isnan(value), half != half) << bits;
    if (std::isnan(value)) continue;
    ASSERT_EQ(pattern(value), pattern(static_cast<double>(half))) << bits;
  }
  const FloatFormat& format = float_format(NumberFormat::kFloat16);
  std::mt19937_64 words(4);
  for (int i = 0; i < kRandomCases; ++i) {
    const double number = number_near(format, words);
    const auto expected = static_cast<double>(static_cast<Half>(number));
    ASSERT_EQ(pattern(encode(number, format)), pattern(expected)) << number;
    ASSERT_EQ(pattern(encode(exact(number), format)), pattern(expected)) << number;
  }
}
#endif

TEST(Encode, RoundsOnceWhereGoingThroughAWiderFormatRoundsTwice) {
  const Rational just_above_tie = 1 + power_of_two(-24) + power_of_two(-80);
  EXPECT_EQ(encode(just_above_tie, float_format(NumberFormat::kFloat32)), 1.0 + 0x1p-23);
  // 1 + 2^-11 + 2^-30 is 1 + 2^-11 in float32, a tie of float16.
  const Rational above_half_tie = 1 + power_of_two(-11) + power_of_two(-30);
  EXPECT_EQ(encode(above_half_tie, float_format(NumberFormat::kFloat16)), 1.0 + 0x1p-10);
  // A subnormal rounded to 53 bits first would land on the tie and fall to 0.
  const Rational above_least_half = power_of_two(-1075) * (1 + power_of_two(-60));
  EXPECT_EQ(encode(above_least_half, float_format(NumberFormat::kFloat64)), 0x1p-1074);
  EXPECT_EQ(encode(power_of_two(-1075), float_format(NumberFormat::kFloat64)), 0.0);
}

TEST(Encode, OverflowsFromHalfAStepBeyondTheLargest) {
  for (const NumberFormat name :
       {NumberFormat::kFloat64, NumberFormat::kFloat32, NumberFormat::kFloat16, NumberFormat::kBfloat16}) {
    const FloatFormat& format = float_format(name);
    const Rational largest = largest_finite(format);
    const Rational limit = largest + power_of_two(format.max_exponent - format.precision);
    EXPECT_EQ(encode(limit, format), kInfinity);
    EXPECT_EQ(encode(Rational(-limit), format), -kInfinity);
    EXPECT_EQ(exact(encode(Rational(limit - power_of_two(-2000)), format)), largest);
    EXPECT_EQ(encode(Rational(power_of_two(5000)), format), kInfinity);
  }
}

TEST(Encode, FlushesWhatIsSubnormalAfterRounding) {
  const FloatFormat& format = float_format(NumberFormat::kFloat16);
  const auto flush = [&](double number) { return encode(number, format, Subnormals::kFlushedToZero); };
  EXPECT_EQ(flush(0x1p-14), 0x1p-14);                      // the least normal
  EXPECT_EQ(pattern(flush(-0x1.ff8p-15)), pattern(-0.0));  // the greatest subnormal, negated
  EXPECT_EQ(flush(0x1.fffp-15), 0x1p-14);                  // rounds up to the least normal
  EXPECT_EQ(flush(0x1p-24), 0.0);
  EXPECT_EQ(encode(0x1p-24, format), 0x1p-24);
  EXPECT_EQ(encode(0x1p-1074, float_format(NumberFormat::kFloat64), Subnormals::kFlushedToZero), 0.0);
}

TEST(Encode, LeavesNonFiniteNumbersAndSignedZerosAlone) {
  const FloatFormat& format = float_format(NumberFormat::kBfloat16);
  EXPECT_TRUE(std::isnan(encode(std::numeric_limits<double>::quiet_NaN(), format)));
  EXPECT_EQ(encode(-kInfinity, format), -kInfinity);
  EXPECT_EQ(pattern(encode(-0.0, format)), pattern(-0.0));
  EXPECT_EQ(pattern(encode(Rational(-1, Integer(1) << 900), format)), pattern(-0.0));
}

TEST(FloatFormat, HasTheConstantsOfIeee754) {
  EXPECT_EQ(unit_roundoff(float_format(NumberFormat::kFloat64)), power_of_two(-53));
  EXPECT_EQ(exact(std::numeric_limits<double>::max()), largest_finite(float_format(NumberFormat::kFloat64)));
  EXPECT_EQ(exact(std::numeric_limits<double>::denorm_min()),
            least_subnormal(float_format(NumberFormat::kFloat64)));
  EXPECT_EQ(exact(std::numeric_limits<float>::max()), largest_finite(float_format(NumberFormat::kFloat32)));
  EXPECT_EQ(exact(std::numeric_limits<float>::min()), least_normal(float_format(NumberFormat::kFloat32)));
  EXPECT_EQ(largest_finite(float_format(NumberFormat::kFloat16)), 65504);
  EXPECT_EQ(least_subnormal(float_format(NumberFormat::kFloat16)), power_of_two(-24));
  EXPECT_EQ(largest_finite(float_format(NumberFormat::kBfloat16)), Rational(Integer(255) << 120));
  EXPECT_EQ(least_subnormal(float_format(NumberFormat::kBfloat16)), power_of_two(-133));
}

TEST(IsRepresentable, AsksTheFormat) {
  EXPECT_TRUE(is_representable(257.0, NumberFormat::kFloat16));
  EXPECT_FALSE(is_representable(257.0, NumberFormat::kBfloat16));
  EXPECT_FALSE(is_representable(65536.0, NumberFormat::kFloat16));
  EXPECT_FALSE(is_representable(0.1, NumberFormat::kFloat32));
  EXPECT_TRUE(is_representable(0.1, NumberFormat::kFloat64));
  EXPECT_TRUE(is_representable(0.1, NumberFormat::kExact));
}

TEST(BitsOf, AreThoseOfTheHardware) {
  std::mt19937_64 words(5);
  for (int i = 0; i < kRandomCases; ++i) {
    const auto wide = std::bit_cast<double>(words());
    if (std::isnan(wide)) continue;
    ASSERT_EQ(bits_of(wide, NumberFormat::kFloat64), pattern(wide));
    const auto bits = static_cast<std::uint32_t>(words());
    const auto narrow = std::bit_cast<float>(bits);
    if (std::isnan(narrow)) continue;
    ASSERT_EQ(bits_of(narrow, NumberFormat::kFloat32), bits);
    ASSERT_EQ(pattern(from_bits(bits, NumberFormat::kFloat32)), pattern(static_cast<double>(narrow)));
  }
  EXPECT_EQ(bits_of(std::numeric_limits<double>::quiet_NaN(), NumberFormat::kFloat16), 0x7e00U);
  EXPECT_EQ(bits_of(1.0, NumberFormat::kBfloat16), 0x3f80U);
}

}  // namespace
}  // namespace gradvet
