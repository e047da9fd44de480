#include "src/engine/fraction_fit.hpp"

#include <gtest/gtest.h>

#include "oracles/rational.hpp"

namespace gradvet::test {
namespace {

/// The fraction of least denominator in [low, high], by trying every denominator.
Rational simplest_by_trial(const Rational& low, const Rational& high) {
  for (int bottom = 1;; ++bottom) {
    // The least numerator at or above low, away from zero as little as possible.
    for (int top = -200; top <= 200; ++top) {
      const int candidate = low > 0 ? top + 200 : high < 0 ? -(top + 200) : 0;
      const Rational fraction(candidate, bottom);
      if (fraction >= low && fraction <= high) return fraction;
    }
  }
}

TEST(SimplestBetween, AgreesWithTryingEveryDenominator) {
  for (int top = -40; top <= 40; ++top)
    for (int bottom = 1; bottom <= 12; ++bottom)
      for (int width = 0; width <= 5; ++width) {
        const Rational low(top, bottom), high = low + Rational(width, 17);
        EXPECT_EQ(denominator(simplest_between(low, high)), denominator(simplest_by_trial(low, high)));
        EXPECT_GE(simplest_between(low, high), low);
        EXPECT_LE(simplest_between(low, high), high);
      }
}

TEST(FitFraction, FindsTheFractionBehindAFloat) {
  EXPECT_EQ(fit_fraction(exact(1.0 / 3.0), power_of_two(-52)), Rational(1, 3));
  EXPECT_EQ(fit_fraction(exact(-15.0 / 7.0), power_of_two(-50)), Rational(-15, 7));
}

TEST(FitFraction, SaysNothingWhereSeveralFit) {
  EXPECT_EQ(fit_fraction(Rational(1, 3), Rational(1, 100)), std::nullopt);
  EXPECT_EQ(fit_fraction(exact(0.123456789012345), power_of_two(-20)), std::nullopt);
}

}  // namespace
}  // namespace gradvet::test
