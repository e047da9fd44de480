#include <fmt/format.h>
#include <sched.h>
#include <signal.h>

#include "tests/e2e/gradvet_command.hpp"

namespace gradvet {
namespace {

using Vet = GradvetCommand;

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// The replay line of a console report.
std::string replay_line_of(const std::string& console) {
  const std::size_t at = console.find("gradvet replay ");
  return at == std::string::npos ? "" : console.substr(at, console.find('\n', at) - at);
}

TEST_F(Vet, HoldsARightCandidate) {
  copy_example("mean.py");
  const CommandResult run = gradvet({"vet", "mean.py"});
  EXPECT_EQ(run.status, 0) << run;
  EXPECT_TRUE(run.out.starts_with("held  mean.py:solve  vector-mean  float64\n")) << run;
  EXPECT_EQ(run.err, "") << run;
  EXPECT_FALSE(workshop_.has(".gradvet")) << "nothing was found, so nothing is pinned";
}

TEST_F(Vet, BreaksAWrongCandidateOnItsLeastCaseAndNamesTheMistake) {
  workshop_.write("mean.py",
                  "def solve(gradient_vectors, example_counts):\n"
                  "    return [sum(c) / len(c) for c in zip(*gradient_vectors)]\n");
  const CommandResult run = gradvet({"vet", "mean.py", "--contract", "FA-98881"});
  EXPECT_EQ(run.status, 1) << run;
  EXPECT_TRUE(run.out.starts_with("broken  mean.py:solve  vector-mean  float64\n")) << run;
  // The least there is: one microbatch, one coordinate, gradient 1, and the first count that is not the
  // number of rows.
  EXPECT_TRUE(contains(run.out, "microbatch 1  [1.0]             2\n")) << run;
  EXPECT_TRUE(contains(run.out, "vector-mean/microbatch-denominator (FA-98881), the failure\n")) << run;
  EXPECT_TRUE(contains(run.out, "wrong-value")) << run;
  EXPECT_TRUE(contains(run.out, "the least of all ")) << run;
  EXPECT_TRUE(contains(run.out, "gradvet explain vector-mean --source python --role repair")) << run;
  EXPECT_TRUE(contains(run.out, "fixtures    5 of 7 fail: ")) << run;
}

TEST_F(Vet, SaysSoWhenAMistakeHasNoName) {
  // max(count, 1) differs from the known mean of means where a count is 0.
  workshop_.write(
      "guarded.py",
      "def solve(gradient_vectors, example_counts):\n"
      "    means = [[v / max(n, 1) for v in row] for row, n in zip(gradient_vectors, example_counts)]\n"
      "    return [sum(c) / len(c) for c in zip(*means)]\n");
  const CommandResult run = gradvet({"vet", "guarded.py"});
  EXPECT_EQ(run.status, 1) << run;
  EXPECT_TRUE(contains(run.out, "mistake     none that gradvet knows by name")) << run;
  EXPECT_TRUE(contains(run.out, "fixtures    3 of 7 fail: two coordinates, zero coordinate, three vectors\n"))
      << run;
}

TEST_F(Vet, GivesAReplayLineThatAShellTakes) {
  copy_example("mean_of_means.py");
  const std::string line = replay_line_of(gradvet({"vet", "mean_of_means.py"}).out);
  ASSERT_NE(line, "");
  const CommandResult wrong = shell(line);
  EXPECT_EQ(wrong.status, 1) << wrong;
  EXPECT_TRUE(contains(wrong.out, "replayed")) << wrong;
  // The same case on a right candidate holds.
  copy_example("mean.py");
  const CommandResult right = shell(line.substr(0, line.rfind(' ')) + " mean.py");
  EXPECT_EQ(right.status, 0) << right;
}

TEST_F(Vet, GivesTheSameBytesForTheSameSeed) {
  copy_example("mean_of_means.py");
  for (const char* name : {"one.json", "two.json"}) {
    const CommandResult run =
        gradvet({"vet", "mean_of_means.py", "builtin:vector-mean/repair", "--seed", "7", "--cases", "500",
                 "--pins", "off", "--report", std::string("json=") + name});
    EXPECT_EQ(run.status, 1) << run;
  }
  EXPECT_EQ(workshop_.read("one.json"), workshop_.read("two.json"));
  EXPECT_TRUE(workshop_.read("one.json").starts_with(R"({"schema":"gradvet.report/1",)"));
}

TEST_F(Vet, PrintsTheSeedThatItChose) {
  const CommandResult run =
      gradvet({"vet", "builtin:vector-mean/repair", "--seed", "random", "--cases", "10", "--scope", "off"});
  EXPECT_EQ(run.status, 0) << run;
  EXPECT_TRUE(run.err.starts_with("gradvet: --seed random chose --seed ")) << run;
}

TEST_F(Vet, LetsBrokenWinOverUnjudgedAndUnjudgedOverHeld) {
  workshop_.write("no_function.py", "x = 1\n");
  copy_example("mean.py");
  copy_example("mean_of_means.py");
  const std::vector<std::string> common = {"--contract", "vector-mean", "--cases", "10", "--scope", "off"};
  const auto vet = [&](std::vector<std::string> candidates) {
    candidates.insert(candidates.begin(), "vet");
    candidates.insert(candidates.end(), common.begin(), common.end());
    return gradvet(candidates);
  };
  const CommandResult unjudged = vet({"mean.py", "no_function.py"});
  EXPECT_EQ(unjudged.status, 3) << unjudged;
  EXPECT_TRUE(contains(unjudged.err, "error[E203]")) << unjudged;
  EXPECT_TRUE(contains(unjudged.out, "2 candidates: 1 held, 0 broken, 1 unjudged\n")) << unjudged;
  EXPECT_EQ(vet({"no_function.py", "mean_of_means.py", "mean.py"}).status, 1);
}

TEST_F(Vet, EndsWithTwoWhereTheCommandDoesNotExist) {
  const CommandResult run = gradvet({"vet", "exec:/no/such/command", "--contract", "vector-mean"});
  EXPECT_EQ(run.status, 2) << run;
  EXPECT_TRUE(contains(run.out, "exec:/no/such/command")) << run;
}

TEST_F(Vet, ReportsToStdoutAndMovesTheConsoleToStderr) {
  const CommandResult run = gradvet(
      {"vet", "builtin:batch-total/repair", "--cases", "10", "--scope", "off", "--report", "observations=-"});
  EXPECT_EQ(run.status, 0) << run;
  EXPECT_TRUE(run.out.starts_with("{\"observations\": [{\"check\": \"short final batch\"")) << run;
  EXPECT_TRUE(contains(run.err, "held  builtin:batch-total/repair")) << run;
}

TEST_F(Vet, FailsAtOnceOnAReportThatCannotBeWritten) {
  const CommandResult run = gradvet(
      {"vet", "builtin:batch-total/repair", "--cases", "1000000000", "--report", "json=none/here.json"});
  EXPECT_EQ(run.status, 2) << run;
  EXPECT_TRUE(contains(run.err, "error[E302]: the report 'none/here.json' cannot be written")) << run;
}

TEST_F(Vet, SaysSoWhenAFullDiskTakesTheReport) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full here";
  const CommandResult run = gradvet(
      {"vet", "builtin:batch-total/repair", "--cases", "10", "--scope", "off", "--report", "json=/dev/full"});
  EXPECT_EQ(run.status, 2) << run;
  EXPECT_TRUE(contains(run.err, "error[E302]")) << run;
}

TEST_F(Vet, ColoursOnlyWhenAskedOrOnATerminal) {
  const std::vector<std::string> plain = {"vet", "builtin:batch-total/repair", "--cases", "10", "--scope",
                                          "off"};
  EXPECT_FALSE(contains(gradvet(plain).out, "\x1b"));
  std::vector<std::string> always = plain;
  always.insert(always.end(), {"--color", "always"});
  EXPECT_TRUE(contains(gradvet(always).out, "\x1b[32;1mheld"));
}

TEST_F(Vet, JudgesACommandThatSpeaksJsonLines) {
  copy_example("json_lines_mean.py");
  const CommandResult run = gradvet({"vet", "exec:python3 json_lines_mean.py", "--contract", "vector-mean",
                                     "--cases", "200", "--scope", "off"});
  EXPECT_EQ(run.status, 0) << run;
}

TEST_F(Vet, EndsWithThreeWhenInterruptedInAHangingCase) {
  workshop_.write("hangs.py",
                  "import time\n"
                  "def solve(gradient_vectors, example_counts):\n"
                  "    open('called', 'w').close()\n"
                  "    time.sleep(36000)\n");
  const Workshop::Started started = workshop_.start(
      GRADVET_PROGRAM,
      {"vet", "hangs.py", "--contract", "vector-mean", "--timeout", "10h", "--start-timeout", "10h"});
  while (!workshop_.has("called")) sched_yield();
  kill(started.process, SIGTERM);
  const CommandResult run = Workshop::wait_for(started);
  EXPECT_EQ(run.status, 3) << run;
  EXPECT_TRUE(contains(run.out, "interrupted while an answer of 'hangs.py:solve' was waited for")) << run;
}

TEST_F(Vet, EndsWithItsTimeInAHangingCase) {
  workshop_.write("hangs.py",
                  "import time\n"
                  "def solve(gradient_vectors, example_counts):\n"
                  "    time.sleep(36000)\n");
  const CommandResult run = gradvet({"vet", "hangs.py", "--contract", "vector-mean", "--timeout", "10h",
                                     "--start-timeout", "10h", "--time", "300ms"});
  EXPECT_EQ(run.status, 3) << run;
  EXPECT_TRUE(contains(run.out, "the time was over while an answer of 'hangs.py:solve'")) << run;
}

TEST_F(Vet, KeepsItsFindingsWhenInterrupted) {
  // Wrong on every fixture, and hangs where the hunt goes on to its scope.
  workshop_.write("hangs.py",
                  "import time\n"
                  "CALLS = 0\n"
                  "def solve(gradient_vectors, example_counts):\n"
                  "    global CALLS\n"
                  "    CALLS += 1\n"
                  "    if CALLS > 7:\n"
                  "        open('called', 'w').close()\n"
                  "        time.sleep(36000)\n"
                  "    return [123.0 for _ in (gradient_vectors or [[]])[0]]\n");
  const Workshop::Started started =
      workshop_.start(GRADVET_PROGRAM, {"vet", "hangs.py", "--contract", "vector-mean", "--timeout", "10h"});
  while (!workshop_.has("called")) sched_yield();
  kill(started.process, SIGINT);
  const CommandResult run = Workshop::wait_for(started);
  EXPECT_EQ(run.status, 1) << run;
  EXPECT_TRUE(workshop_.has(".gradvet/pins.jsonl")) << run;
}

TEST_F(Vet, EndsWithThreeWhenInterrupted) {
  const Workshop::Started started = workshop_.start(
      GRADVET_PROGRAM, {"vet", "builtin:vector-mean/repair", "--cases", "1000000000", "--verbose", "--report",
                        "json=run.json", "--report", "junit=run.xml"});
  // The hunt tells on stderr when its first phase begins; from then on the flag is watched.
  while (std::filesystem::file_size(started.err) == 0) sched_yield();
  kill(started.process, SIGINT);
  const CommandResult run = Workshop::wait_for(started);
  EXPECT_EQ(run.status, 3) << run;
  EXPECT_TRUE(contains(run.out, "because     E208: interrupted\n")) << run;
  EXPECT_TRUE(contains(workshop_.read("run.json"),
                       R"("verdict":"unjudged","reason":"interrupted","reason_code":"E208")"));
  EXPECT_TRUE(contains(workshop_.read("run.xml"), R"(message="E208: interrupted")"));
}

TEST_F(Vet, TakesTwoSignalsAtOnceForOne) {
  // As timeout(1) sends them: to the process, and again to its group.
  const Workshop::Started started = workshop_.start(
      GRADVET_PROGRAM, {"vet", "builtin:vector-mean/repair", "--cases", "1000000000", "--verbose"});
  while (std::filesystem::file_size(started.err) == 0) sched_yield();
  kill(started.process, SIGTERM);
  kill(started.process, SIGTERM);
  kill(started.process, SIGINT);
  const CommandResult run = Workshop::wait_for(started);
  EXPECT_EQ(run.status, 3) << run;
  EXPECT_TRUE(contains(run.out, "interrupted")) << run;
}

TEST_F(Vet, JudgesByTheLawsAlone) {
  copy_example("mean.py");
  workshop_.write("rows.py",
                  "def solve(gradient_vectors, example_counts):\n"
                  "    return [sum(c) / len(c) for c in zip(*gradient_vectors)]\n");
  const CommandResult held = gradvet({"vet", "mean.py", "--laws-only", "--cases", "500"});
  EXPECT_EQ(held.status, 0) << held;
  EXPECT_TRUE(contains(held.out, "laws        keeps all 9 laws; no value was held against the oracle\n"))
      << held;
  const CommandResult broken =
      gradvet({"vet", "rows.py", "--laws-only", "--cases", "500", "--report", "json=laws.json"});
  EXPECT_EQ(broken.status, 1) << broken;
  EXPECT_TRUE(contains(broken.out, "merge-all: all microbatches merged into one give the same mean\n"))
      << broken;
  EXPECT_FALSE(contains(broken.out, "expected")) << broken;
  EXPECT_TRUE(contains(workshop_.read("laws.json"), R"("judge":"laws")"));
}

TEST_F(Vet, ShowsEveryDistinctMistakeWhenAsked) {
  workshop_.write("two.py",
                  "def solve(gradient_vectors, example_counts):\n"
                  "    total = sum(example_counts)\n"
                  "    if len(gradient_vectors) >= 3:\n"
                  "        total = len(gradient_vectors)\n"
                  "    elif 0 in example_counts:\n"
                  "        total = total / 2\n"
                  "    return [sum(c) / total for c in zip(*gradient_vectors)]\n");
  const CommandResult one = gradvet({"vet", "two.py", "--pins", "off", "--cases", "1000"});
  EXPECT_FALSE(contains(one.out, "FA-98881")) << one;
  const CommandResult all = gradvet({"vet", "two.py", "--all", "--pins", "off", "--cases", "1000"});
  EXPECT_EQ(all.status, 1) << all;
  EXPECT_TRUE(contains(all.out, "FA-98881")) << all;
  EXPECT_TRUE(contains(all.out, "microbatch 2  [1.0]             1*\n")) << all;
}

TEST_F(Vet, JudgesARewriteByWhatItReplaces) {
  workshop_.write("old.py",
                  "def solve(gradient_vectors, example_counts):\n"
                  "    total = sum(example_counts)\n"
                  "    return [sum(c) / total for c in zip(*gradient_vectors)]\n");
  workshop_.write("new.py",
                  "import math\n"
                  "def solve(gradient_vectors, example_counts):\n"
                  "    total = sum(example_counts)\n"
                  "    return [math.fsum(c) / total for c in zip(*gradient_vectors)]\n");
  const CommandResult same =
      gradvet({"vet", "old.py", "--against", "old.py", "--pins", "off", "--cases", "500"});
  EXPECT_EQ(same.status, 0) << same;
  EXPECT_TRUE(contains(same.out, "against     old.py:solve, in the same bits; ")) << same;
  const CommandResult apart = gradvet({"vet", "new.py", "--against", "old.py", "--pins", "off"});
  EXPECT_EQ(apart.status, 1) << apart;
  EXPECT_TRUE(contains(apart.out, "in bits     reference ")) << apart;
  EXPECT_FALSE(contains(apart.out, "mistake")) << apart;
  // Its replay line carries the reference, and the case fails again; a wide limit takes it.
  const std::string line = replay_line_of(apart.out);
  EXPECT_TRUE(line.ends_with(" --candidate new.py:solve --against old.py:solve")) << line;
  EXPECT_EQ(shell(line).status, 1);
  EXPECT_EQ(shell(line + " --within 1000000000000").status, 0);
}

TEST_F(Vet, ComparesCandidatesPairByPair) {
  copy_example("mean.py");
  copy_example("mean_of_means.py");
  const CommandResult run = gradvet({"vet", "mean.py", "mean_of_means.py", "builtin:batch-total/repair",
                                     "--pins", "off", "--cases", "200", "--report", "json=pairs.json"});
  EXPECT_EQ(run.status, 1) << run;
  EXPECT_TRUE(contains(run.out, "pair  mean.py:solve  mean_of_means.py:solve  vector-mean  float64\n"))
      << run;
  // The least case on which one of them has no answer: no examples in the first microbatch.
  EXPECT_TRUE(contains(run.out, "second      an exception: ZeroDivisionError")) << run;
  EXPECT_TRUE(contains(workshop_.read("pairs.json"), R"("pairs":[{"first":"mean.py:solve")"));
}

}  // namespace
}  // namespace gradvet
