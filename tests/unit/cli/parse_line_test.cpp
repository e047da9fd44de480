#include "src/cli/parse_line.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <sstream>

#include "src/cli/flags.hpp"

namespace gradvet {
namespace {

struct PourFlags {
  std::vector<std::string> cups;
  std::vector<std::string> sorts;
  std::optional<std::string> heat;
  bool is_slow = false;
};

/// What the last parsed command line asked for, as text.
CommandRun declare_pour(CLI::App& command) {
  const auto flags = std::make_shared<PourFlags>();
  add_words(command, "CUP", flags->cups, Presence::kOptional, "cups");
  add_repeatable(command, "--sort", flags->sorts, "KIND", "sorts");
  add_value(command, "--heat", flags->heat, "DEGREES", "heat");
  add_switch(command, "--slow", flags->is_slow, "slow");
  return [flags](Environment& environment) -> Result<ExitCode> {
    for (const std::string& cup : flags->cups) environment.out << "cup " << cup << '\n';
    for (const std::string& sort : flags->sorts) environment.out << "sort " << sort << '\n';
    if (flags->heat) environment.out << "heat " << *flags->heat << '\n';
    if (flags->is_slow) environment.out << "slow\n";
    return ExitCode::kHeld;
  };
}

CommandRun declare_taste(CLI::App& command) {
  const auto word = std::make_shared<std::string>();
  add_word(command, "CUP", *word, Presence::kOptional, "cup");
  return [word](Environment& environment) -> Result<ExitCode> {
    environment.out << "word " << *word << '\n';
    return ExitCode::kHeld;
  };
}

constexpr Command kCommands[] = {{"pour", "pours", &declare_pour}, {"taste", "tastes", &declare_taste}};

/// What the command printed, or the message of the mistake.
std::string parsed(const std::vector<std::string>& arguments) {
  const Result<CommandRun> run = parse_command_line(kCommands, arguments);
  if (!run) return run.error().message;
  std::ostringstream out;
  const std::atomic<bool> interrupted{false};
  Environment environment{.contracts = {},
                          .builtins = {},
                          .reporters = {},
                          .version = "9.9",
                          .build_facts = "built well\n",
                          .arguments = arguments,
                          .out = out,
                          .err = out,
                          .python = {},
                          .interrupted = interrupted};
  (*run)(environment).value();
  return out.str();
}

TEST(ParseLine, GivesRepeatableFlagsOneValueEach) {
  EXPECT_EQ(parsed({"pour", "--sort", "green", "a", "--sort", "black", "b"}),
            "cup a\ncup b\nsort green\nsort black\n");
}

TEST(ParseLine, TakesValuesWithEqualsSigns) {
  EXPECT_EQ(parsed({"pour", "x", "--sort=json=out.json", "--heat=90"}),
            "cup x\nsort json=out.json\nheat 90\n");
}

TEST(ParseLine, KeepsBracketsOfAWord) {
  EXPECT_EQ(parsed({"taste", "[[1.0,2.0]]"}), "word [[1.0,2.0]]\n");
  EXPECT_EQ(parsed({"taste", R"({"a":[1,2]})"}), "word {\"a\":[1,2]}\n");
  EXPECT_EQ(parsed({"pour", "--sort", "[a,b]"}), "sort [a,b]\n");
}

TEST(ParseLine, TakesACommandsNameAsAWordOfAnother) { EXPECT_EQ(parsed({"pour", "taste"}), "cup taste\n"); }

TEST(ParseLine, NamesWhatItDoesNotKnow) {
  EXPECT_EQ(parsed({"pur"}), "no command is called 'pur'");
  EXPECT_EQ(parsed({"pour", "--haet", "1"}), "no flag of gradvet pour is called '--haet'");
  EXPECT_EQ(parsed({"pour", "--haet=1"}), "no flag of gradvet pour is called '--haet'");
  EXPECT_EQ(parsed({"taste", "a", "b"}), "gradvet taste takes no further word, but got 'b'");
  EXPECT_EQ(parsed({}), "no command is given");
}

TEST(ParseLine, PrintsTheVersionFirst) { EXPECT_EQ(parsed({"--version"}), "gradvet 9.9\nbuilt well\n"); }

TEST(ParseLine, PrintsTheHelpOfTheCommandThatWasNamed) {
  EXPECT_NE(parsed({"pour", "--help"}).find("usage: gradvet pour [CUP...] [FLAGS]\n"), std::string::npos)
      << parsed({"pour", "--help"});
}

}  // namespace
}  // namespace gradvet
