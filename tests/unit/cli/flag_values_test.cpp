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
  EXPECT_EQ(*read_size("--memory", "512M", 1), 512ULL << 20);
  EXPECT_EQ(*read_size("--memory", "4096", 1), 4096ULL);
  for (const char* text : {"4G", "4g", "4GiB", "4gib", "4294967296"})
    EXPECT_EQ(read_size("--memory", text, 1).value_or(0), 4ULL << 30) << text;
}

TEST(ReadSize, NamesTheUnitsWhereItKnowsNone) {
  for (const char* text : {"", "G", "4GB", "4iB", "4 G", "1.5G", "-1", "99999999999T"}) {
    const auto read = read_size("--memory", text, 1);
    ASSERT_FALSE(read) << text;
    EXPECT_NE(read.error().message.find("KiB, MiB, GiB, TiB"), std::string::npos) << read.error().message;
  }
}

TEST(ReadSize, SaysWhatTheLeastIsAndWhy) {
  for (const char* text : {"0", "1", "1K", "16383K"}) {
    const auto read = read_size("--memory", text, 16 << 20);
    ASSERT_FALSE(read) << text;
    EXPECT_NE(read.error().message.find("at least 16M: with less"), std::string::npos)
        << read.error().message;
  }
  EXPECT_EQ(*read_size("--memory", "16M", 16 << 20), 16ULL << 20);
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
