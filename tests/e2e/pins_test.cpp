#include <algorithm>

#include "tests/e2e/gradvet_command.hpp"

namespace gradvet {
namespace {

using Pins = GradvetCommand;

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

std::ptrdiff_t lines_in(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

constexpr const char* kPinFile = ".gradvet/pins.jsonl";
constexpr const char* kRight =
    "def solve(gradient_vectors, example_counts):\n"
    "    total = sum(example_counts)\n"
    "    return [sum(column) / total for column in zip(*gradient_vectors)]\n";

TEST_F(Pins, AreMadeAndThenReplayedFirst) {
  copy_example("mean_of_means.py");
  EXPECT_EQ(gradvet({"vet", "mean_of_means.py"}).status, 1);
  const std::string pins = workshop_.read(kPinFile);
  EXPECT_EQ(lines_in(pins), 1) << pins;
  EXPECT_TRUE(contains(pins, R"("schema":"gradvet.pin/1")")) << pins;
  EXPECT_TRUE(contains(pins, R"("candidate":"mean_of_means.py:solve")")) << pins;
  const CommandResult again = gradvet({"vet", "mean_of_means.py", "--scope", "off", "--cases", "0"});
  EXPECT_EQ(again.status, 1) << again;
  EXPECT_TRUE(contains(again.out, "1 pin")) << again;
  EXPECT_EQ(workshop_.read(kPinFile), pins) << "the same finding is the same pin";
}

TEST_F(Pins, StayWhenTheCandidateIsRepaired) {
  copy_example("mean_of_means.py");
  EXPECT_EQ(gradvet({"vet", "mean_of_means.py"}).status, 1);
  const std::string pins = workshop_.read(kPinFile);
  workshop_.write("mean_of_means.py", kRight);
  const CommandResult repaired = gradvet({"vet", "mean_of_means.py", "--cases", "10"});
  EXPECT_EQ(repaired.status, 0) << repaired;
  EXPECT_TRUE(contains(repaired.out, "1 pin")) << repaired;
  EXPECT_EQ(workshop_.read(kPinFile), pins);
}

TEST_F(Pins, AreReplayedByTheirLine) {
  copy_example("mean_of_means.py");
  EXPECT_EQ(gradvet({"vet", "mean_of_means.py"}).status, 1);
  const CommandResult run = gradvet({"replay", ".gradvet/pins.jsonl:1", "--candidate", "mean_of_means.py"});
  EXPECT_EQ(run.status, 1) << run;
  const CommandResult beyond =
      gradvet({"replay", ".gradvet/pins.jsonl:9", "--candidate", "mean_of_means.py"});
  EXPECT_EQ(beyond.status, 2) << beyond;
  EXPECT_TRUE(contains(beyond.err, "has no line 9")) << beyond;
}

TEST_F(Pins, KeepALineThatCannotBeReadAndReportItsNumber) {
  copy_example("mean_of_means.py");
  EXPECT_EQ(gradvet({"vet", "mean_of_means.py"}).status, 1);
  workshop_.write(kPinFile, "<<<<<<< HEAD\n" + workshop_.read(kPinFile));
  const CommandResult run = gradvet({"vet", "builtin:vector-mean/microbatch-denominator/failure"});
  EXPECT_EQ(run.status, 1) << run;
  EXPECT_TRUE(contains(run.err, "warning: .gradvet/pins.jsonl:1 is no pin")) << run;
  EXPECT_TRUE(contains(run.out, "1 pin")) << "the other line is used" << run;
  EXPECT_TRUE(contains(workshop_.read(kPinFile), "<<<<<<< HEAD\n"));
}

TEST_F(Pins, OfTwoRunsAtOnceAreBothThere) {
  workshop_.write("a.py",
                  "def solve(gradient_vectors, example_counts):\n"
                  "    return [sum(c) / len(c) for c in zip(*gradient_vectors)]\n");
  workshop_.write("b.py",
                  "def solve(batch_sizes, target):\n    return sum(batch_sizes) // target * target\n");
  const std::vector<std::string> rest = {"--cases", "0"};
  const Workshop::Started a = workshop_.start(GRADVET_PROGRAM, {"vet", "a.py", "--cases", "0"});
  const Workshop::Started b = workshop_.start(GRADVET_PROGRAM, {"vet", "b.py", "--cases", "0"});
  const CommandResult ran_a = Workshop::wait_for(a);
  const CommandResult ran_b = Workshop::wait_for(b);
  EXPECT_EQ(ran_a.status, 1) << ran_a;
  EXPECT_EQ(ran_b.status, 1) << ran_b;
  const std::string pins = workshop_.read(kPinFile);
  EXPECT_TRUE(contains(pins, "\"vector-mean\"") && contains(pins, "\"batch-total\"")) << pins;
}

TEST_F(Pins, AreListedAndRemovedByLine) {
  copy_example("mean_of_means.py");
  EXPECT_EQ(gradvet({"vet", "mean_of_means.py"}).status, 1);
  const CommandResult list = gradvet({"pins", "list"});
  EXPECT_EQ(list.status, 0) << list;
  EXPECT_TRUE(list.out.starts_with("   1  vector-mean  wrong-value  ")) << list;
  EXPECT_EQ(gradvet({"pins", "remove", "2"}).status, 2);
  EXPECT_EQ(gradvet({"pins", "remove", "one"}).status, 2);
  const CommandResult removed = gradvet({"pins", "remove", "1"});
  EXPECT_EQ(removed.status, 0) << removed;
  EXPECT_EQ(gradvet({"pins", "list"}).out, "no pins in .gradvet/pins.jsonl\n");
}

TEST_F(Pins, ArePrintedWhereTheFolderCannotBeWritten) {
  copy_example("mean_of_means.py");
  workshop_.write("blocked", "a file where the folder should be");
  const CommandResult run = gradvet({"vet", "mean_of_means.py", "--pins", "blocked/pins.jsonl"});
  // Either it cannot be read (a configuration mistake) or it cannot be written (a warning with the pin); it
  // is never dropped without a word.
  EXPECT_NE(run.status, 0) << run;
  EXPECT_TRUE(contains(run.err, "blocked/pins.jsonl")) << run;
}

TEST_F(Pins, AreLeftAloneWhenSwitchedOff) {
  copy_example("mean_of_means.py");
  EXPECT_EQ(gradvet({"vet", "mean_of_means.py", "--pins", "off"}).status, 1);
  EXPECT_FALSE(workshop_.has(".gradvet"));
}

TEST_F(Pins, HoldNoAbsolutePath) {
  copy_example("mean_of_means.py");
  const std::string absolute = (workshop_.folder() / "mean_of_means.py").string();
  EXPECT_EQ(gradvet({"vet", absolute}).status, 1);
  EXPECT_FALSE(contains(workshop_.read(kPinFile), workshop_.folder().string()));
}

}  // namespace
}  // namespace gradvet
