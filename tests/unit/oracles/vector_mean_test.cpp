#include "oracles/vector_mean.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "oracles/rational.hpp"
#include "tests/unit/oracles/made_cases.hpp"

namespace gradvet {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<Rational> mean(const Case& input) {
  ExactAnswer out;
  out.shape = AnswerShape::kScalar;
  out.numbers.assign(7, Rational(1));
  vector_mean::expect(input, out);
  EXPECT_EQ(out.shape, AnswerShape::kList);
  EXPECT_THAT(out.rows, IsEmpty());
  return out.numbers;
}

std::string refusal(const Case& input, std::string_view profile = "float64") {
  return vector_mean::refuse(input, *parse_profile(profile)).value_or("");
}

Allowance allowance(const Case& input, std::string_view profile) {
  Allowance out;
  vector_mean::allow(input, *parse_profile(profile), out);
  return out;
}

TEST(VectorMean, GivesThePublishedFixtures) {
  EXPECT_THAT(mean(vectors_case({{2, 4}, {12, 8}}, {1, 3})), ElementsAre(Rational(7, 2), 3));
  EXPECT_THAT(mean(vectors_case({{5, 7}}, {1})), ElementsAre(5, 7));
  EXPECT_THAT(mean(vectors_case({}, {})), IsEmpty());
  EXPECT_THAT(mean(vectors_case({{0, 2}, {8, 4}}, {1, 3})), ElementsAre(2, Rational(3, 2)));
  EXPECT_THAT(mean(vectors_case({{8}, {2}}, {4, 1})), ElementsAre(2));
  EXPECT_THAT(mean(vectors_case({{1}, {6}, {8}}, {1, 2, 4})), ElementsAre(Rational(15, 7)));
  EXPECT_THAT(mean(vectors_case({{4, 8}, {2, 4}}, {2, 1})), ElementsAre(2, 4));
}

TEST(VectorMean, IsEmptyForRowsWithoutCoordinates) {
  EXPECT_THAT(mean(vectors_case({{}, {}}, {1, 2})), IsEmpty());
}

TEST(VectorMean, IsEmptyWithoutRowsWhateverTheWidth) {
  Case input;
  input.append(kVectors, 0, 3);
  input.append(kExampleCounts, 0, 1);
  EXPECT_THAT(mean(input), IsEmpty());
  EXPECT_EQ(refusal(input), "");
  EXPECT_THAT(allowance(input, "float32").bounds, IsEmpty());
  EXPECT_EQ(vector_mean::settle(input, Profile{}, {}), 0.0);
}

TEST(VectorMean, LosesNothingInAnyIntegerWidth) {
  // The small term would vanish in float64; the spans ask for 128, 256 and more bits.
  for (const double large : {0x1p60, 0x1p150, 0x1p900}) {
    const Case input = vectors_case({{large}, {1}, {-large}}, {1, 1, 1});
    EXPECT_THAT(mean(input), ElementsAre(Rational(1, 3)));
  }
  EXPECT_THAT(mean(vectors_case({{0x1p1000}, {0x1p-1074}}, {1, 1})),
              ElementsAre(Rational(power_of_two(999) + power_of_two(-1075))));
}

TEST(VectorMean, AgreesWithFractionsAddedOneByOne) {
  std::mt19937_64 words(1);
  for (int i = 0; i < 3000; ++i) {
    const int spread = static_cast<int>(words() % 4) * 90 + 2;
    Matrix rows(1 + words() % 6, std::vector<double>(1 + words() % 3));
    std::vector<std::int64_t> counts(rows.size());
    std::int64_t total = 0;
    for (std::size_t row = 0; row < rows.size(); ++row) {
      total += counts[row] = 1 + static_cast<std::int64_t>(words() >> (11 + words() % 50));
      for (double& value : rows[row])
        value = words() % 5 == 0
                    ? 0.0
                    : std::ldexp(static_cast<double>(static_cast<std::int64_t>(words())),
                                 static_cast<int>(words() % static_cast<unsigned>(spread)) - spread);
    }
    const std::vector<Rational> result = mean(vectors_case(rows, counts));
    for (std::size_t j = 0; j < rows[0].size(); ++j) {
      Rational sum = 0;
      for (const auto& row : rows) sum += exact(row[j]);
      ASSERT_EQ(result[j], Rational(sum / total));
    }
  }
}

TEST(VectorMean, AcceptsItsDomain) {
  EXPECT_EQ(refusal(vectors_case({}, {})), "");
  EXPECT_EQ(refusal(vectors_case({{}, {}}, {1, 0})), "");
  EXPECT_EQ(refusal(vectors_case({{0, -0.0}, {1, 2}}, {0, 1})), "");
  EXPECT_EQ(refusal(vectors_case({{0.5}}, {(std::int64_t{1} << 53) - 1}), "bfloat16"), "");
}

TEST(VectorMean, RefusesShapesThatDisagree) {
  EXPECT_THAT(refusal(vectors_case({{1}, {2}}, {1})),
              HasSubstr("gradient_vectors has 2 and example_counts has 1"));
}

TEST(VectorMean, RefusesValuesThatAreNotOfTheInputFormat) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_THAT(refusal(vectors_case({{1, infinity}}, {1})), HasSubstr("gradient_vectors[0][1] is inf"));
  EXPECT_THAT(refusal(vectors_case({{1}, {std::nan("")}}, {1, 1})),
              HasSubstr("gradient_vectors[1][0] is nan"));
  EXPECT_THAT(refusal(vectors_case({{0.1}}, {1}), "float32"),
              HasSubstr("is 0.1, which is no value of the input "
                        "format float32"));
  EXPECT_EQ(refusal(vectors_case({{0.1}}, {1}), "exact"), "");
}

