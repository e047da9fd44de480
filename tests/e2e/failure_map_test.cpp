#include <fmt/format.h>

#include "tests/e2e/gradvet_command.hpp"
#include "tests/e2e/published_values.hpp"

namespace gradvet {
namespace {

using FailureMapFile = GradvetCommand;

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

std::size_t count_of(const std::string& text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size()))
    ++count;
  return count;
}

TEST_F(FailureMapFile, HasTheSameBytesEveryTime) {
  ASSERT_EQ(gradvet({"explain", "--json", "a.json", "--html", "a.html"}).status, 0);
  ASSERT_EQ(shell("mkdir elsewhere && cd elsewhere && gradvet explain --html ../b.html --json - > ../b.json")
                .status,
            0);
  EXPECT_FALSE(workshop_.read("a.json").empty());
  EXPECT_EQ(workshop_.read("a.json"), workshop_.read("b.json"));
  EXPECT_EQ(workshop_.read("a.html"), workshop_.read("b.html"));
}

TEST_F(FailureMapFile, GivesWhatItsProgramsGiveWhenPythonRunsThem) {
  const std::size_t mechanisms = count_of(gradvet({"list", "mechanisms"}).out, "\n");
  ASSERT_EQ(gradvet({"explain", "--json", "map.json"}).status, 0);
  const CommandResult run =
      shell(fmt::format("python3 '{}/tests/support/rerun_failure_map.py' map.json", GRADVET_ROOT));
  EXPECT_EQ(run.out, fmt::format("{} mechanisms, {} programs, 0 differences\n", mechanisms, 15 * mechanisms))
      << run;
}

TEST_F(FailureMapFile, HoldsThePublishedObservations) {
  for (const PublishedTable& table : kPublishedTables) {
    const CommandResult run = gradvet({"explain", std::string(table.contract), "--json", "-"});
    ASSERT_EQ(run.status, 0) << run;
    const std::string published =
        run.out.substr(run.out.find(fmt::format(R"("alias":"{}","family")", table.alias)));
    for (const std::string_view role : {"failure", "unsuccessful-fix"}) {
      const std::string program = published.substr(published.find(fmt::format(R"({{"role":"{}")", role)));
      const std::string observations = program.substr(program.find(R"("observations":)"));
      std::string expected = R"("observations":[)";
      for (const PublishedObservation& row : table.rows) {
        const std::string values =
            fmt::format(R"("actual":{},"expected":{})",
                        role == "failure" ? row.failure : row.unsuccessful_fix, row.expected);
        expected += fmt::format(R"({}{{"check":"{}",)", expected.back() == '[' ? "" : ",", row.check);
        for (const char letter : values)
          if (letter != ' ') expected += letter;
        expected += fmt::format(R"(,"passed":{}}})",
                                role == "failure" ? row.failure_passes : row.unsuccessful_fix_passes);
      }
      EXPECT_TRUE(observations.starts_with(expected + "]")) << expected << "\n"
                                                            << observations.substr(0, 900);
    }
  }
}

TEST_F(FailureMapFile, OfAContractOrAMechanismHasNoOther) {
  const std::string contract = gradvet({"explain", "FA-98921", "--json", "-"}).out;
  EXPECT_EQ(count_of(contract, R"("root_cause")"), 1U);
  EXPECT_TRUE(contains(contract, R"("id":"batch-total/full-batches-only","alias":"FA-98921")"));
  const std::string mechanism = gradvet({"explain", "vector-mean/narrow-sum", "--json", "-"}).out;
  EXPECT_EQ(count_of(mechanism, R"("root_cause")"), 1U);
  EXPECT_TRUE(contains(
      mechanism, R"({"check":"small beside large","actual":[1024.0],"expected":[1024.5],"passed":false})"));
}

TEST_F(FailureMapFile, NamesOneGroupForContractsThatShareAMistake) {
  const std::string map = gradvet({"explain", "--json", "-"}).out;
  const auto group_of = [&map](std::string_view id) {
    constexpr std::string_view kKey = R"("evaluation_group":")";
    const std::size_t at = map.find(kKey, map.find(fmt::format(R"("id":"{}")", id))) + kKey.size();
    return map.substr(at, map.find('"', at) - at);
  };
  EXPECT_EQ(group_of("vector-mean/microbatch-denominator"), group_of("token-mean/mean-of-means"));
  EXPECT_EQ(group_of("unscaled-mean/last-scale"), group_of("accumulator/last-scale"));
  EXPECT_EQ(group_of("batch-total/full-batches-only"), group_of("window-means/dropped-tail"));
  EXPECT_NE(group_of("vector-mean/microbatch-denominator"), group_of("unscaled-mean/last-scale"));
  EXPECT_EQ(group_of("clipped-mean/clip-per-microbatch"), "clipped-mean");
}

TEST_F(FailureMapFile, AsAPageShowsTheRepairAndEveryVariant) {
  const std::string page = gradvet({"explain", "vector-mean/microbatch-denominator", "--html", "-"}).out;
  EXPECT_TRUE(page.starts_with("<!DOCTYPE html>")) << page.substr(0, 99);
  EXPECT_TRUE(contains(page, "<h1>1 known mistake of 1 contract</h1>"));
  EXPECT_TRUE(contains(page, "huggingface/transformers#34191"));
  EXPECT_TRUE(contains(page, "return [column_sum / total_examples for column_sum in column_sums]"));
  for (const std::string_view variant : {"N = 1</caption>", "N = 2</caption>", "N = 5</caption>"})
    EXPECT_EQ(count_of(page, variant), 1U) << variant;
  EXPECT_TRUE(contains(page, "<td class=\"code broken\" data-column=\"failure\">✗ [7.0, 6.0]</td>"));
}

}  // namespace
}  // namespace gradvet
