#include "src/text/text_lines.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gradvet::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(TextLines, LeavesTheirEndsAway) {
  EXPECT_THAT(lines_of(""), IsEmpty());
  EXPECT_THAT(lines_of("a"), ElementsAre("a"));
  EXPECT_THAT(lines_of("a\n"), ElementsAre("a"));
  EXPECT_THAT(lines_of("\n"), ElementsAre(""));
  EXPECT_THAT(lines_of("a\n\nb c"), ElementsAre("a", "", "b c"));
}

}  // namespace
}  // namespace gradvet::test