TEST(VectorMean, RefusesCountsOutsideTheDomain) {
  const std::int64_t largest = (std::int64_t{1} << 53) - 1;
  EXPECT_THAT(refusal(vectors_case({{1}, {1}}, {1, -2})), HasSubstr("example_counts[1] is -2"));
  EXPECT_THAT(refusal(vectors_case({{1}}, {largest + 1})), HasSubstr("is 9007199254740992"));
  EXPECT_THAT(refusal(vectors_case({{0}, {0}}, {0, 0})), HasSubstr("total of example_counts is 0"));
  EXPECT_THAT(refusal(vectors_case({{}}, {0})), HasSubstr("total of example_counts is 0"));
  EXPECT_THAT(refusal(vectors_case(Matrix(1025, {0.0}), std::vector<std::int64_t>(1025, largest))),
              HasSubstr("2^63"));
}

TEST(VectorMean, RefusesAGradientWithoutExamples) {
  EXPECT_THAT(refusal(vectors_case({{0, 2.5}, {1, 1}}, {0, 1})),
              HasSubstr("example_counts[0] is 0 but gradient_vectors[0][1] is 2.5"));
}

TEST(VectorMean, AllowsByTheDefaultBound) {
  // n = 2, A = 14, N = 4, M = max(2/1, 12/3) = 4, κ = 9: u(9·14/4 + 5·4)/(1 - 9u) + (η/2)(8 + 28 + 16 + 16).
  const Allowance out = allowance(vectors_case({{2}, {12}}, {1, 3}), "float64");
  const Rational u = power_of_two(-53);
  const Rational expected = u * Rational(103, 2) / (1 - 9 * u) + power_of_two(-1075) * 68;
  EXPECT_EQ(out.unjudged, "");
  EXPECT_THAT(out.bounds, ElementsAre(expected));
}

TEST(VectorMean, TakesTheGreatestMeanOfWhatIsCounted) {
  // M = |-6|/2 = 3, not 8/4; the zero row rounds in a running mean, so n = 3. A = 14, N = 7, κ = 12.
  const Allowance out = allowance(vectors_case({{8}, {-6}, {0}}, {4, 2, 1}), "float32");
  const Rational u = power_of_two(-24);
  EXPECT_THAT(out.bounds, ElementsAre(Rational(u * (12 * 2 + 15) / (1 - 12 * u) +
                                               power_of_two(-150) * (12 + 28 + 18 + 21))));
}

TEST(VectorMean, AllowsLessWhereItSumsFirst) {
  const Case input = vectors_case({{2}, {12}, {0}}, {1, 2, 1});
  const Rational mean_of_magnitudes(7, 2);
  const Rational u = power_of_two(-53);
  const Rational underflow = power_of_two(-1075) * (12 + 14 + 36);
  EXPECT_THAT(allowance(input, "float64,order=sum").bounds,
              ElementsAre(Rational(6 * u * mean_of_magnitudes / (1 - 6 * u) + underflow)));
  EXPECT_THAT(allowance(input, "float64,order=sum-then-divide").bounds,
              ElementsAre(Rational(2 * u * mean_of_magnitudes / (1 - 2 * u) + underflow)));
}

