#include "src/reporters/json_report.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "tests/unit/reporters/toy_contract.hpp"

namespace gradvet {
namespace {

std::string report(const std::vector<RunReport>& runs) {
  std::ostringstream out;
  JsonReport().write({.version = "0.1.0", .seed = 1, .command_line = "gradvet vet toy.py", .pin_file = ""},
                     runs, out);
  return out.str();
}

// The text follows the schema's page member by member; the numbers are those of broken_run().
TEST(JsonReport, IsTheSchemaByteForByte) {
  const ToyContract contract;
  EXPECT_EQ(
      report({broken_run(contract)}),
      R"({"schema":"gradvet.report/1","version":"0.1.0","seed":1,"runs":[)"
      R"({"candidate":"toy.py:solve","contract":"toy-mean","profile":"float64","verdict":"broken","reason":null,)"
      R"("cases":{"pinned":0,"fixture":2,"exhaustive":120,"random":0},)"
      R"("unjudged":{"overflow":0,"declined":0,"unrepresentable":0},)"
      R"("scope":{"microbatches":3,"width":2,"values":5,"counts":4},)"
      R"("classes":{"zero count":12},"power":{},"max_excess":null,)"
      R"("observations":[{"check":"two coordinates","actual":[7.0,6.0],"expected":[3.5,3],"passed":false},)"
      R"({"check":"empty","actual":[],"expected":[],"passed":true}],)"
      R"("findings":[{"kind":"wrong-value","phase":"exhaustive","case":{"rows":[[1.0]],"counts":[2]},)"
      R"("expected":["1/2"],"actual":["1"],"excess":1e+15,)"
      R"("minimal":{"scope":{"microbatches":3,"width":2,"values":5,"counts":4},"cases":18432},"calls":0,)"
      R"("mechanism":{"id":"toy-mean/row-denominator","alias":"FA-00001","role":"failure"},"weights":null,)"
      R"("replay":"gradvet replay '{\"rows\":[[1.0]],\"counts\":[2]}' --contract toy-mean --candidate toy.py:solve"}]}]})"
      "\n");
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
  EXPECT_NE(report({run}).find(R"("verdict":"unjudged","reason":"interrupted")"), std::string::npos);
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
