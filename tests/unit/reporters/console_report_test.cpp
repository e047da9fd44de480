#include "src/reporters/console_report.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

#include "tests/unit/reporters/toy_contract.hpp"

namespace gradvet {
namespace {

std::string report(const std::vector<RunReport>& runs, Colour colour = Colour::kOff,
                   Detail detail = Detail::kBrief) {
  std::ostringstream out;
  ConsoleReport(colour, detail)
      .write({.version = "0.1.0", .seed = 1, .command_line = "", .pin_file = "", .pairs = {}}, runs, out);
  return out.str();
}

/// Compares with the approved text. To approve a change: run with GRADVET_APPROVE=1 and read the difference
/// in git.
void expect_approved(const std::string& name, const std::string& text) {
  const std::string path = std::string(GRADVET_GOLDEN_FOLDER) + "/" + name;
  if (std::getenv("GRADVET_APPROVE") != nullptr) std::ofstream(path, std::ios::binary) << text;
  std::ifstream stream(path, std::ios::binary);
  const std::string approved(std::istreambuf_iterator<char>(stream), {});
  EXPECT_EQ(text, approved) << path;
}

TEST(ConsoleReport, ShowsAFindingAsApproved) {
  const ToyContract contract;
  expect_approved("console_broken.txt", report({broken_run(contract)}));
}

TEST(ConsoleReport, ShowsAHeldRunAsApproved) {
  const ToyContract contract;
  expect_approved("console_held.txt", report({held_run(contract)}));
}

TEST(ConsoleReport, ClaimsNoMoreThanItsPartForAShard) {
  const ToyContract contract;
  RunReport run = held_run(contract);
  run.shard = ShardReport{{3, 8}, false, ""};
  const std::string text = report({run});
  EXPECT_NE(text.find("  shard       3 of 8: this part alone; gradvet merge judges all parts"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("  scope       its part of every case with "), std::string::npos) << text;
}

TEST(ConsoleReport, ShowsEveryObservationWhenVerboseAsApproved) {
  const ToyContract contract;
  expect_approved("console_verbose.txt", report({broken_run(contract)}, Colour::kOff, Detail::kVerbose));
}

TEST(ConsoleReport, ShowsACrashInALongSequenceAsApproved) {
  const ToyContract contract;
  RunReport run = broken_run(contract);
  Finding& finding = run.findings.front();
  finding.kind = FindingKind::kCrash;
  finding.phase = Phase::kRandom;
  finding.outcome = Crash{"signal 11 (SIGSEGV)", "first\n\x1b[2Jsecond\n"};
  finding.excess.reset();
  finding.explanation.reset();
  finding.free_numbers.clear();
  finding.least_in.reset();
  finding.mistake.reset();
  finding.calls = 57;
  finding.cases = {contract.make_case(std::vector<double>(40, 0.5), std::vector<std::int64_t>(20, 1)),
                   contract.make_case({}, {})};
  run.notes = {"its values came as float32"};
  expect_approved("console_crash.txt", report({run, held_run(contract)}));
}

TEST(ConsoleReport, NamesTheCoordinateThatIsFurthestOutside) {
  const ToyContract contract;
  RunReport run = broken_run(contract);
  Finding& finding = run.findings.front();
  finding.cases = {contract.make_case(std::vector<double>(20, 1.0), {2})};
  finding.expected.numbers.assign(20, Rational(1, 2));
  std::get<Answer>(finding.outcome).numbers.assign(20, 0.5);
  std::get<Answer>(finding.outcome).numbers[16] = 0.75;
  finding.coordinate = 16;
  EXPECT_NE(report({run}).find("coordinate 17 of 20: expected 1/2 = 0.5, got 0.75"), std::string::npos)
      << report({run});
}

TEST(ConsoleReport, SaysWhatTheDeclaredOrderGives) {
  const ToyContract contract;
  RunReport run = broken_run(contract);
  ValueExplanation& value = *run.findings.front().explanation;
  value.actual = 0.5000000000000001;
  value.actual_bits = 0x3fe0000000000001;
  value.error_ulp = 1;
  value.given = GivenByOrder{SummationOrder::kSequential, 0.5, 0.5, 0x3fe0000000000000, 0x3fe0000000000000};
  expect_approved("console_order.txt", report({run}));
}

TEST(ConsoleReport, SaysFromWhereToWhereADeclaredOrderCanGo) {
  const ToyContract contract;
  RunReport run = broken_run(contract);
  ValueExplanation& value = *run.findings.front().explanation;
  value.given =
      GivenByOrder{SummationOrder::kSumThenDivide, 0.25, 0.5, 0x3fd0000000000000, 0x3fe0000000000000};
  const std::string text = report({run});
  EXPECT_NE(
      text.find("order=sum-then-divide can give 0.25 (0x3fd0000000000000) to 0.5 (0x3fe0000000000000)\n"),
      std::string::npos)
      << text;
  // 4.504e+15 ULP away is no question of order.
  EXPECT_EQ(text.find("near enough"), std::string::npos) << text;
}

TEST(ConsoleReport, BlamesRoundingWhereTheOrderAloneIsWrong) {
  const ToyContract contract;
  RunReport run = broken_run(contract);
  Finding& finding = run.findings.front();
  finding.weights.emplace().conclusion = WeightReport::Conclusion::kRightWeights;
  EXPECT_NE(report({run}).find("the weights are right; the fault depends on magnitude"), std::string::npos);
  finding.explanation->error_ulp = 1;
  finding.explanation->given =
      GivenByOrder{SummationOrder::kPairwise, 0.5, 0.5, 0x3fe0000000000000, 0x3fe0000000000000};
  EXPECT_NE(report({run}).find("the weights are right; the rounding is not"), std::string::npos);
}

/// 1 is 2^1074 least subnormals away from 0.
TEST(ConsoleReport, CountsNoUlpFromZeroToANormalNumber) {
  const ToyContract contract;
  RunReport run = broken_run(contract);
  run.findings.front().explanation->nearest = 0;
  run.findings.front().explanation->error_ulp = Rational(Integer(1) << 1074);
  EXPECT_EQ(report({run}).find("ULP away"), std::string::npos);
  run.findings.front().explanation->error_ulp = 3;
  EXPECT_NE(report({run}).find("3 ULP away"), std::string::npos);
}

TEST(ConsoleReport, EscapesWhatCandidatesBring) {
  const ToyContract contract;
  RunReport run = broken_run(contract);
  run.candidate = "evil\x1b[2J.py";
  run.observations.front().check = "a\x07z";
  run.observations.front().actual = "\"\x1b\"";
  run.notes = {"\x1b"};
  run.reason = "\x1b";
  run.findings.front().outcome = Exception{"\x1b]0;title\x07"};
  const std::string text = report({run}, Colour::kOff, Detail::kVerbose);
  for (const char c : text) EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20) << text;
}

TEST(ConsoleReport, ColoursTheVerdictOnlyWhenAsked) {
  const ToyContract contract;
  EXPECT_EQ(report({held_run(contract)}).find('\x1b'), std::string::npos);
  EXPECT_TRUE(report({held_run(contract)}, Colour::kOn).starts_with("\x1b[32;1mheld\x1b[0m"));
}

}  // namespace
}  // namespace gradvet
