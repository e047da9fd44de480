#include "src/reporters/json_report.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <limits>
#include "src/reporters/json_writer.hpp"
#include "tests/unit/reporters/toy_contract.hpp"

namespace gradvet {
namespace {

std::string report(const std::vector<RunReport>& runs) { return report_text(JsonReport(), runs); }

TEST(JsonReport, IsTheExampleOfItsPage) {
  const ToyContract contract;
  EXPECT_EQ(report({broken_run(contract)}), example_of(GRADVET_JSON_PAGE) + "\n");
}

TEST(JsonReport, WritesAnExcessBeyondEveryFloatAsTheLargest) {
  const ToyContract contract;
  RunReport run = broken_run(contract);
  run.findings.front().excess = std::numeric_limits<double>::infinity();
  EXPECT_NE(report({run}).find("\"excess\":1.7976931348623157e+308,"), std::string::npos);
}

TEST(JsonReport, GivesTheSameBytesTwice) {
  const ToyContract contract;
  const std::vector<RunReport> runs = {broken_run(contract), held_run(contract)};
  EXPECT_EQ(report(runs), report(runs));
}

TEST(JsonReport, SaysWhyNothingWasJudged) {
  const ToyContract contract;
  RunReport run = held_run(contract);
  run.verdict = Verdict::kUnjudged;
  run.reason = "interrupted";
  EXPECT_NE(report({run}).find(R"("verdict":"unjudged","reason":"interrupted","reason_code":null)"),
            std::string::npos);
}

TEST(JsonReport, NamesTheErrorThatKeptARunFromJudging) {
  const ToyContract contract;
  RunReport run = held_run(contract);
  run.verdict = Verdict::kUnjudged;
  run.reason = "no such module";
  run.reason_code = ErrorCode::kStartFailed;
  EXPECT_NE(report({run}).find(R"("reason":"no such module","reason_code":"E203")"), std::string::npos);
}

TEST(JsonReport, SaysWhichPartOfAHuntItWas) {
  const ToyContract contract;
  RunReport run = held_run(contract);
  run.shard = ShardReport{{3, 8}, true, "--cases 10"};
  EXPECT_NE(report({run}).find(R"("shard":{"index":3,"count":8,"pending":true,"budget":"--cases 10"})"),
            std::string::npos);
}

TEST(JsonReport, TellsInWordsWhatCameInsteadOfAValue) {
  const ToyContract contract;
  RunReport run = broken_run(contract);
  run.findings.front().kind = FindingKind::kException;
  run.findings.front().outcome = Exception{"ZeroDivisionError\x1b"};
  run.findings.front().excess.reset();
  EXPECT_NE(report({run}).find(R"("actual":"an exception: ZeroDivisionError\u001b","excess":null)"),
            std::string::npos)
      << report({run});
}

TEST(JsonReport, ShowsNonFiniteNumbersAsText) {
  const ToyContract contract;
  RunReport run = broken_run(contract);
  std::get<Answer>(run.findings.front().outcome).numbers = {std::numeric_limits<double>::quiet_NaN()};
  EXPECT_NE(report({run}).find(R"("actual":["NaN"])"), std::string::npos);
}

TEST(JsonReport, GivesTheEndsOfWhatADeclaredOrderCanGive) {
  const ToyContract contract;
  RunReport run = broken_run(contract);
  run.findings.front().explanation->given =
      GivenByOrder{SummationOrder::kSumThenDivide, 0.25, 0.5, 0x3fd0000000000000, 0x3fe0000000000000};
  EXPECT_NE(report({run}).find(R"("given_by_order":{"order":"sum-then-divide","least":0.25,)"
                               R"("least_bits":"0x3fd0000000000000","greatest":0.5,)"
                               R"("greatest_bits":"0x3fe0000000000000"}})"),
            std::string::npos)
      << report({run});
}

TEST(JsonReport, CarriesTheWholeSequenceWhereHistoryMatters) {
  const ToyContract contract;
  RunReport run = broken_run(contract);
  run.findings.front().cases.push_back(contract.make_case({}, {}));
  EXPECT_NE(report({run}).find(R"("case":{"rows":[],"counts":[]},"cases":[{"rows":[[1.0]],"counts":[2]},)"
                               R"({"rows":[],"counts":[]}])"),
            std::string::npos);
}

}  // namespace
}  // namespace gradvet
