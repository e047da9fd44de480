#include "oracles/rounding_bound.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "oracles/rational.hpp"

// Every expected bound is written out by hand from the formulas of oracles/README.md.

namespace gradvet::rounding {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

/// n = 2, A = 14, N = 4, M = 4, value 14/4: [[2], [12]] with counts [1, 3].
Facts two_rows() {
  Facts facts;
  facts.rows = 2;
  facts.nonzero = 2;
  facts.value = Rational(7, 2);
  facts.absolute = 14;
  facts.total = 4;
  facts.greatest = 4;
  return facts;
}

Allowance allowance(const Facts& facts, std::string_view profile, const Coefficients& with = kVectorMean) {
  Allowance out;
  append_bound(facts, with, arithmetic_of(*parse_profile(profile)), out);
  return out;
}

const Rational kU32 = power_of_two(-24);
const Rational kHalfEta32 = power_of_two(-150);
/// (9·14/4 + 5·4)·u/(1 - 9u) with u of float32, and its underflow (η/2)(4·2 + 2·14 + 2·2·4 + 4·4); where it
/// sums first (η/2)(4·2 + 14 + 2·2·4).
const Rational kDefault32 = kU32 * Rational(103, 2) / (1 - 9 * kU32);
const Rational kUnderflow32 = kHalfEta32 * 68;
const Rational kSumUnderflow32 = kHalfEta32 * 38;

TEST(RoundingBound, IsTheDefaultOne) {
  EXPECT_THAT(allowance(two_rows(), "float32").bounds, ElementsAre(Rational(kDefault32 + kUnderflow32)));
}

TEST(RoundingBound, FollowsTheCoefficientsOfTheContract) {
  // weighted-mean: (4n + 4)·A/W + (n + 5)·M, κ = 12.
  constexpr Coefficients kWeighted{.rows = 4, .constant = 4, .greatest_rows = 1, .greatest = 5};
  EXPECT_THAT(allowance(two_rows(), "float32", kWeighted).bounds,
              ElementsAre(Rational(kU32 * (42 + 28) / (1 - 12 * kU32) + kUnderflow32)));
}

TEST(RoundingBound, AddsTheCastOfTheResult) {
  const Rational inner = kDefault32 + kUnderflow32;
  EXPECT_THAT(
      allowance(two_rows(), "bf16-acc32").bounds,
      ElementsAre(Rational(inner + power_of_two(-8) * (Rational(7, 2) + inner) + power_of_two(-134))));
}

TEST(RoundingBound, AddsNothingForAWiderResult) {
  EXPECT_THAT(allowance(two_rows(), "float32,output=float64").bounds,
              ElementsAre(Rational(kDefault32 + kUnderflow32)));
}

TEST(RoundingBound, AddsTheCastOfInputsThatTheAccumulatorLacks) {
  // u·A/N inside the second-order factor, and n·η/2 with it.
  const Rational cast = kU32 * (Rational(103, 2) + Rational(7, 2)) + 2 * kHalfEta32;
  EXPECT_THAT(allowance(two_rows(), "float64,accumulator=float32,output=float64,counts=float64").bounds,
              ElementsAre(Rational(cast / (1 - 10 * kU32) + kUnderflow32)));
}

TEST(RoundingBound, DoublesTheUnitOfStochasticRounding) {
  const Rational u = 2 * kU32;
  EXPECT_THAT(allowance(two_rows(), "float32,rounding=stochastic").bounds,
              ElementsAre(Rational(u * Rational(103, 2) / (1 - 9 * u) + 2 * kUnderflow32)));
}

TEST(RoundingBound, AllowsTheLeastNormalWhereSubnormalsAreFlushed) {
  EXPECT_THAT(allowance(two_rows(), "float32,ftz").bounds,
              ElementsAre(Rational(kDefault32 + power_of_two(-126) * (68 + 2 + 2))));
}

TEST(RoundingBound, AllowsTheCastAloneAfterExactSums) {
  EXPECT_THAT(allowance(two_rows(), "float32,accumulator=exact").bounds,
              ElementsAre(Rational(kU32 * Rational(7, 2) + kHalfEta32)));
}

TEST(RoundingBound, AddsTheRoundingOfCountsWhereTheirFormatLacksThem) {
  Facts facts = two_rows();
  facts.counts = Counts::kRounded;
  // u_c(3·A/N + 2M), and 8u_c in the second order; where the form sums first u_c·2·A/N.
  const Rational coarse = power_of_two(-8);
  EXPECT_THAT(allowance(facts, "float32,counts=bfloat16").bounds,
              ElementsAre(Rational((kU32 * Rational(103, 2) + coarse * (Rational(21, 2) + 8)) /
                                       (1 - 9 * kU32 - 8 * coarse) +
                                   kUnderflow32)));
  EXPECT_THAT(
      allowance(facts, "float32,order=sum").bounds,
      ElementsAre(Rational(kU32 * Rational(7, 2) * (6 + 2) / (1 - (6 + 8) * kU32) + kSumUnderflow32)));
}

TEST(RoundingBound, AddsTheRoundingsOfScalesOnlyWhereTheirFormatIsCoarser) {
  const Rational inner = kU32 * (Rational(77, 2) + 20);
  EXPECT_THAT(allowance(two_rows(), "float32", kUnscaledMean).bounds,
              ElementsAre(Rational(inner / (1 - 11 * kU32) + kUnderflow32)));
  const Rational coarse = power_of_two(-8);
  // A scale and its reciprocal, both rounded to the format of the scales.
  EXPECT_THAT(allowance(two_rows(), "float32,scales=bfloat16", kUnscaledMean).bounds,
              ElementsAre(Rational((inner + 2 * coarse * Rational(7, 2)) / (1 - 11 * kU32 - 2 * coarse) +
                                   kUnderflow32)));
  // Where it divides once, the scale alone: u·3·A/N, u_s·A/N.
  EXPECT_THAT(allowance(two_rows(), "float32,scales=bfloat16,order=sequential", kUnscaledMean).bounds,
              ElementsAre(Rational((3 * kU32 + coarse) * Rational(7, 2) / (1 - 3 * kU32 - coarse) +
                                   kSumUnderflow32)));
  // Every time that an accumulator is rescaled, the ratio is rounded: (3·5 + 5)·u·A/N, 5·u_s·A/N.
  Facts facts = two_rows();
  facts.rows = 5;
  EXPECT_THAT(
      allowance(facts, "float32,scales=bfloat16", kUnscaledMean).bounds,
      ElementsAre(Rational((kU32 * (70 + 20) + 5 * coarse * Rational(7, 2)) / (1 - 20 * kU32 - 5 * coarse) +
                           kHalfEta32 * (20 + 28 + 40 + 16))));
}

TEST(RoundingBound, DoesNotJudgeWhereRoundedScalesAreAllOfTheError) {
  Facts facts = two_rows();
  facts.rows = 128;  // each a ratio in bfloat16: 128·2^-8
  EXPECT_THAT(allowance(facts, "float32,scales=bfloat16", kUnscaledMean).unjudged, StartsWith("roundoff"));
  EXPECT_EQ(least_allowance(128, kUnscaledMean, arithmetic_of(*parse_profile("float32,scales=bfloat16"))),
            std::nullopt);
  facts.rows = 100;
  EXPECT_EQ(allowance(facts, "float32,scales=bfloat16", kUnscaledMean).unjudged, "");
}

TEST(RoundingBound, WeighsTheErrorsOfInputs) {
  Facts facts = two_rows();
  facts.input_weight = 8;  // a scale of 1/8
  // Flushed inputs: 8 for each of two rows, and 1 for each addition.
  EXPECT_THAT(allowance(facts, "float32,ftz").bounds,
              ElementsAre(Rational(kDefault32 + power_of_two(-126) * (68 + 2 + 16))));
  const Rational cast = kU32 * (Rational(103, 2) + Rational(7, 2)) + 2 * 8 * kHalfEta32;
  EXPECT_THAT(allowance(facts, "float64,accumulator=float32,output=float64,counts=float64").bounds,
              ElementsAre(Rational(cast / (1 - 10 * kU32) + kUnderflow32)));
}

TEST(RoundingBound, IsTheDistanceOfTheNearestWhereThatIsDeclared) {
  Facts facts = two_rows();
  EXPECT_THAT(allowance(facts, "float32,order=correctly-rounded").bounds, ElementsAre(0));
  // 1/3 in bfloat16 is 0.01010101 1 (binary) = 171/512, by long division: 171/512 - 1/3 = 1/1536.
  facts.value = Rational(1, 3);
  EXPECT_THAT(allowance(facts, "bfloat16,order=correctly-rounded").bounds, ElementsAre(Rational(1, 1536)));
}

TEST(RoundingBound, IsZeroForExactResults) {
  EXPECT_THAT(allowance(two_rows(), "exact").bounds, ElementsAre(0));
  EXPECT_THAT(allowance(two_rows(), "float32,output=exact").bounds, ElementsAre(0));
}

TEST(RoundingBound, StopsAtTheFirstUnjudgedCoordinate) {
  Allowance out;
  Facts facts = two_rows();
  const Arithmetic arithmetic = arithmetic_of(*parse_profile("float16"));
  append_bound(facts, kVectorMean, arithmetic, out);
  facts.absolute = 70000;
  append_bound(facts, kVectorMean, arithmetic, out);
  const std::string why = out.unjudged;
  EXPECT_THAT(why, StartsWith("overflow"));
  append_bound(two_rows(), kVectorMean, arithmetic, out);
  EXPECT_EQ(out.unjudged, why);
  EXPECT_EQ(out.bounds.size(), 1U);
}

TEST(RoundingBound, ChecksEveryMagnitudeForOverflow) {
  Facts reach = two_rows();
  reach.reach = 70000;
  EXPECT_THAT(allowance(reach, "float16").unjudged, StartsWith("overflow: an intermediate value"));
  Facts side = two_rows();
  side.side_reach = power_of_two(200);
  EXPECT_THAT(allowance(side, "float16").unjudged, StartsWith("overflow: a product or quotient"));
  EXPECT_THAT(allowance(side, "float64").unjudged, IsEmpty());
  Facts result = two_rows();
  result.value = 70000;
  EXPECT_THAT(allowance(result, "f16-acc32").unjudged, StartsWith("overflow: the result"));
  EXPECT_THAT(allowance(result, "float16,order=correctly-rounded").unjudged,
              StartsWith("overflow: the result"));
}

TEST(PresentedError, FollowsTheRecurrence) {
  // [2], [12] with counts 1, 3 in bfloat16: E_1 = (1+u)·12u, then P_1 = 2, P_2 = 14, n/N = 3:
  // E_2 = (1+u)(E_1 + u[72 + 2(2 + E_1) + 14 + E_1 + 15(2 + E_1)]).
  const Arithmetic arithmetic = arithmetic_of(*parse_profile("bfloat16"));
  const std::vector<Rational> terms{2, 12};
  const Rational u = power_of_two(-8);
  const Rational first = (1 + u) * 12 * u;
  const Rational second = (1 + u) * (first + u * (72 + 2 * (2 + first) + 14 + first + 15 * (2 + first)));
  const Rational error = presented_error(terms, std::array<std::int64_t, 2>{1, 3}, kVectorMean, arithmetic);
  EXPECT_GE(error, second);
  EXPECT_LE(error, second * (1 + power_of_two(-60)));
}

TEST(RoundingBound, OfUsualFormsIsTheGreaterOfSumsAndRunningMeans) {
  Facts facts = two_rows();
  facts.presented_error = 0;
  EXPECT_THAT(allowance(facts, "float32").bounds,
              ElementsAre(Rational(kU32 * 6 * Rational(7, 2) / (1 - 9 * kU32) + kUnderflow32)));
  facts.presented_error = 160 * kU32;  // /N: 40u, between 6·7/2 and 9·7/2 + 5·4
  EXPECT_THAT(allowance(facts, "float32").bounds,
              ElementsAre(Rational(kU32 * 40 / (1 - 9 * kU32) + kUnderflow32)));
  facts.presented_error = 1;
  EXPECT_THAT(allowance(facts, "float32").bounds, ElementsAre(Rational(kDefault32 + kUnderflow32)));
}

Counts exactness(std::initializer_list<std::int64_t> counts, std::int64_t total, std::string_view profile) {
  return exactness_of(std::vector<std::int64_t>(counts), total, arithmetic_of(*parse_profile(profile)));
}

TEST(ExactnessOf, AsksWhetherTheFormatHoldsCountsAndTotalWhereSumsComeFirst) {
  const std::int64_t odd = (1 << 24) + 1;
  EXPECT_EQ(exactness({odd}, odd, "float64,order=sum"), Counts::kExact);
  EXPECT_EQ(exactness({odd}, odd, "float32,order=sum"), Counts::kRounded);
  EXPECT_EQ(exactness({odd - 2, 2}, odd, "float32,order=sum"), Counts::kRounded);
  EXPECT_EQ(exactness({256, 1}, 257, "float32,counts=bfloat16,order=sum"), Counts::kRounded);
  EXPECT_EQ(exactness({256, 1, 255}, 512, "float32,counts=bfloat16,order=sum"), Counts::kExact);
  EXPECT_EQ(exactness({200}, INT64_MAX, "float64,order=sum"), Counts::kRounded);
  EXPECT_EQ(exactness({200}, INT64_MAX, "exact"), Counts::kExact);
}

TEST(ExactnessOf, AsksForEveryPartialTotalWhereARunningMeanIsHonest) {
  // 256 + 1 is no bfloat16, although 256, 1, 255 and their total are.
  EXPECT_EQ(exactness({256, 1, 255}, 512, "float32,counts=bfloat16"), Counts::kRounded);
  EXPECT_EQ(exactness({200, 56}, 256, "float32,counts=bfloat16"), Counts::kExact);
  EXPECT_EQ(exactness({512, 8, 504}, 1024, "float32,counts=bfloat16"), Counts::kExact);
  EXPECT_EQ(exactness({1 << 24, 1, (1 << 24) - 1}, 1 << 25, "float32"), Counts::kRounded);
  EXPECT_EQ(exactness({1 << 16, 1 << 16}, 1 << 17, "float16,counts=float16"), Counts::kRounded);
  EXPECT_EQ(exactness({0, 0}, 0, "float32"), Counts::kExact);
}

}  // namespace
}  // namespace gradvet::rounding
