#include "oracles/unscaled_mean.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "oracles/float_format.hpp"
#include "oracles/rational.hpp"
#include "tests/unit/oracles/made_cases.hpp"

namespace gradvet {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

Rational mean(const Case& input) {
  ExactAnswer out;
  unscaled_mean::expect(input, out);
  EXPECT_EQ(out.shape, AnswerShape::kScalar);
  EXPECT_EQ(out.numbers.size(), 1U);
  return out.numbers.at(0);
}

std::string refusal(const Case& input, std::string_view profile = "float64") {
  return unscaled_mean::refuse(input, *parse_profile(profile)).value_or("");
}

Allowance allowance(const Case& input, std::string_view profile) {
  Allowance out;
  unscaled_mean::allow(input, *parse_profile(profile), out);
  return out;
}

TEST(UnscaledMean, GivesThePublishedFixtures) {
  EXPECT_EQ(mean(scaled_case({8, 24}, {4, 12}, {1, 3})), 1);
  EXPECT_EQ(mean(scaled_case({8, 16}, {4, 4}, {1, 3})), Rational(3, 2));
  EXPECT_EQ(mean(scaled_case({15}, {3}, {1})), 5);
  EXPECT_EQ(mean(scaled_case({}, {}, {})), 0);
  EXPECT_EQ(mean(scaled_case({0, 12}, {2, 6}, {1, 2})), Rational(2, 3));
  EXPECT_EQ(mean(scaled_case({6, 12}, {0, 6}, {1, 2})), Rational(2, 3));
  EXPECT_EQ(mean(scaled_case({12, 24}, {3, 6}, {2, 2})), 2);
}

TEST(UnscaledMean, IsZeroWhereEveryScaleIs) {
  const Case input = scaled_case({6, 12}, {0, 0}, {1, 2});
  EXPECT_EQ(mean(input), 0);
  EXPECT_THAT(allowance(input, "float32").bounds, ElementsAre(power_of_two(-150) * 8));
  EXPECT_EQ(unscaled_mean::settle(input, Profile{}, std::vector<double>{0.0}), 0.0);
}

TEST(UnscaledMean, AgreesWithFractionsAddedOneByOne) {
  std::mt19937_64 words(1);
  for (int i = 0; i < 3000; ++i) {
    const std::size_t rows = 1 + words() % 6;
    const unsigned span = words() % 2 == 0 ? 8 : 300;
    std::vector<double> sums(rows), scales(rows);
    std::vector<std::int64_t> counts(rows);
    Rational sum = 0;
    std::int64_t total = 0;
    for (std::size_t row = 0; row < rows; ++row) {
      sums[row] = std::ldexp(static_cast<double>(static_cast<std::int64_t>(words()) >> (words() % 64)),
                             static_cast<int>(words() % span));
      scales[row] =
          std::ldexp(static_cast<double>(words() >> (words() % 64)), -static_cast<int>(words() % span));
      if (words() % 8 == 0) scales[row] = 0;
      total += counts[row] = 1 + static_cast<std::int64_t>(words() % 1000);
      if (scales[row] > 0) sum += exact(sums[row]) / exact(scales[row]);
    }
    ASSERT_EQ(mean(scaled_case(sums, scales, counts)), Rational(sum / total));
  }
}

TEST(UnscaledMean, AcceptsItsDomain) {
  EXPECT_EQ(refusal(scaled_case({}, {}, {})), "");
  EXPECT_EQ(refusal(scaled_case({6, 12}, {0, 6}, {1, 2})), "");
  EXPECT_EQ(refusal(scaled_case({0, 12}, {2, 6}, {0, 2})), "");
  EXPECT_EQ(refusal(scaled_case({1}, {65536}, {1}), "float16"), "");  // a loss scale, held in float32
}

TEST(UnscaledMean, RefusesWhatLiesOutsideIt) {
  EXPECT_THAT(refusal(scaled_case({1, 2}, {1}, {1, 1})), HasSubstr("scaled_sums has 2 and scales has 1"));
  EXPECT_THAT(refusal(scaled_case({1, 2}, {1, 1}, {1})), HasSubstr("scaled_sums has 2 and counts has 1"));
  EXPECT_THAT(refusal(scaled_case({std::nan("")}, {1}, {1})), HasSubstr("scaled_sums[0] is nan"));
  EXPECT_THAT(refusal(scaled_case({65536}, {1}, {1}), "float16"), HasSubstr("scaled_sums[0] is 65536"));
  EXPECT_THAT(refusal(scaled_case({1}, {-0.5}, {1})), HasSubstr("scales[0] is -0.5"));
  EXPECT_THAT(refusal(scaled_case({1}, {std::numeric_limits<double>::infinity()}, {1})), HasSubstr("is inf"));
  EXPECT_THAT(refusal(scaled_case({1}, {0.1}, {1}), "float32"),
              HasSubstr("no value of the scales format float32"));
  EXPECT_THAT(refusal(scaled_case({1}, {1}, {-1})), HasSubstr("counts[0] is -1"));
  EXPECT_THAT(refusal(scaled_case({0}, {1}, {0})), HasSubstr("total of counts is 0"));
  EXPECT_THAT(refusal(scaled_case({3, 1}, {1, 1}, {0, 1})),
              HasSubstr("counts[0] is 0 but scaled_sums[0] is 3"));
}

TEST(UnscaledMean, AllowsByItsBound) {
  // n = 2: quotients 2 and 3, A = 5, N = 4, M = max(2/1, 3/3) = 2, Σ|a| = 26, least scale 4, greatest 6; κ
  // = 11. The scales' own format adds 2·η·(A/N)·(6/4).
  const Allowance out = allowance(scaled_case({8, 18}, {4, 6}, {1, 3}), "float64");
  const Rational u = power_of_two(-53);
  const Rational expected = u * (Rational(55, 4) + 10) / (1 - 11 * u) +
                            power_of_two(-1075) * (8 + 2 * 5 + 8 + 8 + 26 + 4) +
                            power_of_two(-1074) * 2 * Rational(5, 4) * Rational(3, 2);
  EXPECT_EQ(out.unjudged, "");
  EXPECT_THAT(out.bounds, ElementsAre(expected));
}

TEST(UnscaledMean, AllowsLessWhereItSumsFirst) {
  const Rational u = power_of_two(-53);
  EXPECT_THAT(
      allowance(scaled_case({8, 18}, {4, 6}, {1, 3}), "float64,order=sum").bounds,
      ElementsAre(Rational(7 * u * Rational(5, 4) / (1 - 7 * u) + power_of_two(-1075) * (8 + 5 + 8 + 26))));
}

TEST(UnscaledMean, AllowsNothingForAnEmptyWindow) {
  EXPECT_THAT(allowance(scaled_case({}, {}, {}), "bfloat16").bounds, ElementsAre(0));
}

TEST(UnscaledMean, SettlesAnEmptyWindowAtZeroAlone) {
  const Case input = scaled_case({}, {}, {});
  EXPECT_EQ(unscaled_mean::settle(input, Profile{}, std::vector<double>{0.0}), 0.0);
  EXPECT_EQ(unscaled_mean::settle(input, Profile{}, std::vector<double>{1.0}), std::nullopt);
  const Case zeros = scaled_case({0, 0}, {4, 2}, {1, 1});
  EXPECT_EQ(unscaled_mean::settle(zeros, Profile{}, std::vector<double>{-0.0}), 0.0);
  EXPECT_EQ(unscaled_mean::settle(zeros, Profile{}, std::vector<double>{0x1p-1074}), std::nullopt);
}

TEST(UnscaledMean, DoesNotSettleWhatIsNotJudged) {
  // 1/scale overflows although no sum is scaled back by it.
  const Case input = scaled_case({0, 0}, {0x1p-140, 0}, {8, 3});
  const Profile profile = *parse_profile("float32");
  EXPECT_THAT(allowance(input, "float32").unjudged, StartsWith("overflow"));
  EXPECT_EQ(unscaled_mean::settle(input, profile, std::vector<double>{0.0}), std::nullopt);
}

TEST(UnscaledMean, DoesNotJudgeAScaleThatIsFlushed) {
  const Case input = scaled_case({0x1p-100}, {0x1p-127}, {1});
  EXPECT_THAT(allowance(input, "float32,ftz").unjudged, StartsWith("overflow"));
  EXPECT_EQ(allowance(input, "float32").unjudged, "");
}

/// Each found by bench_adversary, and outside the bound before it was corrected.
TEST(UnscaledMean, AllowsWhatAnAdversaryFound) {
  const auto is_allowed = [](const Case& input, const char* profile, const Rational& answer) {
    ExactAnswer expected;
    unscaled_mean::expect(input, expected);
    return abs(answer - expected.numbers[0]) <= allowance(input, profile).bounds[0];
  };
  // A subnormal sum is flushed and weighs 1/s: -2^-15·0x1.fp0 / (0x1.08p-6).
  EXPECT_TRUE(is_allowed(scaled_case({-0x1.fp-15}, {0x1.08p-6}, {1}), "float16,order=sum,ftz", 0));
  // Reciprocal of a scale, both in bfloat16, then a product in float32.
  const Case coarse = scaled_case({0x1.dc293ap-5}, {0x1.3502aep+5}, {36352});
  const double scale = encode(0x1.3502aep+5, float_format(NumberFormat::kBfloat16));
  const double reciprocal = encode(1 / scale, float_format(NumberFormat::kBfloat16));
  const float answer = 0x1.dc293ap-5F * static_cast<float>(reciprocal) / 36352.0F;
  EXPECT_TRUE(is_allowed(coarse, "float32,scales=bfloat16", exact(answer)));
  EXPECT_TRUE(is_allowed(coarse, "float32,scales=bfloat16,order=sum", exact(answer)));
  EXPECT_FALSE(is_allowed(coarse, "float32,scales=bfloat16,order=sequential", exact(answer)));
}

TEST(UnscaledMean, DoesNotJudgeWhatCouldOverflow) {
  // 1/s, s·N, and an accumulator rescaled by the greatest scale.
  EXPECT_THAT(allowance(scaled_case({0x1p-1060}, {0x1p-1060}, {1}), "float64").unjudged,
              StartsWith("overflow"));
  EXPECT_THAT(allowance(scaled_case({1, 1}, {0x1p1000, 1}, {1, 1LL << 40}), "float64").unjudged,
              StartsWith("overflow"));
  EXPECT_THAT(allowance(scaled_case({60000, 1}, {1, 4096}, {1, 1}), "float16").unjudged,
              StartsWith("overflow"));
  EXPECT_EQ(allowance(scaled_case({60000, 1}, {1, 4096}, {1, 1}), "float16,order=sum").unjudged, "");
}

TEST(UnscaledMean, DoesNotJudgeWhereRoundedScalesRuleBesideAnExactAccumulator) {
  // 130 rescalings in bfloat16: 130·2^-8 is above one half.
  const std::vector<double> ones(130, 1.0);
  const Case input = scaled_case(ones, ones, std::vector<std::int64_t>(130, 1));
  const char* profile = "float32,accumulator=exact,scales=bfloat16";
  EXPECT_THAT(allowance(input, profile).unjudged,
              StartsWith("roundoff: 130 terms are too many for bfloat16"));
  EXPECT_EQ(unscaled_mean::settle(input, *parse_profile(profile), std::vector{1.0}), std::nullopt);
}

}  // namespace
}  // namespace gradvet
