#include "src/reporters/sarif_report.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "src/text/json_value.hpp"
#include "tests/unit/reporters/toy_contract.hpp"

namespace gradvet {
namespace {

std::string report(const std::vector<RunReport>& runs, const SourcePlaces& places = {}, int exit_code = 1) {
  Session session;
  session.version = "0.1.0";
  session.command_line = "gradvet vet toy.py";
  session.exit_code = exit_code;
  std::ostringstream out;
  SarifReport(places).write(session, runs, out);
  return out.str();
}

TEST(SarifReport, IsTheExampleOfItsPage) {
  const ToyContract contract;
  EXPECT_EQ(report({broken_run(contract)}, {{"toy.py:solve", {"my code/toy.py", 12}}}),
            example_of(GRADVET_SARIF_PAGE) + "\n");
}

TEST(SarifReport, NotifiesOfARunThatIsUnjudged) {
  const ToyContract contract;
  RunReport run = held_run(contract);
  run.verdict = Verdict::kUnjudged;
  run.reason = "no such function";
  const std::string text = report({run}, {}, 3);
  EXPECT_NE(
      text.find(R"("executionSuccessful":false,"exitCode":3,"toolExecutionNotifications":[{"level":"error",)"
                R"("message":{"text":"builtin:toy-mean/repair: unjudged: no such function"})"),
      std::string::npos)
      << text;
  EXPECT_NE(text.find(R"("results":[])"), std::string::npos) << text;
}

TEST(SarifReport, HasARuleForAKindWithoutAName) {
  const ToyContract contract;
  RunReport run = broken_run(contract);
  run.findings.front().mistake.reset();
  const std::string text = report({run});
  EXPECT_NE(text.find(R"({"id":"wrong-value","name":"wrong-value",)"), std::string::npos) << text;
  EXPECT_NE(text.find(R"("ruleId":"wrong-value","ruleIndex":1,)"), std::string::npos) << text;
  EXPECT_EQ(text.find("physicalLocation"), std::string::npos) << "no file is known";
}

TEST(SarifReport, KeepsTheFingerprintOfAMistakeWhereverItIsShown) {
  const ToyContract contract;
  RunReport run = broken_run(contract);
  const std::string fingerprint =
      R"("partialFingerprints":{"gradvet/v1":"toy-mean toy.py:solve wrong-value toy-mean/row-denominator failure"})";
  EXPECT_NE(report({run}).find(fingerprint), std::string::npos) << report({run});
  run.findings.front().cases = {contract.make_case({5.0}, {3})};
  run.findings.front().phase = Phase::kRandom;
  EXPECT_NE(report({run}, {{"toy.py:solve", {"toy.py", 9}}}).find(fingerprint), std::string::npos);
}

TEST(SarifReport, IsNotBrokenByWhatCandidatesBring) {
  const ToyContract contract;
  RunReport run = hostile_run(contract);
  EXPECT_TRUE(parse_json(report({run}))) << report({run});
  run.candidate = "toy.py:solve";  // a name is no message, which alone may have links
  EXPECT_EQ(report({run}).find("[e](f)"), std::string::npos) << "a link";
}

TEST(FileUri, EncodesWhatAUriCannotHold) {
  EXPECT_EQ(file_uri("src/a b.py"), "src/a%20b.py");
  EXPECT_EQ(file_uri("/x/c:%.py"), "file:///x/c%3A%25.py");
  EXPECT_EQ(file_uri("\xc3\xa9\xff"), "%C3%A9%FF");
}

}  // namespace
}  // namespace gradvet
