#include "src/reporters/junit_report.hpp"

#include <gtest/gtest.h>

#include "src/text/json_strings.hpp"
#include "tests/unit/reporters/toy_contract.hpp"

namespace gradvet {
namespace {

std::string report(const std::vector<RunReport>& runs) { return report_text(JunitReport(), runs); }

std::size_t count(const std::string& text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(JunitReport, IsTheExampleOfItsPage) {
  const ToyContract contract;
  EXPECT_EQ(report({broken_run(contract)}), block_of(GRADVET_JUNIT_PAGE, "xml"));
}

TEST(JunitReport, HasAnErrorAndNoKindsWhereNothingWasJudged) {
  const ToyContract contract;
  RunReport run = held_run(contract);
  run.verdict = Verdict::kUnjudged;
  run.reason = "no such function\nTraceback";
  run.observations.clear();
  const std::string text = report({run});
  EXPECT_EQ(count(text, "<testcase "), 1U) << text;
  EXPECT_EQ(count(text, R"(<error type="unjudged" message="no such function"/>)"), 1U) << text;
  EXPECT_EQ(count(text, R"(tests="1" failures="0" errors="1")"), 2U) << text;
}

TEST(JunitReport, SkipsAFixtureThatWasDeclined) {
  const ToyContract contract;
  RunReport run = held_run(contract);
  run.observations = {{"wide", "\"declined: too wide\"", "[1]", false, true}};
  const std::string text = report({run});
  EXPECT_EQ(count(text, "<skipped message=\"&quot;declined: too wide&quot;\"/>"), 1U) << text;
  EXPECT_EQ(count(text, R"(failures="0" errors="0" skipped="1")"), 1U) << text;
}

TEST(JunitReport, NumbersFindingsOfOneKind) {
  const ToyContract contract;
  RunReport run = broken_run(contract);
  run.findings.push_back(run.findings.front());
  const std::string text = report({run});
  EXPECT_EQ(count(text, R"(name="wrong-value")"), 1U) << text;
  EXPECT_EQ(count(text, R"(name="wrong-value 2")"), 1U) << text;
}

TEST(JunitReport, FailsALawThatIsBroken) {
  const ToyContract contract;
  const Law law{.id = "permute-rows",
                .statement = "Rows <may> trade places.",
                .transform = nullptr,
                .predict = nullptr};
  RunReport run = held_run(contract);
  run.verdict = Verdict::kBroken;
  run.is_laws_only = true;
  run.laws_broken.emplace_back();
  run.laws_broken.back().law = &law;
  run.laws_broken.back().original = contract.make_case({1.0}, {1});
  run.laws_broken.back().changed = contract.make_case({2.0}, {1});
  const std::string text = report({run});
  EXPECT_EQ(count(text, R"(name="law: permute-rows")"), 1U) << text;
  EXPECT_EQ(count(text, R"(<failure type="law" message="breaks the law permute-rows on {&quot;rows&quot;)"),
            1U)
      << text;
  EXPECT_EQ(count(text, "<may>"), 0U) << text;
}

TEST(JunitReport, IsNotBrokenByWhatCandidatesBring) {
  const ToyContract contract;
  const std::string text = report({hostile_run(contract)});
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_sequence_length(text, at);
    ASSERT_NE(length, 0U) << "invalid UTF-8 at " << at;
    EXPECT_TRUE(text[at] == '\n' || static_cast<unsigned char>(text[at]) >= 0x20) << "a control at " << at;
    at += length;
  }
  EXPECT_EQ(count(text, "<script"), 0U);
  EXPECT_EQ(count(text, "]]>"), 0U);
  EXPECT_EQ(count(text, "</system-out>"), 1U);
  EXPECT_EQ(count(text, "\n::error"), 0U);
}

}  // namespace
}  // namespace gradvet
