#include "mean.hpp"

#include <gradvet_gtest.hpp>
#include <gtest/gtest-spi.h>

#include <cstdlib>

TEST(Mean, KeepsTheContract) { EXPECT_THAT(&mean, gradvet::satisfies("vector-mean")); }

TEST(Mean, KeepsTheContractInFloat32) {
  gradvet::VetSettings settings;
  settings.profile = "float32";
  settings.cases = 2000;
  EXPECT_THAT(&mean_of_floats, gradvet::satisfies("vector-mean", settings));
}

TEST(Mean, IsToldFromAnotherOne) {
  EXPECT_THAT(&mean_of_means, testing::Not(gradvet::satisfies("vector-mean")));
}

TEST(Mean, MayBeALambdaThatCrashes) {
  const auto crashes = [](const std::vector<std::vector<double>>&, const std::vector<double>&) -> double {
    std::abort();
  };
  EXPECT_THAT(crashes, testing::Not(gradvet::satisfies("vector-mean")));
}

TEST(Mean, NeedsAContractThatThereIs) {
  // A typing error departs from nothing.
  EXPECT_NONFATAL_FAILURE(EXPECT_THAT(&mean, testing::Not(gradvet::satisfies("vector-maen"))),
                          "did you mean 'vector-mean'?");
}

// Run by run_outside.cmake, which reads what it prints.
TEST(Mean, DISABLED_WrongOneIsExplained) { EXPECT_THAT(&mean_of_means, gradvet::satisfies("vector-mean")); }
