#include "src/cli/flag_values.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace gradvet {
namespace {

using std::chrono::milliseconds;

std::string message(const Error& error) { return error.message; }

TEST(ReadCount, TakesDigitsAlone) {
  EXPECT_EQ(*read_count("--cases", "10000", 0, 20000), 10000U);
  for (const char* text : {"", "-1", "+1", "1e3", " 1", "1 ", "0x10", "1.0", "20001", "99999999999999999999"})
    EXPECT_FALSE(read_count("--cases", text, 0, 20000)) << text;
}

TEST(ReadCount, NamesFlagRangeAndWord) {
  EXPECT_EQ(message(read_count("--cases", "ten", 1, 5).error()),
            "--cases takes a whole number from 1 to 5, not 'ten'");
  const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(message(read_count("--seed", "x", 0, most).error()),
            "--seed takes a whole number of at least 0, not 'x'");
  EXPECT_EQ(*read_count("--seed", "18446744073709551615", 0, most), most);
}

TEST(ReadDuration, KnowsItsUnits) {
  EXPECT_EQ(*read_duration("--time", "500ms"), milliseconds(500));
  EXPECT_EQ(*read_duration("--time", "10s"), milliseconds(10'000));
  EXPECT_EQ(*read_duration("--time", "1.5s"), milliseconds(1500));
  EXPECT_EQ(*read_duration("--time", "2m"), milliseconds(120'000));
  EXPECT_EQ(*read_duration("--time", "1h"), milliseconds(3'600'000));
}

TEST(ReadDuration, RefusesWhatIsNoTime) {
  for (const char* text : {"", "10", "s", "0s", "-1s", "1.s", ".5s", "0.5ms", "1 s", "1S", "1e3s", "721h",
                           "99999999999999999999s"})
    EXPECT_FALSE(read_duration("--time", text)) << text;
}

TEST(ReadSize, CountsInPowersOf1024) {
  EXPECT_EQ(*read_size("--memory", "4G"), 4ULL << 30);
  EXPECT_EQ(*read_size("--memory", "512M"), 512ULL << 20);
  EXPECT_EQ(*read_size("--memory", "4096"), 4096ULL);
  for (const char* text : {"", "G", "0", "4GB", "4g", "1.5G", "-1", "99999999999T"})
    EXPECT_FALSE(read_size("--memory", text)) << text;
}

TEST(ReadScope, FillsWhatIsNamedAndLeavesTheRest) {
  const auto scope = read_scope("--scope", "width=2,microbatches=3,values=5,counts=4");
  ASSERT_TRUE(scope && *scope);
  EXPECT_EQ((*scope)->microbatches, 3U);
  EXPECT_EQ((*scope)->width, 2U);
  EXPECT_EQ((*scope)->values, 5U);
  EXPECT_EQ((*scope)->counts, 4U);
  EXPECT_EQ((*scope)->scales, std::nullopt);
}

TEST(ReadScope, CanBeOff) {
  const auto scope = read_scope("--scope", "off");
  ASSERT_TRUE(scope);
  EXPECT_EQ(*scope, std::nullopt);
}

TEST(ReadScope, RefusesHolesAndUnknownKeys) {
  for (const char* text :
       {"", "width", "width=", "width=2,", ",width=2", "width=-1", "breadth=2", "width=4294967296"})
    EXPECT_FALSE(read_scope("--scope", text)) << text;
  EXPECT_EQ(read_scope("--scope", "widht=2").error().hint.substr(0, 23), "did you mean 'width'? t");
}

}  // namespace
}  // namespace gradvet
