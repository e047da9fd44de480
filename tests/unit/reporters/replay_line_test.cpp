#include "src/reporters/replay_line.hpp"

#include <gtest/gtest.h>

#include "src/core/candidate.hpp"

#include "tests/unit/reporters/toy_contract.hpp"

namespace gradvet {
namespace {

class ReplayLine : public ::testing::Test {
 protected:
  ToyContract contract_;
  RunReport run_ = broken_run(contract_);
  Session session_;
  std::string line() const { return replay_line(session_, run_, run_.findings.front()); }
};

TEST(ShellWord, QuotesOnlyWhereItMust) {
  EXPECT_EQ(shell_word("mean.py:solve"), "mean.py:solve");
  EXPECT_EQ(shell_word("exec:python3 x.py"), "'exec:python3 x.py'");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
}

TEST_F(ReplayLine, NamesCaseContractAndCandidate) {
  EXPECT_EQ(line(),
            R"(gradvet replay '{"rows":[[1.0]],"counts":[2]}' --contract toy-mean --candidate toy.py:solve)");
}

TEST_F(ReplayLine, CarriesAProfileThatIsNotTheUsualOne) {
  run_.profile = *parse_profile("float32");
  EXPECT_TRUE(line().ends_with(" --candidate toy.py:solve --profile float32")) << line();
}

TEST_F(ReplayLine, CarriesATimeLimitThatIsNotTheUsualOne) {
  run_.findings.front().outcome = TimedOut{std::chrono::milliseconds(250)};
  EXPECT_TRUE(line().ends_with(" --timeout 250ms")) << line();
  run_.findings.front().outcome = TimedOut{CandidateLimits{}.per_case};
  EXPECT_TRUE(line().ends_with("toy.py:solve")) << line();
}

TEST_F(ReplayLine, CarriesASequenceThatNeedsItsHistory) {
  run_.findings.front().cases.push_back(contract_.make_case({}, {}));
  EXPECT_NE(line().find(R"('{"cases":[{"rows":[[1.0]],"counts":[2]},{"rows":[],"counts":[]}]}')"),
            std::string::npos)
      << line();
}

TEST_F(ReplayLine, NamesALongCaseByItsLineInThePinFile) {
  run_.findings.front().cases = {contract_.make_case(std::vector<double>(2000, 0.5), {1})};
  EXPECT_GT(line().size(), 4096U) << "not pinned: there is nothing shorter that shows it";
  run_.findings.front().pin_line = 3;
  session_.pin_file = ".gradvet/pins.jsonl";
  EXPECT_EQ(line(), "gradvet replay .gradvet/pins.jsonl:3 --contract toy-mean --candidate toy.py:solve");
}

}  // namespace
}  // namespace gradvet
