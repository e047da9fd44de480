#include "oracles/ceiling.hpp"

#include <gtest/gtest.h>

#include <random>

#include "oracles/rational.hpp"

// Against fractions: never below, and hardly above.

namespace gradvet {
namespace {

struct Number {
  Ceiling ceiling;
  Rational value;
};

/// A power of two that a ceiling and a fraction can both be compared with.
bool is_at_most(const Ceiling& ceiling, const Rational& value) {
  // The greatest 60-bit number that is not above the value.
  const int exponent =
      static_cast<int>(msb(numerator(value))) - static_cast<int>(msb(denominator(value))) - 58;
  const Rational scaled = value / power_of_two(exponent);
  const auto below = Integer(numerator(scaled) / denominator(scaled)).convert_to<std::int64_t>();
  return ceiling <= Ceiling::of(below, exponent);
}

bool is_at_least(const Ceiling& ceiling, const Rational& value) {
  const int exponent =
      static_cast<int>(msb(numerator(value))) - static_cast<int>(msb(denominator(value))) - 58;
  const Rational scaled = value / power_of_two(exponent);
  const Integer below = numerator(scaled) / denominator(scaled);
  const bool is_exact = below == scaled;
  // Beyond the greatest 60-bit number below it, unless it is that number.
  const Ceiling floor = Ceiling::of(below.convert_to<std::int64_t>(), exponent);
  return is_exact ? ceiling >= floor : ceiling > floor;
}

Number draw(std::mt19937_64& words) {
  const std::uint64_t significand = words() >> (1 + words() % 63);
  const int exponent = static_cast<int>(words() % 200) - 100;
  return {Ceiling::of(significand, exponent), Rational(significand) * power_of_two(exponent)};
}

TEST(Ceiling, IsNeverBelowAndHardlyAboveTheFraction) {
  std::mt19937_64 words(1);
  const Rational slack = 1 + power_of_two(-56);
  for (int i = 0; i < 3000; ++i) {
    const Number a = draw(words);
    const Number b = draw(words);
    const std::uint64_t divisor = (words() >> (words() % 64)) | 1;
    const Number results[] = {{a.ceiling + b.ceiling, a.value + b.value},
                              {a.ceiling * b.ceiling, a.value * b.value},
                              {a.ceiling.divided_by(divisor), a.value / divisor},
                              {a.ceiling.times_power_of_two(-70), a.value * power_of_two(-70)}};
    for (const Number& result : results) {
      if (result.value == 0) {
        ASSERT_EQ(result.ceiling, Ceiling{});
        continue;
      }
      ASSERT_TRUE(is_at_least(result.ceiling, result.value)) << i;
      ASSERT_TRUE(is_at_most(result.ceiling, Rational(result.value * slack))) << i;
    }
  }
}

TEST(Ceiling, ComparesValuesWhateverTheirExponents) {
  EXPECT_EQ(Ceiling::of(6), Ceiling::of(3, 1));
  EXPECT_LT(Ceiling{}, Ceiling::of(1, -2000));
  EXPECT_LT(Ceiling::of(7), Ceiling::of(1, 3));
  EXPECT_LT(Ceiling::of(1), Ceiling::of(1) + Ceiling::of(1, -200));
  EXPECT_EQ(Ceiling::of(Integer128{1} << 100), Ceiling::of(1, 100));
  // All ones in more bits than are kept carry to the next power of two.
  EXPECT_EQ(Ceiling::of((Integer128{1} << 100) - 1), Ceiling::of(1, 100));
}

TEST(Ceiling, DividesByANumber) {
  EXPECT_EQ(Ceiling::of(1).divided_by(split(0.25)), Ceiling::of(split(4.0)) + Ceiling::of(1, -59));
  EXPECT_EQ(Ceiling{}.divided_by(split(3.0)), Ceiling{});
}

}  // namespace
}  // namespace gradvet
