#include "src/cli/source_places.hpp"

#include <gtest/gtest.h>

namespace gradvet {
namespace {

TEST(LineOfDefinition, IsTheLineOfTheFunction) {
  EXPECT_EQ(line_of_definition("import math\n\ndef solver(x):\n  pass\ndef solve(x):\n  pass\n", "solve"),
            5U);
  EXPECT_EQ(line_of_definition("async def solve(x): pass\r\n", "solve"), 1U);
  EXPECT_EQ(line_of_definition("\nclass Mean:\n  pass", "Mean"), 2U);
}

TEST(LineOfDefinition, IsTheLastOneWhichIsInForce) {
  EXPECT_EQ(line_of_definition("def solve(x): pass\ndef solve(x): pass\nsolve(1)\n", "solve"), 2U);
  EXPECT_EQ(line_of_definition("def solve(x): pass\nsolve = wrap(solve)\nsolve == 1\n", "solve"), 2U);
}

TEST(LineOfDefinition, IsTheFirstLineWhereNothingDefinesIt) {
  EXPECT_EQ(line_of_definition("", "solve"), 1U);
  EXPECT_EQ(line_of_definition("x = 1\nfrom mean import *\n", "solve"), 1U);
  EXPECT_EQ(line_of_definition("class Mean:\n  def solve(x): pass\n", "solve"), 1U);
}

TEST(SourcePlaces, KnowsNoFileOfABuiltinOrOfWhatIsNotThere) {
  EXPECT_TRUE(source_places({"builtin:vector-mean/repair", "absent.py", "exec:true"}).empty());
}

}  // namespace
}  // namespace gradvet
