#include "src/cli/starter.hpp"

#include <gtest/gtest.h>

namespace gradvet {
namespace {

const StarterLanguage& language(std::string_view name) {
  for (const StarterLanguage& known : starter_languages())
    if (known.name == name) return known;
  throw std::invalid_argument(std::string(name));
}

StarterWish wish(std::string_view contract, std::string_view file) {
  return {contract, "A sentence.", "def solve(numbers):\n    return 0\n", file, {}};
}

TEST(FillStarter, LeavesOutALineThatHadAnEmptyWordAlone) {
  EXPECT_EQ(fill_starter("a\n  @build@\nb@build@\n", {{"build", ""}}), "a\nb\n");
  EXPECT_EQ(fill_starter("\n  @build@\n", {{"build", "make"}}), "\n  make\n");
}

TEST(FillStarter, BreaksASentenceIntoLinesThatBeginAlike) {
  const std::string word(60, 'x');
  EXPECT_EQ(fill_starter("// @statement@\n", {{"statement", word + " " + word}}),
            "// " + word + "\n// " + word + "\n");
}

TEST(FillStarter, LeavesWordsAloneThatItDoesNotKnow) {
  EXPECT_EQ(fill_starter("uses: actions/checkout@v4\n@other@\n", {{"build", "x"}}),
            "uses: actions/checkout@v4\n@other@\n");
}

TEST(MakeStarter, ANewContractHasItsRepairInPythonAndNothingElsewhereYet) {
  const Result<Starter> python = make_starter(language("python"), wish("new-mean", "mine.py"));
  ASSERT_TRUE(python.has_value());
  EXPECT_NE(python->text.find("\ndef solve(numbers):\n    return 0\n"), std::string::npos) << python->text;
  const Result<Starter> go = make_starter(language("go"), wish("new-mean", "mine.go"));
  ASSERT_FALSE(go.has_value());
  EXPECT_EQ(go.error().code, ErrorCode::kNotYet);
  EXPECT_EQ(go.error().message, "a first candidate for new-mean in Go is not there yet in this version");
}

TEST(MakeStarter, CommandsLeadToTheFileAndItsTextStaysInItsFolder) {
  const Result<Starter> c = make_starter(language("c"), wish("vector-mean", "a b/mine.c"));
  ASSERT_TRUE(c.has_value());
  EXPECT_EQ(c->build, "cc -std=c11 -O2 -shared -fPIC -o 'a b/mine'.so 'a b/mine.c' -lm");
  EXPECT_EQ(c->vet, "gradvet vet 'a b/mine.so' --contract vector-mean");
  EXPECT_EQ(c->text.find("a b"), std::string::npos);
  EXPECT_NE(c->text.find("gradvet vet ./mine.so --contract vector-mean\n"), std::string::npos) << c->text;
}

TEST(MakeStarter, TheCommandOfAProgramIsQuotedForBothShells) {
  const Result<Starter> script = make_starter(language("javascript"), wish("vector-mean", "a b/mine.mjs"));
  ASSERT_TRUE(script.has_value());
  EXPECT_EQ(script->vet, R"(gradvet vet 'exec:node '\''a b/mine.mjs'\''' --contract vector-mean)");
  EXPECT_EQ(script->build, "");
}

TEST(MakeStarter, HeadersThatCompilersDoNotFindAreNamed) {
  StarterWish away = wish("vector-mean", "mine.cpp");
  away.headers = "/some where/include";
  const Result<Starter> cpp = make_starter(language("cpp"), away);
  ASSERT_TRUE(cpp.has_value());
  EXPECT_EQ(cpp->build, "c++ -std=c++20 -O2 -shared -fPIC -I '/some where/include' -o mine.so mine.cpp");
}

TEST(MakeStarter, NoWordIsLeftInAnyText) {
  for (const StarterLanguage& known : starter_languages())
    for (const char* contract : {"vector-mean", "accumulator"}) {
      const Result<Starter> made = make_starter(known, wish(contract, "mine" + std::string(known.ending)));
      ASSERT_TRUE(made.has_value()) << known.name;
      for (const char* word : {"@contract@", "@statement@", "@build@", "@vet@", "@file@", "@stem@", "@local@",
                               "@include@", "@repair@", "\n=== "})
        EXPECT_EQ(made->text.find(word), std::string::npos) << known.name << word;
    }
}

}  // namespace
}  // namespace gradvet
