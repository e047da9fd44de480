#include <algorithm>

#include "tests/e2e/gradvet_command.hpp"

namespace gradvet {
namespace {

using Pins = GradvetCommand;

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

std::ptrdiff_t lines_in(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

constexpr const char* kPinFile = ".gradvet/pins.jsonl";
/// Divides by the number of microbatches: one finding, one pin.
constexpr const char* kWrong =
    "def solve(gradient_vectors, example_counts):\n"
    "    return [sum(column) / len(column) for column in zip(*gradient_vectors)]\n";
constexpr const char* kRight =
    "def solve(gradient_vectors, example_counts):\n"
    "    total = sum(example_counts)\n"
    "    return [sum(column) / total for column in zip(*gradient_vectors)]\n";

TEST_F(Pins, AreMadeAndThenReplayedFirst) {
  workshop_.write("wrong.py", kWrong);
  EXPECT_EQ(gradvet({"vet", "wrong.py"}).status, 1);
  const std::string pins = workshop_.read(kPinFile);
  EXPECT_EQ(lines_in(pins), 1) << pins;
  EXPECT_TRUE(contains(pins, R"("schema":"gradvet.pin/1")")) << pins;
  EXPECT_TRUE(contains(pins, R"("candidate":"wrong.py:solve")")) << pins;
  const CommandResult again = gradvet({"vet", "wrong.py", "--scope", "off", "--cases", "0"});
  EXPECT_EQ(again.status, 1) << again;
  EXPECT_TRUE(contains(again.out, "1 pin")) << again;
  EXPECT_EQ(workshop_.read(kPinFile), pins) << "the same finding is the same pin";
}

TEST_F(Pins, StayWhenTheCandidateIsRepaired) {
  workshop_.write("wrong.py", kWrong);
  EXPECT_EQ(gradvet({"vet", "wrong.py"}).status, 1);
  const std::string pins = workshop_.read(kPinFile);
  workshop_.write("wrong.py", kRight);
  const CommandResult repaired = gradvet({"vet", "wrong.py", "--cases", "10"});
  EXPECT_EQ(repaired.status, 0) << repaired;
  EXPECT_TRUE(contains(repaired.out, "1 pin")) << repaired;
  EXPECT_EQ(workshop_.read(kPinFile), pins);
}

TEST_F(Pins, AreReplayedByTheirLine) {
  workshop_.write("wrong.py", kWrong);
  EXPECT_EQ(gradvet({"vet", "wrong.py"}).status, 1);
  const CommandResult run = gradvet({"replay", ".gradvet/pins.jsonl:1", "--candidate", "wrong.py"});
  EXPECT_EQ(run.status, 1) << run;
  const CommandResult beyond = gradvet({"replay", ".gradvet/pins.jsonl:9", "--candidate", "wrong.py"});
  EXPECT_EQ(beyond.status, 2) << beyond;
  EXPECT_TRUE(contains(beyond.err, "has no line 9")) << beyond;
}

TEST_F(Pins, KeepALineThatCannotBeReadAndReportItsNumber) {
  workshop_.write("wrong.py", kWrong);
  EXPECT_EQ(gradvet({"vet", "wrong.py"}).status, 1);
  workshop_.write(kPinFile, "<<<<<<< HEAD\n" + workshop_.read(kPinFile));
  const CommandResult run = gradvet({"vet", "builtin:vector-mean/microbatch-denominator/failure"});
  EXPECT_EQ(run.status, 1) << run;
  EXPECT_TRUE(contains(run.err, "warning: .gradvet/pins.jsonl:1 is no pin")) << run;
  EXPECT_TRUE(contains(run.out, "1 pin")) << "the other line is used" << run;
  EXPECT_TRUE(contains(workshop_.read(kPinFile), "<<<<<<< HEAD\n"));
}

TEST_F(Pins, OfTwoRunsAtOnceAreBothThere) {
  workshop_.write("a.py", kWrong);
  workshop_.write("b.py",
                  "def solve(batch_sizes, target):\n    return sum(batch_sizes) // target * target\n");
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
  workshop_.write("wrong.py", kWrong);
  EXPECT_EQ(gradvet({"vet", "wrong.py"}).status, 1);
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
  workshop_.write("wrong.py", kWrong);
  workshop_.write("blocked", "a file where the folder should be");
  const CommandResult run = gradvet({"vet", "wrong.py", "--pins", "blocked/pins.jsonl"});
  // Either it cannot be read (a configuration mistake) or it cannot be written (a warning with the pin); it
  // is never dropped without a word.
  EXPECT_NE(run.status, 0) << run;
  EXPECT_TRUE(contains(run.err, "blocked/pins.jsonl")) << run;
}

TEST_F(Pins, AreLeftAloneWhenSwitchedOff) {
  workshop_.write("wrong.py", kWrong);
  EXPECT_EQ(gradvet({"vet", "wrong.py", "--pins", "off"}).status, 1);
  EXPECT_FALSE(workshop_.has(".gradvet"));
}

TEST_F(Pins, HoldNoAbsolutePath) {
  workshop_.write("wrong.py", kWrong);
  const std::string absolute = (workshop_.folder() / "wrong.py").string();
  EXPECT_EQ(gradvet({"vet", absolute}).status, 1);
  EXPECT_FALSE(contains(workshop_.read(kPinFile), workshop_.folder().string()));
}

}  // namespace
}  // namespace gradvet
