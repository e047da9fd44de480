#include "oracles/weighted_mean.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "oracles/rational.hpp"
#include "tests/unit/oracles/made_cases.hpp"

namespace gradvet {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

Rational expected(const Matrix& values, const Matrix& weights) {
  ExactAnswer out;
  weighted_mean::expect(weighted_case(values, weights), out);
  EXPECT_EQ(out.shape, AnswerShape::kScalar);
  return out.numbers.at(0);
}

Allowance allowance(const Matrix& values, const Matrix& weights, std::string_view profile) {
  Allowance out;
  weighted_mean::allow(weighted_case(values, weights), *parse_profile(profile), out);
  return out;
}

std::string refusal(const Matrix& values, const Matrix& weights, std::string_view profile = "float64") {
  return weighted_mean::refuse(weighted_case(values, weights), *parse_profile(profile)).value_or("");
}

TEST(WeightedMean, IsTheWeightedSumOverTheTotalWeight) {
  EXPECT_EQ(expected({{1, 2}, {6}}, {{1, 2}, {1}}), Rational(11, 4));
  EXPECT_EQ(expected({{3}, {9}}, {{0.25}, {0.125}}), 5);
  EXPECT_EQ(expected({{4, 1e300}, {}}, {{0.5, 0}, {}}), 4);
  EXPECT_EQ(expected({{1, -1}, {1e300}}, {{1e-300, 1e-300}, {5e-324}}),
            exact(1e300) * exact(5e-324) / (2 * exact(1e-300) + exact(5e-324)));
}

TEST(WeightedMean, IsZeroWithoutWeight) {
  EXPECT_EQ(expected({}, {}), 0);
  EXPECT_EQ(expected({{}, {}}, {{}, {}}), 0);
  EXPECT_EQ(expected({{5, 7}, {1e300}}, {{0, 0}, {0}}), 0);
}

/// Fractions added one by one, which the oracle never does.
TEST(WeightedMean, EqualsASumOfFractions) {
  std::mt19937_64 words(1);
  for (int i = 0; i < 2000; ++i) {
    Matrix values(1 + words() % 3), weights(values.size());
    Rational sum = 0, total = 0;
    for (std::size_t row = 0; row < values.size(); ++row)
      for (std::size_t items = words() % 4; items > 0; --items) {
        const int spread = words() % 8 == 0 ? 900 : 30;
        const auto number = [&] {
          return std::ldexp(static_cast<double>(words() >> 11),
                            static_cast<int>(words() % spread) - spread / 2);
        };
        values[row].push_back(words() % 2 == 0 ? number() : -number());
        weights[row].push_back(words() % 4 == 0 ? 0 : number());
        sum += exact(weights[row].back()) * exact(values[row].back());
        total += exact(weights[row].back());
      }
    ASSERT_EQ(expected(values, weights), total == 0 ? Rational(0) : Rational(sum / total)) << i;
  }
}

TEST(WeightedMean, RefusesWhatIsNoCaseOfIt) {
  EXPECT_EQ(refusal({{1}, {2, 3}}, {{1}, {2, 0}}), "");
  EXPECT_EQ(refusal({{1}}, {{1}, {}}), "values has 1 and weights has 2 microbatches; both need as many.");
  EXPECT_EQ(refusal({{1}, {2, 3}}, {{1}, {2}}),
            "values[1] has 2 and weights[1] has 1 entries; both need as many.");
  EXPECT_EQ(refusal({{1}, {2, std::nan("")}}, {{1}, {1, 1}}), "values[1][1] is nan; values are finite.");
  EXPECT_EQ(refusal({{}, {1}}, {{}, {-0.5}}), "weights[1][0] is -0.5; a weight is finite and 0 or more.");
  EXPECT_EQ(refusal({{1}}, {{std::numeric_limits<double>::infinity()}}),
            "weights[0][0] is inf; a weight is finite and 0 or more.");
  EXPECT_EQ(refusal({{0.1}}, {{1}}, "float32"),
            "values[0][0] is 0.1, which is no value of the input format float32.");
  EXPECT_EQ(refusal({{1}}, {{0.1}}, "float32"),
            "weights[0][0] is 0.1, which is no value of the input format float32.");
}

const Rational kU = power_of_two(-24);
const Rational kHalfEta = power_of_two(-150);

TEST(WeightedMean, AllowsWhatTheReadmeDerives) {
  // n = 3 items, W = 4, A = 1 + 4 + 6 = 11, M = 6: u((4n + 4)·A/W + (n + 5)·M)/(1 - (4n + 4)u), underflow
  // 4n + 2A + 2nM + WM + 2n/W.
  // In a running mean underflow may add 2n/w_min, which meets (n + 5)u like M.
  const Rational greatest = 6 + kHalfEta * 6;
  const Rational relative = kU * (16 * Rational(11, 4) + 8 * greatest) / (1 - 16 * kU);
  const Rational underflow = kHalfEta * (12 + 22 + 36 + 24 + Rational(6, 4));
  EXPECT_THAT(allowance({{1, 2}, {6}}, {{1, 2}, {1}}, "float32").bounds,
              testing::ElementsAre(Rational(relative + underflow)));
  // Sums first: (2n + 3)·A/W; divided once: 2n·A/W.
  const Rational sum_underflow = kHalfEta * (12 + 11 + 36 + Rational(6, 4));
  EXPECT_THAT(allowance({{1, 2}, {6}}, {{1, 2}, {1}}, "float32,order=sum").bounds,
              testing::ElementsAre(Rational(kU * 9 * Rational(11, 4) / (1 - 9 * kU) + sum_underflow)));
  EXPECT_THAT(allowance({{1, 2}, {6}}, {{1, 2}, {1}}, "float32,order=sequential").bounds,
              testing::ElementsAre(Rational(kU * 6 * Rational(11, 4) / (1 - 6 * kU) + sum_underflow)));
}

TEST(WeightedMean, CountsTheUnderflowOfAMeanOnItsWay) {
  // -2^-20·2^-20 is rounded away from 0 to 2^-27 in a format of 8 bits down to 2^-20, and divided by the
  // weight 2^-20 it is 2^-7 instead of 2^-20: m += (w·x - w·m)/W was outside a bound that knew of W alone.
  constexpr FloatFormat kFormat{8, -20, 20, "toy"};
  const rounding::Arithmetic arithmetic{
      .input = &kFormat, .accumulator = &kFormat, .output = &kFormat, .rounding = Rounding::kStochastic};
  Allowance out;
  weighted_mean::allow(weighted_case({{-0x1p-20, 0x1p-20}}, {{0x1p-20, 1.75}}), arithmetic, out);
  // m = -2^-7; w·m = 1.75·2^-7; w·x - w·m = 1.75·2^-7 up to an ULP of 2^-14; that ULP divided by 1.75.
  EXPECT_GE(out.bounds.at(0), power_of_two(-15));
}

TEST(WeightedMean, CountsItemsWithAWeightWhereItSumsFirst) {
  const Rational sum_underflow = kHalfEta * (4 * 4 + 11 + 2 * 4 * 6 + Rational(8, 4));
  EXPECT_THAT(allowance({{1, 2}, {6, 5}}, {{1, 2}, {1, 0}}, "float32,order=sum").bounds,
              testing::ElementsAre(Rational(kU * 9 * Rational(11, 4) / (1 - 9 * kU) + sum_underflow)));
}

TEST(WeightedMean, AllowsCastsOfValuesAndWeights) {
  const Rational greatest = 6 + kHalfEta * 6;
  const Rational relative =
      (kU * (16 * Rational(11, 4) + 8 * greatest + 3 * Rational(11, 4)) + 3 * kHalfEta) / (1 - 19 * kU);
  const Rational underflow = kHalfEta * (12 + 22 + 36 + 24 + Rational(6, 4));
  EXPECT_THAT(allowance({{1, 2}, {6}}, {{1, 2}, {1}}, "float64,accumulator=float32,output=float64").bounds,
              testing::ElementsAre(Rational(relative + underflow)));
}

TEST(WeightedMean, AllowsNothingWithoutWeight) {
  EXPECT_THAT(allowance({{1e300}}, {{0}}, "float64").bounds, testing::ElementsAre(0));
  EXPECT_THAT(allowance({}, {}, "float16").bounds, testing::ElementsAre(0));
}

TEST(WeightedMean, DoesNotJudgeWhatSomeOrderMayOverflow) {
  EXPECT_THAT(allowance({{300}}, {{300}}, "float16").unjudged, StartsWith("overflow"));
  EXPECT_THAT(allowance({{0, 0}}, {{60000, 60000}}, "float16").unjudged, StartsWith("overflow"));
  // Its cast is infinite, and 0 times infinity is NaN.
  EXPECT_THAT(allowance({{1, 1e300}}, {{1, 0}}, "float64,accumulator=float32").unjudged,
              StartsWith("overflow"));
  // The reciprocal of the total, and in a running mean that of the first weight.
  EXPECT_THAT(allowance({{1}}, {{0x1p-20}}, "float16").unjudged, StartsWith("overflow"));
  EXPECT_THAT(allowance({{1, 1}}, {{0x1p-20, 1}}, "float16").unjudged, StartsWith("overflow"));
  EXPECT_EQ(allowance({{1, 1}}, {{0x1p-20, 1}}, "float16,order=sum").unjudged, "");
  EXPECT_EQ(allowance({{1}}, {{0x1p-20}}, "float16,order=sequential").unjudged, "");
}

TEST(WeightedMean, DoesNotJudgeWhereWeightsMayBeLost) {
  const Matrix tiny = {{0x1p-130, 0x1p-127}};
  EXPECT_THAT(allowance({{1, 2}}, tiny, "float32,ftz").unjudged, HasSubstr("weights near the least normal"));
  EXPECT_THAT(allowance({{1, 2}}, tiny, "float32,order=sum").unjudged, "");
  // A lost weight matters little beside one of 1: 2λn/W·M more.
  EXPECT_EQ(allowance({{1, 2}}, {{0x1p-130, 1}}, "float32,ftz,order=sum").unjudged, "");
}

TEST(WeightedMean, SettlesWeightsThatHaveAUnit) {
  const Profile profile;
  const auto settle = [&](const Matrix& values, const Matrix& weights, double answer) {
    return weighted_mean::settle(weighted_case(values, weights), profile, std::vector<double>{answer});
  };
  EXPECT_EQ(settle({{1, 2}, {6}}, {{1, 2}, {1}}, 2.75), 0.0);
  EXPECT_EQ(settle({{1, 2}, {6}}, {{1, 2}, {1}}, 2.76), std::nullopt);
  EXPECT_EQ(settle({{3}, {9}}, {{0x1p-21}, {0x1p-22}}, 5), 0.0);
  EXPECT_TRUE(settle({{3}, {1}}, {{0.1}, {0.2}}, 5.0 / 3).has_value());
  EXPECT_EQ(settle({{3}}, {{0}}, 0), 0.0);
  EXPECT_EQ(settle({{3}}, {{0}}, 3), std::nullopt);
  EXPECT_EQ(settle({{3, 3}}, {{1e300, 1e-300}}, 3), std::nullopt);
  EXPECT_EQ(weighted_mean::settle(weighted_case({{1}}, {{1}}), profile, std::vector<double>{}), std::nullopt);
}

}  // namespace
}  // namespace gradvet
