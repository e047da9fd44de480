#include "oracles/clipped_mean.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "oracles/float_format.hpp"
#include "oracles/rational.hpp"
#include "oracles/settled_clipping.hpp"
#include "oracles/square_root.hpp"
#include "tests/unit/oracles/made_cases.hpp"

namespace gradvet {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<Rational> result(const Case& input) {
  ExactAnswer out;
  out.shape = AnswerShape::kScalar;
  out.numbers.assign(7, Rational(1));
  clipped_mean::expect(input, out);
  EXPECT_EQ(out.shape, AnswerShape::kList);
  EXPECT_THAT(out.rows, IsEmpty());
  return out.numbers;
}

std::string refusal(const Case& input, std::string_view profile = "float64") {
  return clipped_mean::refuse(input, *parse_profile(profile)).value_or("");
}

Allowance allowance(const Case& input, std::string_view profile) {
  Allowance out;
  clipped_mean::allow(input, *parse_profile(profile), out);
  return out;
}

TEST(ClippedMean, IsExactWhereTheNormIsAFraction) {
  EXPECT_THAT(result(clipped_case({{6, 8}, {3, 4}}, {2, 1}, {1, 1}, 2.5, 0)), ElementsAre(Rational(3, 2), 2));
  EXPECT_THAT(result(clipped_case({{12, 16}, {24, 32}}, {1, 3}, {4, 8}, 1.25, 0)),
              ElementsAre(Rational(3, 4), 1));
  EXPECT_THAT(result(clipped_case({{3, 4}}, {1}, {1}, 4, 3)), ElementsAre(Rational(3, 2), 2));
  EXPECT_THAT(result(clipped_case({{1}, {0}}, {1, 2}, {1, 1}, 0.25, 0)), ElementsAre(Rational(1, 4)));
  EXPECT_THAT(result(clipped_case({{2, 3, 6}}, {1}, {1}, 1, 0)),
              ElementsAre(Rational(2, 7), Rational(3, 7), Rational(6, 7)));
}

TEST(ClippedMean, IsTheMeanUpToTheLimit) {
  EXPECT_THAT(result(clipped_case({{3, 4}}, {1}, {1}, 5, 0)), ElementsAre(3, 4));
  EXPECT_THAT(result(clipped_case({{3, 4}}, {1}, {1}, 5.5, 0.5)), ElementsAre(3, 4));
  EXPECT_THAT(result(clipped_case({{3, 4}}, {1}, {1}, 5.5, 1)),
              ElementsAre(Rational(11, 4), Rational(11, 3)));
  EXPECT_THAT(result(clipped_case({{5}, {-5}}, {1, 1}, {1, 1}, 0.125, 0)), ElementsAre(0));
  EXPECT_THAT(result(clipped_case({}, {}, {}, 1, 0)), IsEmpty());
  EXPECT_THAT(result(clipped_case({{}, {}}, {1, 2}, {1, 1}, 1, 0)), IsEmpty());
}

/// From sixty digits of an independent computation.
TEST(ClippedMean, CutsARootOffFarBelowAnyRounding) {
  const std::vector<Rational> numbers =
      result(clipped_case({{2, 1, 4}, {1, 5, -1}}, {2, 3}, {2, 0.5}, 0.75, 0.125));
  const Rational scale(pow(Integer(10), 40));
  const std::vector<Rational> expected = {
      Rational(Integer("1948867800821075255103217218574785176095")) / scale,
      Rational(Integer("6821037302873763392861260265011748116334")) / scale, 0};
  ASSERT_EQ(numbers.size(), 3U);
  for (std::size_t j = 0; j < 3; ++j)
    EXPECT_LE(abs(numbers[j] - expected[j]), Rational(2, pow(Integer(10), 38))) << j;
}

TEST(ClippedMean, ScalesItsCutRootByPowersOfTwo) {
  const std::vector<Rational> numbers = result(clipped_case({{1, 1}, {1, -2}}, {2, 1}, {1, 2}, 0.125, 1e-6));
  const std::vector<Rational> eighth =
      result(clipped_case({{0.125, 0.125}, {0.125, -0.25}}, {2, 1}, {1, 2}, 0.015625, std::ldexp(1e-6, -3)));
  ASSERT_EQ(numbers.size(), 2U);
  for (std::size_t j = 0; j < 2; ++j) EXPECT_EQ(numbers[j], Rational(8 * eighth[j]));
}

TEST(ClippedMean, RefusesWhatIsOutsideItsDomain) {
  EXPECT_EQ(refusal(clipped_case({}, {}, {}, 1, 0)), "");
  EXPECT_EQ(refusal(clipped_case({{1}}, {1}, {0.5}, 0.1, 1e-6), "bfloat16"), "");
  EXPECT_THAT(refusal(clipped_case({{1}}, {1}, {}, 1, 0)),
              HasSubstr("gradient_vectors has 1 and scales has 0"));
  EXPECT_THAT(refusal(clipped_case({{1}}, {}, {1}, 1, 0)),
              HasSubstr("gradient_vectors has 1 and example_counts has 0"));
  EXPECT_EQ(refusal(clipped_case({{1}, {2}}, {1, 1}, {1, 0}, 1, 0)),
            "scales[1] is 0; here a scale is above 0.");
  EXPECT_THAT(refusal(clipped_case({{1}}, {1}, {-1}, 1, 0)), HasSubstr("scales[0] is -1"));
  EXPECT_EQ(refusal(clipped_case({{1}}, {1}, {1}, 0, 0)), "max_norm is 0; it is finite and above 0.");
  EXPECT_EQ(refusal(clipped_case({{1}}, {1}, {1}, std::nan(""), 0)),
            "max_norm is nan; it is finite and above 0.");
  EXPECT_EQ(refusal(clipped_case({{1}}, {1}, {1}, 1, -0.5)), "eps is -0.5; it is finite and 0 or more.");
  EXPECT_EQ(refusal(clipped_case({{1}}, {1}, {1}, 1, std::numeric_limits<double>::infinity())),
            "eps is inf; it is finite and 0 or more.");
  EXPECT_THAT(refusal(clipped_case({{1}}, {0}, {1}, 1, 0)), HasSubstr("the total of example_counts is 0"));
  EXPECT_THAT(refusal(clipped_case({{1}, {1}}, {0, 1}, {1, 1}, 1, 0)),
              HasSubstr("example_counts[0] is 0 but gradient_vectors[0][0] is 1"));
  EXPECT_THAT(refusal(clipped_case({{0.1}}, {1}, {1}, 1, 0), "float32"), HasSubstr("no value of the input"));
}

/// The bound of [[2]], count 1, scale 1, max_norm 1, eps 0 in float32, written out from oracles/README.md:
/// the clipped mean is 1, the mean itself may be off by B.
TEST(ClippedMean, AllowsWhatTheReadmeDerives) {
  const Rational u = power_of_two(-24), h = power_of_two(-150);
  const Rational mean_error = u * (8 * 2 + 5 * 2) / (1 - 8 * u) + h * (4 + 2 + 4 + 2 + 2 + 2 + 2);
  const Rational relative = u * Rational(17, 2) + 3 * h;
  const Rational lost = square_root(2 * h).value;
  const Rational longest = (2 + mean_error) / (1 - relative) + lost;
  const Rational shortest = (2 - mean_error) * (1 - relative) - lost;
  const Rational up = (1 + u) / shortest / (1 - 5 * u) - Rational(1, 2);
  const Rational down = Rational(1, 2) - (1 - u) / longest * (1 - 5 * u);
  const Rational moved = std::max(up, down);
  const Rational bound = mean_error / 2 + (2 + mean_error) * moved +
                         (Rational(1, 2) + moved) * (2 + mean_error) * 3 * u / (1 - 3 * u);
  const std::vector<Rational> given = allowance(clipped_case({{2}}, {1}, {1}, 1, 0), "float32").bounds;
  ASSERT_EQ(given.size(), 1U);
  EXPECT_GE(given[0], bound);
  EXPECT_LE(given[0], Rational(bound * (1 + power_of_two(-25)))) << "but for what underflows";
}

TEST(ClippedMean, AllowsNoMoreThanAMeanWhereNothingIsNearTheLimit) {
  const Case far = clipped_case({{3, 4}}, {1}, {1}, 100, 0);
  const Case near = clipped_case({{3, 4}}, {1}, {1}, 5, 0);
  const auto far_bounds = allowance(far, "float32").bounds;
  const auto near_bounds = allowance(near, "float32").bounds;
  ASSERT_EQ(far_bounds.size(), 2U);
  EXPECT_LT(2 * far_bounds[0], near_bounds[0] + far_bounds[0]);
  EXPECT_LE(far_bounds[0], power_of_two(-24) * 3 * 17);
}

TEST(ClippedMean, JudgesNoNormThatMayOverflow) {
  const auto unjudged = [](double gradient, double max_norm, double eps) {
    return allowance(clipped_case({{gradient}}, {1}, {1}, max_norm, eps), "float16").unjudged;
  };
  EXPECT_EQ(unjudged(64, 1, 0), "");
  EXPECT_THAT(unjudged(256, 1, 0), HasSubstr("overflow"));
  EXPECT_THAT(unjudged(1, 1, 65504), HasSubstr("overflow"));
  EXPECT_EQ(unjudged(1, 1e30, 0), "") << "not clipped, however max_norm is held";
  EXPECT_THAT(allowance(clipped_case({std::vector<double>(300, 1.0)}, {1}, {1}, 1, 0), "bfloat16").unjudged,
              HasSubstr("roundoff: 300 coordinates are too many for bfloat16"));
}

TEST(ClippedMean, FindsSumsTooLongWithoutFractionsOnlyWhereTheyAre) {
  const auto is_too_long = [](const Matrix& rows, const std::vector<double>& scales) {
    const Case input = clipped_case(rows, std::vector<std::int64_t>(rows.size(), 1), scales, 1, 0);
    const ScaledColumn first{{input.reals(0).data(), rows.size(), input.width()}, scales, input.integers(1)};
    return is_surely_too_long({first, input.width(), 1, 0},
                              rounding::arithmetic_of(*parse_profile("float16")));
  };
  // The largest float16 is 65,504.
  EXPECT_TRUE(is_too_long({{181, 181}}, {1}));                   // 65,522
  EXPECT_FALSE(is_too_long({{180.875, 181}}, {1}));              // 65,476.77
  EXPECT_TRUE(is_too_long({{90.5, 90.5}}, {0.5}));               // 65,522
  EXPECT_TRUE(is_too_long({{128}, {-128}}, {1, 1}));             // 65,536: magnitudes add up
  EXPECT_FALSE(is_too_long({{127.9375}, {-127.9375}}, {1, 1}));  // 65,472.02
}

TEST(ClippedMean, AsksForEqualityInExactFractionsUnlessTheRootIsCutOff) {
  const Allowance whole = allowance(clipped_case({{3, 4}}, {1}, {1}, 1, 0), "exact");
  EXPECT_THAT(whole.bounds, ElementsAre(0, 0));
  EXPECT_THAT(whole.exact_bounds, ElementsAre(0, 0));
  const Case irrational = clipped_case({{1, 1}}, {1}, {1}, 1, 0);
  const Allowance cut = allowance(irrational, "exact");
  ASSERT_EQ(cut.exact_bounds.size(), 2U);
  EXPECT_EQ(cut.exact_bounds[0], Rational(result(irrational)[0] * power_of_two(-80)));
  EXPECT_THAT(allowance(clipped_case({{1, 1}}, {1}, {1}, 4, 0), "exact").exact_bounds, ElementsAre(0, 0));
}

/// Neighbouring answers on both sides of a bound lie farther from it than the root was cut off by: no verdict
/// hangs on that.
TEST(ClippedMean, DecidesTheSameHoweverFarTheRootIsComputed) {
  std::mt19937_64 words(1);
  for (const char* name : {"float64", "float32", "bfloat16"}) {
    const Profile profile = *parse_profile(name);
    const FloatFormat& format = float_format(profile.output);
    for (int i = 0; i < 200; ++i) {
      const auto number = [&] { return static_cast<double>(static_cast<int>(words() % 33) - 16); };
      const Case input =
          clipped_case({{number(), number()}, {number(), number()}}, {1 + static_cast<int>(words() % 5), 2},
                       {1, 2}, static_cast<double>(1 + words() % 8) / 8, words() % 2 == 0 ? 0 : 1e-6);
      const std::vector<Rational> numbers = result(input);
      const Allowance allowed = allowance(input, name);
      for (std::size_t j = 0; j < numbers.size(); ++j) {
        if (numbers[j] == 0) continue;
        const Rational edge = abs(numbers[j]) + allowed.bounds[j];
        const double near = encode(edge, format);
        for (const double answer : {near, encode(Rational(edge * (1 + unit_roundoff(format))), format),
                                    encode(Rational(edge * (1 - unit_roundoff(format))), format)})
          ASSERT_GT(abs(exact(answer) - edge), power_of_two(4 - kRootBits) * abs(numbers[j]));
      }
    }
  }
}

TEST(SquareRoot, IsExactForSquaresAndJustBelowOtherwise) {
  EXPECT_TRUE(square_root(0).is_exact);
  EXPECT_EQ(square_root(Rational(49, 64)).value, Rational(7, 8));
  EXPECT_TRUE(square_root(Rational(49, 64)).is_exact);
  const Integer large = pow(Integer(3), 200);
  EXPECT_EQ(square_root(Rational(large * large, 25)).value, Rational(large, 5));
  for (const Rational& square :
       {Rational(2), Rational(1, 3), Rational(large, 7), Rational(Integer(5), large)}) {
    const SquareRoot root = square_root(square);
    EXPECT_FALSE(root.is_exact);
    EXPECT_LT(root.value * root.value, square);
    const Rational above = root.value * (1 + power_of_two(-kRootBits));
    EXPECT_GT(above * above, square);
    EXPECT_EQ(square_root(square * power_of_two(-74)).value, Rational(root.value * power_of_two(-37)));
    EXPECT_GT(square_root_above(square), root.value);
  }
}

}  // namespace
}  // namespace gradvet
