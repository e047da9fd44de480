#include "src/cli/output_flags.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "tests/unit/reporters/toy_contract.hpp"

namespace gradvet {
namespace {

class Output : public ::testing::Test {
 protected:
  std::ostringstream out_;
  std::ostringstream err_;
  std::atomic<bool> interrupted_{false};
  Environment environment_{.contracts = {},
                           .builtins = {},
                           .reporters = reporter_table(),
                           .version = "9.9",
                           .arguments = {},
                           .out = out_,
                           .err = err_,
                           .python = {},
                           .interrupted = interrupted_};
  OutputFlags flags_;
  ToyContract contract_;

  void write() {
    const RunReport run = held_run(contract_);
    ASSERT_TRUE(ReportSet::open(flags_, {held_run(contract_).candidate}, environment_)->write({}, {&run, 1}));
  }
};

TEST_F(Output, ShowsTheConsoleOnStdout) {
  write();
  EXPECT_TRUE(out_.str().starts_with("held  "));
  EXPECT_EQ(err_.str(), "");
}

TEST_F(Output, MovesTheConsoleToStderrWhenAReportTakesStdout) {
  flags_.reports = {"json=-"};
  write();
  EXPECT_TRUE(out_.str().starts_with("{\"schema\""));
  EXPECT_TRUE(err_.str().starts_with("held  "));
}

TEST_F(Output, WritesTheConsoleOnceWhereItIsNamed) {
  flags_.reports = {"console=-"};
  write();
  EXPECT_TRUE(out_.str().starts_with("held  "));
  EXPECT_EQ(err_.str(), "");
}

TEST_F(Output, IsColouredOnATerminalUnlessNotWanted) {
  EXPECT_EQ(*read_colour(flags_, StreamKind::kOther, environment_), Colour::kOff);
  EXPECT_EQ(*read_colour(flags_, StreamKind::kTerminal, environment_), Colour::kOn);
  environment_.is_colour_unwanted = true;
  EXPECT_EQ(*read_colour(flags_, StreamKind::kTerminal, environment_), Colour::kOff);
  flags_.colour = "always";
  EXPECT_EQ(*read_colour(flags_, StreamKind::kOther, environment_), Colour::kOn)
      << "a flag wins over NO_COLOR";
}

TEST_F(Output, ShowsProgressOnATerminal) {
  EXPECT_EQ(*read_progress(flags_, environment_), ProgressMode::kNone);
  flags_.is_verbose = true;
  EXPECT_EQ(*read_progress(flags_, environment_), ProgressMode::kPhases);
  environment_.err_kind = StreamKind::kTerminal;
  EXPECT_EQ(*read_progress(flags_, environment_), ProgressMode::kLine);
  flags_.progress = "never";
  EXPECT_EQ(*read_progress(flags_, environment_), ProgressMode::kNone);
}

}  // namespace
}  // namespace gradvet