TEST(VectorMean, AllowsWhatTheReciprocalOfTheTotalLosesToUnderflow) {
  // Found by bench_adversary: m += (S·(1/n) - m)·(n·(1/N)) in float16 with flushed subnormals. 1/17192 is
  // flushed to 0, so that m stays at the mean of the first microbatch: 0x1.0ecp7 / 1027.
  const Case input = vectors_case({{0x1.0ecp+7}, {-0x1.0cp-8}, {0x1p-23}}, {1027, 5, 16160});
  const Allowance out = allowance(input, "float16,ftz");
  EXPECT_LE(abs(exact(0x1.0ecp+7) / 1027 - mean(input)[0]), out.bounds[0]);
}

TEST(VectorMean, AllowsForPartialTotalsThatTheCountsFormatLacks) {
  // Found by bench_adversary: counts 1, 256, 1 and the total 258 are bfloat16, 257 is not. m += (S - n·m)/N
  // with fused product and difference leaves 1/256 of the first mean where a larger count is all that N
  // holds.
  const Case input = vectors_case({{0x1.556e44p-32}, {0x1.d65006p-105}, {0x1.fp-145}}, {1, 256, 1});
  const float first = 0x1.556e44p-32F;
  const float second = first + std::fma(-first, 256.0F, 0x1.d65006p-105F) / 256.0F;
  const float third = second + std::fma(-second, 1.0F, 0x1.fp-145F) / 258.0F;
  const Allowance out = allowance(input, "float32,counts=bfloat16");
  EXPECT_LE(abs(exact(third) - mean(input)[0]), out.bounds[0]);
}

TEST(VectorMean, AllowsNothingForExactOutput) {
  EXPECT_THAT(allowance(vectors_case({{2, 1}, {12, 1}}, {1, 3}), "exact").bounds, ElementsAre(0, 0));
}

TEST(VectorMean, DoesNotJudgeWhatCouldOverflow) {
  const double largest = std::numeric_limits<double>::max();
  EXPECT_THAT(allowance(vectors_case({{largest}, {-largest}}, {1, 1}), "float64").unjudged,
              testing::StartsWith("overflow"));
  EXPECT_EQ(allowance(vectors_case({{largest / 4}, {-largest / 4}}, {1, 1}), "float64").unjudged, "");
  // n·mean inside a running mean: 40000 · 2 has no float16, though the sum and the mean have.
  EXPECT_THAT(allowance(vectors_case({{2}, {0}}, {1, 40000}), "float16").unjudged,
              testing::StartsWith("overflow"));
  EXPECT_EQ(allowance(vectors_case({{2}, {0}}, {1, 40000}), "float16,order=sum").unjudged, "");
}

TEST(VectorMean, CountsTheUnderflowOfAMeanThatIsMultiplied) {
  // Found in the soak run: 7/3701888 has 5 bits in float16 and is rounded up; times 2^35 it overflows in m +=
  // (S - n·m)/N, though 7/3701888·2^35 = 64974 does not.
  const Case input = vectors_case({{7}, {0}}, {3701888, 34359738368});
  EXPECT_THAT(allowance(input, "float16").unjudged, testing::StartsWith("overflow"));
  EXPECT_EQ(vector_mean::settle(input, *parse_profile("float16"), std::vector<double>{0.0}), std::nullopt);
  EXPECT_EQ(allowance(input, "bfloat16").unjudged, "");
}

TEST(VectorMean, DoesNotJudgeWhereErrorsOfSecondOrderRule) {
  const Matrix rows(42, {1.0});
  const std::vector<std::int64_t> counts(42, 1);
  EXPECT_THAT(allowance(vectors_case(rows, counts), "bfloat16").unjudged, testing::StartsWith("roundoff"));
  EXPECT_EQ(
      allowance(vectors_case({rows.begin() + 1, rows.end()}, {counts.begin() + 1, counts.end()}), "bfloat16")
          .unjudged,
      "");
}

}  // namespace
}  // namespace gradvet
