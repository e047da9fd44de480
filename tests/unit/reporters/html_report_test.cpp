#include "src/reporters/html_report.hpp"

#include <gtest/gtest.h>

#include "tests/unit/reporters/toy_contract.hpp"

namespace gradvet {
namespace {

std::string report(const std::vector<RunReport>& runs) { return report_text(HtmlReport(), runs); }

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST(HtmlReport, BeginsWithTheVerdicts) {
  const ToyContract contract;
  const std::string text = report({broken_run(contract), held_run(contract)});
  EXPECT_TRUE(text.starts_with("<!DOCTYPE html>\n<html lang=\"en\">")) << text.substr(0, 80);
  EXPECT_TRUE(contains(text, "<title>gradvet: 1 held, 1 broken, 0 unjudged</title>"));
  EXPECT_TRUE(contains(text, "<a href=\"#run-1\">toy.py:solve</a>"));
  EXPECT_TRUE(contains(text, "<section id=\"run-2\""));
  EXPECT_TRUE(contains(text, "<td class=\"broken\">✗ broken</td>"));
  EXPECT_TRUE(contains(text, "<td class=\"held\">✓ held</td>"));
}

TEST(HtmlReport, NeedsNoNetworkAndNoScript) {
  const ToyContract contract;
  const std::string text = report({broken_run(contract), held_run(contract), hostile_run(contract)});
  for (const std::string_view part : {"<script", "http:", "https:", " src=", "<link", "@import", "url("})
    EXPECT_FALSE(contains(text, part)) << part;
}

TEST(HtmlReport, ShowsTheCaseWhatWasExpectedAndHowToReplay) {
  const ToyContract contract;
  const std::string text = report({broken_run(contract)});
  EXPECT_TRUE(contains(text, "wrong-value: toy-mean/row-denominator</h3>")) << text;
  EXPECT_TRUE(contains(text, "<p>The candidate divides by the number of rows.</p>")) << text;
  EXPECT_TRUE(contains(text, "<td class=\"code\">[1/2 = 0.5]</td>")) << text;
  EXPECT_TRUE(contains(text, "<td class=\"code broken\">[1.0]</td>")) << text;
  EXPECT_TRUE(contains(text, "<pre>gradvet replay '{&quot;rows&quot;:[[1.0]],&quot;counts&quot;:[2]}'"))
      << text;
}

TEST(HtmlReport, DrawsTheWeightsOfTheContractBesideTheCandidates) {
  // The mean of two microbatches of 1 and 3 examples weighs them 1/4 and 3/4; a mean of means 1/2 each.
  const ToyContract contract;
  RunReport run = broken_run(contract);
  run.findings.front().cases = {contract.make_case({1.0, 2.0}, {1, 3})};
  WeightReport weights;
  weights.conclusion = WeightReport::Conclusion::kWrongWeights;
  weights.microbatches = {MicrobatchWeight{Rational(1, 4), Rational(1, 2), 0.5, false},
                          MicrobatchWeight{Rational(3, 4), std::nullopt, 0.375, false}};
  run.findings.front().weights = weights;
  const std::string text = report({run});
  const auto bar = [](const char* width) {
    return std::string("<span class=\"bar\" aria-hidden=\"true\" style=\"width:") + width + "%\"></span>";
  };
  // Bars are as long as their share of the largest: of 3 examples, of the weight 3/4.
  EXPECT_TRUE(contains(text, "<td class=\"weight\">1" + bar("33.33"))) << text;
  EXPECT_TRUE(contains(text, "<td class=\"weight\">3" + bar("100.00"))) << text;
  EXPECT_TRUE(contains(text, "<td class=\"weight\">1/4" + bar("33.33"))) << text;
  EXPECT_TRUE(contains(text, "<td class=\"rival\">1/2" + bar("66.67"))) << text;
  EXPECT_TRUE(contains(text, "<td class=\"rival\">0.375" + bar("50.00"))) << text;
}

TEST(HtmlReport, ShowsHowFarHeldAnswersWereOff) {
  const ToyContract contract;
  RunReport run = held_run(contract);
  run.accuracy = Accuracy{};
  run.accuracy->numbers = 10;
  run.accuracy->correctly_rounded = 7;
  run.accuracy->error_ulp = {{Rational(0), 4}, {Rational(1, 2), 3}, {Rational(1), 2}};
  run.accuracy->beyond = 1;
  run.accuracy->excess = {{Rational(1, 4), 10}, {Rational(1), 0}};
  const std::string text = report({run});
  EXPECT_TRUE(contains(text, "<p>7 of 10 numbers are the nearest number of the output format.</p>")) << text;
  EXPECT_TRUE(contains(text, "width:75.00%")) << "3 of the 4 in the longest bar";
  EXPECT_TRUE(contains(text, "<th scope=\"row\">more</th>")) << text;
}

TEST(HtmlReport, ShowsHostileTextAsText) {
  const ToyContract contract;
  const std::string text = report({hostile_run(contract)});
  EXPECT_TRUE(contains(text, "&lt;script&gt;")) << text;
  for (const std::string_view part : {"<script", "</system-out", "\x1b"})
    EXPECT_FALSE(contains(text, part)) << part;
  EXPECT_EQ(text.find('\0'), std::string::npos);
}

}  // namespace
}  // namespace gradvet
