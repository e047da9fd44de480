#include "src/reporters/github_report.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "src/reporters/step_summary.hpp"
#include "tests/unit/reporters/toy_contract.hpp"

namespace gradvet {
namespace {

std::string report(const Reporter& reporter, const std::vector<RunReport>& runs) {
  std::ostringstream out;
  reporter.write({}, runs, out);
  return out.str();
}

RunReport unjudged_run(const ToyContract& contract) {
  RunReport run = held_run(contract);
  run.verdict = Verdict::kUnjudged;
  run.reason = "100% gone\nTraceback";
  return run;
}

TEST(GithubReport, IsTheExampleOfItsPage) {
  const ToyContract contract;
  const GithubReport reporter(SourcePlaces{{"toy.py:solve", {"my code/toy.py", 12}}});
  EXPECT_EQ(report(reporter, {broken_run(contract), held_run(contract)}),
            block_of(GRADVET_GITHUB_PAGE, "text"));
}

TEST(GithubReport, SaysWhyARunIsUnjudged) {
  const ToyContract contract;
  EXPECT_EQ(
      report(GithubReport(SourcePlaces{}), {unjudged_run(contract)}),
      "::error title=unjudged%3A builtin%3Atoy-mean/repair (toy-mean%2C float64)::100%25 gone\\nTraceback\n");
}

TEST(GithubReport, BeginsEveryLineItself) {
  const ToyContract contract;
  const RunReport run = hostile_run(contract);
  const GithubReport reporter(SourcePlaces{{run.candidate, {"a,b:c\n::d", 1}}});
  std::istringstream lines(report(reporter, {run}));
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    EXPECT_TRUE(line.starts_with("::error file=a%2Cb%3Ac\\n%3A%3Ad,line=1,title=")) << line;
    for (const char byte : line) EXPECT_GE(static_cast<unsigned char>(byte), 0x20) << line;
  }
  EXPECT_EQ(count, 2U);
}

TEST(StepSummary, IsTheExampleOfItsPage) {
  const ToyContract contract;
  EXPECT_EQ(report(StepSummary(), {held_run(contract)}), block_of(GRADVET_GITHUB_PAGE, "markdown"));
}

TEST(StepSummary, ShowsHostileTextAsItIs) {
  const ToyContract contract;
  RunReport run = hostile_run(contract);
  const std::string text = report(StepSummary(), {run, unjudged_run(contract)});
  EXPECT_NE(text.find("````text\n"), std::string::npos)
      << "a fence longer than the backticks in it: " << text;
  EXPECT_EQ(text.find("\n::error"), std::string::npos) << text;
  EXPECT_EQ(markdown_text("a|b<c>&`[d](e)"), "a\\|b&lt;c\\>&amp;\\`\\[d\\]\\(e\\)");
}

}  // namespace
}  // namespace gradvet
