#include "src/text/decimal.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

namespace gradvet {
namespace {

/// "0.777…": a string is appended to, never grown in front (g++ 12 warns of that, wrongly).
std::string repeated(std::string_view before, std::size_t count, char digit) {
  std::string text(before);
  text.append(count, digit);
  return text;
}

Rational decimal(std::string_view token) { return parse_decimal(token).value_or(Rational(-424242)); }
Rational fraction(std::string_view text) { return parse_fraction(text).value_or(Rational(-424242)); }

TEST(ParseDecimal, GivesTheExactValue) {
  EXPECT_EQ(decimal("0"), Rational(0));
  EXPECT_EQ(decimal("-0.0"), Rational(0));
  EXPECT_EQ(decimal("3.5"), Rational(7, 2));
  EXPECT_EQ(decimal("-2.50e1"), Rational(-25));
  EXPECT_EQ(decimal("1E-3"), Rational(1, 1000));
  EXPECT_EQ(decimal("0.010"), Rational(1, 100));
  EXPECT_EQ(decimal("9007199254740993"), Rational(Integer("9007199254740993")));
  EXPECT_EQ(decimal("1234567890123456789012345678901234567.5"),
            Rational(Integer("2469135780246913578024691357802469135"), 2));
  EXPECT_EQ(decimal("100000000000000000000000000000000000008"),
            Rational(Integer("100000000000000000000000000000000000008")));
}

TEST(ParseDecimal, TakesWhatOverflowsAFloat) {
  const Rational power(boost::multiprecision::pow(Integer(10), 400));
  EXPECT_EQ(decimal("1e400"), power);
  EXPECT_EQ(decimal("1e-400") * power, 1);
}

TEST(ParseDecimal, RefusesWhatIsNoJsonNumber) {
  for (const char* token : {"", "-", "+1", "01", "00", "1.", ".5", "1e", "1e+", "1.2.3", " 1", "1 ", "0x10",
                            "1_0", "NaN", "Infinity", "--1", "1e1.5", "15/7"}) {
    const Result<Rational> value = parse_decimal(token);
    ASSERT_FALSE(value.has_value()) << token;
    EXPECT_EQ(value.error().code, ErrorCode::kBadNumber);
  }
}

TEST(ParseDecimal, RefusesTooManyDigitsAndTooLargeExponentsWithoutBuildingThem) {
  EXPECT_TRUE(parse_decimal(std::string(4096, '7')).has_value());
  EXPECT_FALSE(parse_decimal(std::string(4097, '7')).has_value());
  EXPECT_FALSE(parse_decimal(repeated("0.", 4096, '7')).has_value());
  EXPECT_TRUE(parse_decimal("1e10000").has_value());
  EXPECT_TRUE(parse_decimal("1e-10000").has_value());
  EXPECT_FALSE(parse_decimal("1e10001").has_value());
  EXPECT_FALSE(parse_decimal("1e-10001").has_value());
  EXPECT_FALSE(parse_decimal("1e999999999").has_value());
  EXPECT_FALSE(parse_decimal("0e99999999999999999999999999").has_value());
}

TEST(ParseFraction, ReadsIntegersAndFractions) {
  EXPECT_EQ(fraction("15/7"), Rational(15, 7));
  EXPECT_EQ(fraction("-3"), Rational(-3));
  EXPECT_EQ(fraction("-6/4"), Rational(-3, 2));
  EXPECT_EQ(fraction("0/5"), Rational(0));
}

TEST(ParseFraction, RefusesEverythingElse) {
  for (const char* text : {"", "-", "/", "1/", "/2", "1/0", "1/-2", "+1", "1.5", " 1", "1 /2", "01", "1/02",
                           "1/2/3", "1e3", "x"})
    EXPECT_FALSE(parse_fraction(text).has_value()) << text;
}

TEST(ShortestText, AlwaysLooksLikeAFloat) {
  EXPECT_EQ(shortest_text(3.5), "3.5");
  EXPECT_EQ(shortest_text(3.0), "3.0");
  EXPECT_EQ(shortest_text(-12.0), "-12.0");
  EXPECT_EQ(shortest_text(0.0), "0.0");
  EXPECT_EQ(shortest_text(-0.0), "-0.0");
  EXPECT_EQ(shortest_text(0.1), "0.1");
  EXPECT_EQ(shortest_text(15.0 / 7.0), "2.142857142857143");
  EXPECT_EQ(shortest_text(1e300), "1e+300");
  EXPECT_EQ(shortest_text(99999.0), "99999.0");
  EXPECT_EQ(shortest_text(std::numeric_limits<double>::denorm_min()), "5e-324");
  EXPECT_EQ(shortest_text(std::numeric_limits<double>::max()), "1.7976931348623157e+308");
  EXPECT_EQ(shortest_text(std::nan("")), "NaN");
  EXPECT_EQ(shortest_text(std::numeric_limits<double>::infinity()), "Infinity");
  EXPECT_EQ(shortest_text(-std::numeric_limits<double>::infinity()), "-Infinity");
}

TEST(ShortestText, ReadsBackAsTheSameBitsAndIsAJsonNumber) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20000; ++i) {
    const double number = i % 2 == 0
                              ? std::bit_cast<double>(random())
                              : static_cast<double>(static_cast<std::int64_t>(random() % 400001) - 200000);
    if (!std::isfinite(number)) continue;
    const std::string text = shortest_text(number);
    double back = 0;
    std::from_chars(text.data(), text.data() + text.size(), back);
    ASSERT_EQ(std::bit_cast<std::uint64_t>(back), std::bit_cast<std::uint64_t>(number)) << text;
    ASSERT_TRUE(parse_decimal(text).has_value()) << text;
    ASSERT_NE(text.find_first_of(".e"), std::string::npos) << text;
  }
}

