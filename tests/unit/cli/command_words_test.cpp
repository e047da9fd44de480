#include <gtest/gtest.h>

#include <sstream>

#include "src/cli/exit_code.hpp"
#include "src/cli/messages.hpp"
#include "src/cli/pin_store.hpp"
#include "src/cli/python_program.hpp"
#include "src/cli/repeat_line.hpp"
#include "tests/unit/reporters/toy_contract.hpp"

namespace gradvet {
namespace {

TEST(ExitCodes, LetBrokenWinOverUsageUsageOverUnjudgedAndThatOverHeld) {
  EXPECT_EQ(worse(ExitCode::kBroken, ExitCode::kUnjudged), ExitCode::kBroken);
  EXPECT_EQ(worse(ExitCode::kUsage, ExitCode::kBroken), ExitCode::kBroken);
  EXPECT_EQ(worse(ExitCode::kUnjudged, ExitCode::kUsage), ExitCode::kUsage);
  EXPECT_EQ(worse(ExitCode::kHeld, ExitCode::kUnjudged), ExitCode::kUnjudged);
  EXPECT_EQ(worse(ExitCode::kBroken, ExitCode::kOwnBug), ExitCode::kOwnBug);
}

TEST(ExitCodes, TellAnAbsentCandidateFromOneThatCannotStart) {
  EXPECT_EQ(exit_code_of(Error{ErrorCode::kNoSuchFile, "", ""}), ExitCode::kUsage);
  EXPECT_EQ(exit_code_of(Error{ErrorCode::kStartFailed, "", ""}), ExitCode::kUnjudged);
  EXPECT_EQ(exit_code_of(Error{ErrorCode::kWrongArity, "", ""}), ExitCode::kUnjudged);
}

TEST(RepeatLine, QuotesWordsAndNamesTheChosenSeed) {
  EXPECT_EQ(repeat_line({"vet", "exec:python3 x.py", "--seed", "random"}, 42),
            "gradvet vet 'exec:python3 x.py' --seed 42");
  EXPECT_EQ(repeat_line({"vet", "a.py", "--seed=random"}, 42), "gradvet vet a.py --seed=42");
  EXPECT_EQ(repeat_line({"vet", "random"}, 42), "gradvet vet random");
}

TEST(PortableName, LeavesNoAbsolutePath) {
  EXPECT_EQ(portable_name("/home/ada/mean.py:solve"), "mean.py:solve");
  EXPECT_EQ(portable_name("sub/mean.py:solve"), "sub/mean.py:solve");
  EXPECT_EQ(portable_name("exec:/usr/bin/python3 /opt/x.py --fast"), "exec:python3 x.py --fast");
  EXPECT_EQ(portable_name("builtin:toy-mean/repair"), "builtin:toy-mean/repair");
}

TEST(PrintError, GivesNumberMessageAndHintWithoutControlCharacters) {
  std::ostringstream out;
  print_error(out, {ErrorCode::kMissingSymbol, "'a\x1b.so' exports no symbol", "export it"});
  EXPECT_EQ(out.str(), "gradvet: error[E204]: 'a\\x1b.so' exports no symbol; export it\n");
}

TEST(PythonProgram, HoldsFormFixturesAndVariant) {
  const ToyContract contract;
  const std::string program = python_program(contract, contract.repair(), nullptr, 3, "9.9");
  EXPECT_NE(program.find("\nN = 3\n"), std::string::npos) << program;
  EXPECT_NE(program.find("\n\ndef solve(rows, counts):\n    return [1]\n\n\ndef observed("), std::string::npos)
      << program;
  EXPECT_NE(program.find("\ncheck('one', lambda: solve([[1*N]], [1]), [1*N])\n"), std::string::npos) << program;
}

TEST(PythonProgram, IsEmptyWhereTheFormHasNoText) {
  const ToyContract contract;
  Form silent = contract.repair();
  silent.python = "";
  EXPECT_EQ(python_program(contract, silent, nullptr, 1, "9.9"), "");
}

}  // namespace
}  // namespace gradvet
