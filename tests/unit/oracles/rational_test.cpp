#include "oracles/rational.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <random>

namespace gradvet {
namespace {

TEST(Exact, IsTheFractionThatAFloat64Holds) {
  EXPECT_EQ(exact(0.0), 0);
  EXPECT_EQ(exact(-0.0), 0);
  EXPECT_EQ(exact(-3.5), Rational(-7, 2));
  // 0.1 as IEEE 754 holds it, from its published hexadecimal form 0x1.999999999999ap-4.
  EXPECT_EQ(exact(0.1), Rational(Integer("0x1999999999999a"), Integer(1) << 56));
  EXPECT_EQ(exact(std::numeric_limits<double>::denorm_min()), Rational(Integer(1), Integer(1) << 1074));
  EXPECT_EQ(exact(std::numeric_limits<double>::max()), Rational(((Integer(1) << 53) - 1) << 971));
}

TEST(Exact, AgreesWithTheConversionOfBoostOnRandomBits) {
  std::mt19937_64 words(1);
  for (int i = 0; i < 20000; ++i) {
    const double number = std::bit_cast<double>(words());
    if (number != number || number - number != 0.0) continue;
    ASSERT_EQ(exact(number), Rational(number));
  }
}

TEST(PowerOfTwo, GoesBothWays) {
  EXPECT_EQ(power_of_two(0), 1);
  EXPECT_EQ(power_of_two(10), 1024);
  EXPECT_EQ(power_of_two(-3), Rational(1, 8));
}

TEST(Fraction, IsInLowestTermsWhateverTheExponent) {
  EXPECT_EQ(fraction(6, 4, 0), Rational(3, 2));
  EXPECT_EQ(fraction(-6, 4, 3), -12);
  EXPECT_EQ(fraction(6, 1, -3), Rational(3, 4));
  EXPECT_EQ(fraction(0, 7, -50), 0);
  EXPECT_EQ(denominator(fraction(12, 20, -1)), 10);
}

}  // namespace
}  // namespace gradvet
