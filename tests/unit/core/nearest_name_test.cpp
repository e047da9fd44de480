#include "src/core/nearest_name.hpp"

#include <gtest/gtest.h>

#include <array>

namespace gradvet {
namespace {

constexpr std::array<std::string_view, 4> kNames = {"float64", "float32", "bfloat16", "exact"};

TEST(NearestName, FindsTheNameBehindOneEdit) {
  EXPECT_EQ(nearest_name("flaot32", kNames), "float32");     // swapped
  EXPECT_EQ(nearest_name("float2", kNames), "float32");      // dropped
  EXPECT_EQ(nearest_name("bfloat166", kNames), "bfloat16");  // added
  EXPECT_EQ(nearest_name("exakt", kNames), "exact");         // replaced
}

TEST(NearestName, IgnoresLetterCase) {
  EXPECT_EQ(nearest_name("FLOAT64", kNames), "float64");
  // Before the one name that it begins.
  constexpr std::array<std::string_view, 2> kFormats = {"bf16-acc32", "bf16"};
  EXPECT_EQ(nearest_name("BF16", kFormats), "bf16");
}

TEST(NearestName, FindsNothingNearAnUnrelatedWord) {
  EXPECT_EQ(nearest_name("posit8", kNames), "");
  EXPECT_EQ(nearest_name("", kNames), "");
  EXPECT_EQ(nearest_name(std::string(100000, 'f'), kNames), "");
}

TEST(NearestName, TakesTheFirstOfNamesThatAreAsNear) {
  constexpr std::array<std::string_view, 2> kAlike = {"cat", "car"};
  EXPECT_EQ(nearest_name("cab", kAlike), "cat");
}

TEST(NearestName, FindsNothingWithoutNames) { EXPECT_EQ(nearest_name("float64", {}), ""); }

TEST(NearestName, IsTheOnlyNameThatContinuesTheWord) {
  constexpr std::array<std::string_view, 3> kScopeKeys = {"microbatches", "width", "widths"};
  EXPECT_EQ(nearest_name("micro", kScopeKeys), "microbatches");
  EXPECT_EQ(nearest_name("MICRO", kScopeKeys), "microbatches");
  EXPECT_EQ(nearest_name("mi", kScopeKeys), "");
  EXPECT_EQ(nearest_name("wid", kScopeKeys), "");
}

}  // namespace
}  // namespace gradvet
