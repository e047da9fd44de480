#include <fmt/format.h>

#include <fstream>
#include <iterator>

#include "tests/e2e/gradvet_command.hpp"
#include "tests/e2e/published_values.hpp"

namespace gradvet {
namespace {

/// What a program of the published schema prints, built from the table alone.
std::string published_output(const PublishedTable& table, std::string_view role) {
  std::string out = "{\"observations\": [";
  bool all_passed = true;
  for (const PublishedObservation& row : table.rows) {
    if (&row != &table.rows.front()) out += ", ";
    const bool is_failure = role == "failure";
    const bool passed = is_failure ? row.failure_passes : row.unsuccessful_fix_passes;
    all_passed = all_passed && passed;
    out += fmt::format(R"({{"check": "{}", "actual": {}, "expected": {}, "passed": {}}})", row.check,
                       is_failure ? row.failure : row.unsuccessful_fix, row.expected, passed);
  }
  return out + fmt::format("], \"passed\": {}}}\n", all_passed);
}

using Published = GradvetCommand;

TEST_F(Published, PrintedProgramsOfBothMistakesObserveThePublishedValues) {
  for (const PublishedTable& table : kPublishedTables) {
    for (const std::string role : {"failure", "unsuccessful-fix"}) {
      const CommandResult source =
          gradvet({"explain", std::string(table.alias), "--source", "python", "--role", role});
      ASSERT_EQ(source.status, 0) << source;
      workshop_.write("program.py", source.out);
      const CommandResult run = shell("python3 program.py");
      EXPECT_EQ(run.out, published_output(table, role)) << table.alias << ' ' << role << run;
      EXPECT_EQ(run.status, 1) << run;
    }
  }
}

TEST_F(Published, PrintedRepairsPassEveryFixtureInEveryVariant) {
  for (const PublishedTable& table : kPublishedTables) {
    for (const std::string variant : {"1", "2", "3", "10", "64"}) {
      const CommandResult source =
          gradvet({"explain", std::string(table.alias), "--source", "python", "--variant", variant});
      ASSERT_EQ(source.status, 0) << source;
      workshop_.write("program.py", source.out);
      const CommandResult run = shell("python3 program.py");
      EXPECT_EQ(run.status, 0) << table.alias << " variant " << variant << run;
      EXPECT_TRUE(run.out.ends_with("\"passed\": true}\n")) << run;
    }
  }
}

TEST_F(Published, ObservationsReportsOfTheMistakesHoldThePublishedValues) {
  for (const PublishedTable& table : kPublishedTables) {
    for (const std::string role : {"failure", "unsuccessful-fix"}) {
      workshop_.write(
          "program.py",
          gradvet({"explain", std::string(table.alias), "--source", "python", "--role", role}).out);
      const CommandResult run =
          gradvet({"vet", "program.py", "--contract", std::string(table.contract), "--cases", "0", "--pins",
                   "off", "--report", "observations=observations.json"});
      EXPECT_EQ(run.status, 1) << run;
      EXPECT_EQ(workshop_.read("observations.json"), published_output(table, role))
          << table.alias << ' ' << role;
    }
  }
}

TEST_F(Published, ThePublishedProgramsThemselvesAreCaughtAndNamed) {
  const std::filesystem::path folder = published_folder();
  if (folder.empty()) GTEST_SKIP() << "the published programs are not beside this repository";
  for (const PublishedTable& table : kPublishedTables) {
    for (const std::string role : {"failure", "unsuccessful-fix"}) {
      const std::string program = (folder / fmt::format("{}-{}.py", table.alias, role)).string();
      const CommandResult alone = shell(fmt::format("python3 '{}'", program));
      EXPECT_EQ(alone.out, published_output(table, role))
          << "the table above and the program disagree" << alone;
      const CommandResult run = gradvet({"vet", program, "--pins", "off", "--report", "observations=o.json"});
      EXPECT_EQ(run.status, 1) << run;
      EXPECT_EQ(workshop_.read("o.json"), alone.out) << run;
      EXPECT_NE(run.out.find(fmt::format("({}), the {}", table.alias,
                                         role == "failure" ? "failure" : "unsuccessful fix")),
                std::string::npos)
          << run;
    }
  }
}

}  // namespace
}  // namespace gradvet