TEST(FractionText, IsInLowestTerms) {
  EXPECT_EQ(fraction_text(Rational(30, 14)), "15/7");
  EXPECT_EQ(fraction_text(Rational(-3)), "-3");
  EXPECT_EQ(fraction_text(Rational(0)), "0");
}

TEST(DecimalText, RoundsHalfToEven) {
  EXPECT_EQ(decimal_text(Rational(15, 7), 19), "2.142857142857142857");
  EXPECT_EQ(decimal_text(Rational(25, 10), 1), "2");
  EXPECT_EQ(decimal_text(Rational(35, 10), 1), "4");
  EXPECT_EQ(decimal_text(Rational(-25, 10), 1), "-2");
  EXPECT_EQ(decimal_text(Rational(2501, 1000), 1), "3");
  EXPECT_EQ(decimal_text(Rational(9995, 1000), 3), "10");
  EXPECT_EQ(decimal_text(Rational(2, 3), 5), "0.66667");
}

TEST(DecimalText, DropsTrailingZerosAndUsesAnExponentFarFromOne) {
  EXPECT_EQ(decimal_text(Rational(0), 5), "0");
  EXPECT_EQ(decimal_text(Rational(1, 2), 17), "0.5");
  EXPECT_EQ(decimal_text(Rational(1200), 17), "1200");
  EXPECT_EQ(decimal_text(Rational(1, 10000), 17), "0.0001");
  EXPECT_EQ(decimal_text(Rational(1, 100000), 17), "1e-05");
  EXPECT_EQ(decimal_text(Rational(123456), 3), "1.23e+05");
  EXPECT_EQ(decimal_text(Rational(1, Integer(1) << 1074), 4), "4.941e-324");
  EXPECT_EQ(decimal_text(Rational(1, 3) * Rational(boost::multiprecision::pow(Integer(10), 400)), 3),
            "3.33e+399");
}

}  // namespace
}  // namespace gradvet
