#include "properties/number_kinds.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "oracles/rational.hpp"
#include "properties/random_words.hpp"

namespace gradvet {
namespace {

using Half = Narrow<NumberFormat::kFloat16, Subnormals::kKept>;
using Brain = Narrow<NumberFormat::kBfloat16, Subnormals::kKept>;
using Single = Narrow<NumberFormat::kFloat32, Subnormals::kKept>;
using FlushedHalf = Narrow<NumberFormat::kFloat16, Subnormals::kFlushedToZero>;

TEST(ExactNumber, IsUndefinedAfterADivisionByZero) {
  const ExactNumber one{Rational(1)};
  const ExactNumber zero;
  EXPECT_FALSE((one / zero).is_defined());
  EXPECT_FALSE((zero / zero + one).is_defined());
  EXPECT_FALSE((one * (one / zero)).is_defined());
  EXPECT_FALSE((one / zero) < one);
  EXPECT_FALSE(one < (one / zero));
  EXPECT_TRUE((zero / one).is_defined());
}

TEST(ExactNumber, ComputesFractions) {
  const ExactNumber third{Rational(1, 3)};
  EXPECT_EQ((third + third / ExactNumber(Rational(2))).value(), Rational(1, 2));
  EXPECT_EQ(fused(third, third, third).value(), Rational(4, 9));
}

TEST(NarrowNumber, RoundsToItsFormat) {
  EXPECT_EQ(Brain(257.0).value(), 256.0);  // ties to even at 8 bits
  EXPECT_EQ(Brain(259.0).value(), 260.0);
  EXPECT_EQ((Brain(256.0) + Brain(1.0)).value(), 256.0);
  EXPECT_EQ((Half(2048.0) + Half(1.0)).value(), 2048.0);
  EXPECT_EQ((Half(2048.0) + Half(3.0)).value(), 2052.0);
  EXPECT_TRUE(std::isinf((Half(65504.0) + Half(65504.0)).value()));
  EXPECT_EQ((Single(16777216.0) + Single(1.0)).value(), 16777216.0);
}

TEST(NarrowNumber, KeepsOrFlushesSubnormals) {
  EXPECT_EQ((Half(0x1p-14) / Half(2.0)).value(), 0x1p-15);
  EXPECT_EQ((FlushedHalf(0x1p-14) / FlushedHalf(2.0)).value(), 0.0);
}

/// A drawn value of the format, of moderate size, so that nothing overflows.
template <class Number>
Number drawn(RandomWords& words) {
  return Number(std::ldexp(static_cast<double>(static_cast<std::int32_t>(words.next() >> 32)),
                           words.between(-40, -24)));
}

template <class Number>
void expect_operations_round_once(NumberFormat format) {
  RandomWords words(7);
  for (int i = 0; i < 20000; ++i) {
    const auto a = drawn<Number>(words);
    const auto b = drawn<Number>(words);
    const auto c = drawn<Number>(words);
    const Rational x = exact(a.value());
    const Rational y = exact(b.value());
    const FloatFormat& stored = float_format(format);
    ASSERT_EQ((a + b).value(), encode(Rational(x + y), stored));
    ASSERT_EQ((a - b).value(), encode(Rational(x - y), stored));
    ASSERT_EQ((a * b).value(), encode(Rational(x * y), stored));
    if (b.value() != 0) {
      ASSERT_EQ((a / b).value(), encode(Rational(x / y), stored));
    }
    ASSERT_EQ(fused(a, b, c).value(), encode(Rational(x * y + exact(c.value())), stored))
        << a.value() << " " << b.value() << " " << c.value();
  }
}

TEST(NarrowNumber, RoundsEveryOperationOnceInFloat16) {
  expect_operations_round_once<Half>(NumberFormat::kFloat16);
}
TEST(NarrowNumber, RoundsEveryOperationOnceInBfloat16) {
  expect_operations_round_once<Brain>(NumberFormat::kBfloat16);
}
TEST(NarrowNumber, RoundsEveryOperationOnceInFloat32) {
  expect_operations_round_once<Single>(NumberFormat::kFloat32);
}

TEST(NarrowNumber, FusesWithoutRoundingTwice) {
  // 1025/1024 squared is 1 + 2^-9 + 2^-20: just above the tie between two float16 at 1 + 2^-9 … with -2^-40
  // just below.
  const Half a(1.0 + 0x1p-10);
  EXPECT_EQ(fused(a, a, Half(0.0)).value(), 1.0 + 0x1p-9);
  // In bfloat16: (1 + 2^-7)(1 + 2^-7) - 1 = 2^-6 + 2^-14 needs 9 bits; a product rounded first would lose the
  // tail.
  const Brain b(1.0 + 0x1p-7);
  EXPECT_EQ(fused(b, b, Brain(-1.0)).value(),
            encode(Rational(257, 16384), float_format(NumberFormat::kBfloat16)));
  EXPECT_NE((b * b + Brain(-1.0)).value(), fused(b, b, Brain(-1.0 - 0x1p-7)).value());
}

TEST(Held, KeepsCountsInTheirOwnFormat) {
  EXPECT_EQ(number_kind::held_in(std::int64_t{257}, NumberFormat::kBfloat16), 256.0);
  EXPECT_EQ(number_kind::held_in(std::int64_t{257}, NumberFormat::kFloat32), 257.0);
  EXPECT_TRUE(std::isinf(number_kind::held_in(std::int64_t{65520}, NumberFormat::kFloat16)));
  // 2^55 + 2^31 + 1 lies above a tie of float32; by way of float64 it would become the tie and round to even.
  const std::int64_t above_tie = (std::int64_t{1} << 55) + (std::int64_t{1} << 31) + 1;
  EXPECT_EQ(number_kind::held_in(above_tie, NumberFormat::kFloat32), 0x1p55 + 0x1p32);
}

TEST(Result, IsAFractionOnlyWhereFloat64DoesNotHoldIt) {
  Answer answer;
  append_result(std::int64_t{1} << 53, answer);
  EXPECT_TRUE(answer.exact.empty());
  append_result((std::int64_t{1} << 53) + 1, answer);
  ASSERT_EQ(answer.exact.size(), 1U);
  EXPECT_EQ(answer.exact[0].index, 1U);
  EXPECT_EQ(answer.exact[0].value, Rational((std::int64_t{1} << 53) + 1));
}

TEST(Result, IsRoundedToTheOutputFormat) {
  Profile profile;
  profile.output = NumberFormat::kBfloat16;
  Answer answer;
  append_result(257.0, profile, answer);
  append_result(ExactNumber(Rational(1, 3)), profile, answer);
  append_result(ExactNumber(Rational(1)) / ExactNumber(), profile, answer);
  EXPECT_EQ(answer.numbers[0], 256.0);
  EXPECT_EQ(answer.numbers[1], 0x1.56p-2);
  EXPECT_TRUE(std::isnan(answer.numbers[2]));
}

}  // namespace
}  // namespace gradvet
