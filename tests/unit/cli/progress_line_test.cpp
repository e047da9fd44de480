#include "src/cli/progress_line.hpp"

#include <gtest/gtest.h>

namespace gradvet {
namespace {

using std::chrono::milliseconds;

TEST(ProgressText, TellsRateAndTimeLeftAfterASecond) {
  EXPECT_EQ(progress_text(Phase::kRandom, 500, 10000, 0, milliseconds(999)), "random, 500 of 10,000 cases");
  EXPECT_EQ(progress_text(Phase::kRandom, 2000, 10000, 0, milliseconds(2000)),
            "random, 2,000 of 10,000 cases, 1,000 a second, 8 s left");
  EXPECT_EQ(progress_text(Phase::kExhaustive, 12345, 1000000, 1, milliseconds(10000)),
            "exhaustive, 12,345 of 1,000,000 cases, 1,200 a second, 13 min left, 1 finding");
  EXPECT_EQ(progress_text(Phase::kRandom, 1000, 36001000, 2, milliseconds(1000)),
            "random, 1,000 of 36,001,000 cases, 1,000 a second, 10 h left, 2 findings");
}

TEST(ProgressText, TellsNoTimeLeftOfWhatIsDoneOrNotPlanned) {
  EXPECT_EQ(progress_text(Phase::kRandom, 10000, 10000, 0, milliseconds(2000)),
            "random, 10,000 of 10,000 cases, 5,000 a second");
  EXPECT_EQ(progress_text(Phase::kRandom, 30, 0, 0, milliseconds(60000)), "random, 30 cases");
  EXPECT_EQ(progress_text(Phase::kRandom, 0, 10, 0, milliseconds(5000)), "random, 0 of 10 cases");
}

}  // namespace
}  // namespace gradvet
