// What gradvet prints for man and for the shells, in the hands of man and of the shells.

#include "tests/e2e/gradvet_command.hpp"

namespace gradvet {
namespace {

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

class ShellPages : public GradvetCommand {
 protected:
  bool has(const std::string& program) const { return shell("command -v " + program).status == 0; }

  /// What bash would offer for the last of these words.
  std::string completed(const std::string& words) const {
    workshop_.write("gradvet.bash", gradvet({"completions", "bash"}).out);
    const CommandResult run =
        shell("bash -c 'source ./gradvet.bash; COMP_WORDS=(" + words +
              "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _gradvet; echo \"${COMPREPLY[@]}\"'");
    EXPECT_EQ(run.status, 0) << run;
    return run.out;
  }
};

TEST_F(ShellPages, BashCompletesCommandsFlagsAndValues) {
  workshop_.write("candidate.py", "");
  EXPECT_EQ(completed("gradvet ex"), "explain\n");
  EXPECT_EQ(completed("gradvet vet --contr"), "--contract\n");
  EXPECT_EQ(completed("gradvet vet x.py --contract vector"), "vector-mean\n");
  EXPECT_EQ(completed("gradvet vet --report sa"), "sarif=\n");
  EXPECT_EQ(completed("gradvet vet candid"), "candidate.py\n");
  EXPECT_EQ(completed("gradvet pins re"), "remove\n");
  EXPECT_EQ(completed("gradvet vet --no-such"), "\n");
}

TEST_F(ShellPages, ZshAndFishTakeTheirScripts) {
  std::size_t tried = 0;
  for (const std::string name : {"zsh", "fish"}) {
    if (!has(name)) continue;
    ++tried;
    workshop_.write(name + ".script", gradvet({"completions", name}).out);
    const CommandResult read = shell(name + " -n " + name + ".script");
    EXPECT_EQ(read.status, 0) << read;
    EXPECT_EQ(read.err, "") << read;
  }
  if (tried == 0) GTEST_SKIP() << "needs zsh or fish";
}

TEST_F(ShellPages, FishCompletesAContract) {
  if (!has("fish")) GTEST_SKIP() << "needs fish";
  workshop_.write("gradvet.fish", gradvet({"completions", "fish"}).out);
  const CommandResult run =
      shell("fish -c 'source gradvet.fish; complete -C \"gradvet vet --contract token\"'");
  EXPECT_TRUE(run.out.starts_with("token-mean\t")) << run;
}

TEST_F(ShellPages, NoOtherShellHasAScript) {
  const CommandResult run = gradvet({"completions", "csh"});
  EXPECT_EQ(run.status, 2) << run;
  EXPECT_TRUE(contains(run.err, "no shell is called 'csh'; did you mean 'zsh'?")) << run;
}

TEST_F(ShellPages, TheManualHasEveryCommandAndManTakesIt) {
  const CommandResult page = gradvet({"manual"});
  for (const char* command : {"vet", "audit", "replay", "list", "explain", "pins list", "pins remove"})
    EXPECT_TRUE(contains(page.out, std::string(".SS \"gradvet ") + command)) << command;
  EXPECT_TRUE(contains(page.out, "\\fB\\-\\-contract\\fR \\fINAME\\fR")) << page.out;
  if (!has("man")) GTEST_SKIP() << "needs man";
  workshop_.write("gradvet.1", page.out);
  const CommandResult shown = shell("LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings -l ./gradvet.1");
  EXPECT_EQ(shown.status, 0) << shown;
  EXPECT_EQ(shown.err, "") << shown;
  EXPECT_TRUE(contains(shown.out, "--contract NAME")) << shown;
}

}  // namespace
}  // namespace gradvet
