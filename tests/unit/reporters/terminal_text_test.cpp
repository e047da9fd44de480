#include "src/reporters/terminal_text.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace gradvet {
namespace {

TEST(TerminalText, EscapesWhatSteersATerminal) {
  EXPECT_EQ(terminal_text("a\x1b[31mb\n\t\r\x7f"), "a\\x1b[31mb\\n\\t\\r\\x7f");
  EXPECT_EQ(terminal_text("\u0085\u202e\u2066\u2028"), "\\u0085\\u202e\\u2066\\u2028");
}

TEST(TerminalText, KeepsOrdinaryUnicode) { EXPECT_EQ(terminal_text("∑ µ 漢 😀"), "∑ µ 漢 😀"); }

TEST(TerminalText, ShowsBytesThatAreNotUtf8) {
  EXPECT_EQ(terminal_text("\xff"), "\\xff");
  EXPECT_EQ(terminal_text("\xc0\xaf"), "\\xc0\\xaf") << "an overlong slash";
  EXPECT_EQ(terminal_text("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "a surrogate";
  EXPECT_EQ(terminal_text("\xe2\x82"), "\\xe2\\x82") << "a cut character";
}

TEST(Grouped, PutsACommaBeforeEveryThreeDigits) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(18432), "18,432");
  EXPECT_EQ(grouped(1234567), "1,234,567");
}

TEST(Counted, KnowsOneFromMany) {
  EXPECT_EQ(counted(1, "case"), "1 case");
  EXPECT_EQ(counted(0, "case"), "0 cases");
  EXPECT_EQ(counted(2, "microbatch", "microbatches"), "2 microbatches");
}

TEST(RatioText, RoundsUp) {
  EXPECT_EQ(ratio_text(1.0004), "1.01");
  EXPECT_EQ(ratio_text(0.25), "0.25");
  EXPECT_EQ(ratio_text(1e15), "1e+15");
  EXPECT_EQ(ratio_text(12.31), "12.4");
  EXPECT_EQ(ratio_text(0), "0");
  EXPECT_EQ(ratio_text(std::numeric_limits<double>::infinity()), "over 1e+308");
}

TEST(Elided, NeverCutsACharacter) {
  EXPECT_EQ(elided("abc", 3), "abc");
  EXPECT_EQ(elided("abcd", 3), "abc… (1 byte more)");
  EXPECT_EQ(elided("aµb", 2), "a… (3 bytes more)");
}

TEST(Palette, ColoursOnlyWhenAsked) {
  EXPECT_EQ(Palette(Colour::kOff).bad("x"), "x");
  EXPECT_EQ(Palette(Colour::kOn).bad("x"), "\x1b[31;1mx\x1b[0m");
}

}  // namespace
}  // namespace gradvet
