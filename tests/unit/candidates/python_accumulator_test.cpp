// A Python class with the methods of an accumulator.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/candidates/python_candidate.hpp"
#include "tests/unit/candidates/operation_cases.hpp"

namespace gradvet {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr CandidateLimits kLimits{milliseconds(20000), milliseconds(60000), 4ULL << 30};

Trial ask(const std::string& name, const std::vector<Case>& cases) {
  return try_candidate(fixture_path("accumulators.py") + ":" + name, cases, kLimits, TokenText::kKept,
                       bare_accumulator());
}

std::string answer(const std::string& name, const std::string& operations,
                   const std::string& policy = "skip-window") {
  const Trial trial = ask(name, {operations_case(operations, policy)});
  EXPECT_TRUE(trial.status.has_value()) << (trial.status ? "" : trial.status.error().message);
  return trial.status ? outcome_text(trial.outcomes[0]) : "";
}

Error refusal(const std::string& name) {
  const Trial trial = ask(name, {operations_case("")});
  return trial.status ? Error{ErrorCode::kNotYet, "loaded", ""} : trial.status.error();
}

const std::string kTwoWindows =
    R"(["add",[4.0,6.0],1,2.0],["add",[2.0,0.0],3,1.0],["step"],["add",[7.0,0.0],2,1.0],["step"],["step"])";
const std::string kResumed = R"(["add",[2.0],1,1.0],["save"],["load"],["step"])";

TEST(PythonAccumulator, GivesARowForEachStep) {
  EXPECT_EQ(answer("Right", kTwoWindows), "[[1.0, 0.75], [3.5, 0.0], null]");
  EXPECT_EQ(answer("Right", ""), "[]");
  EXPECT_EQ(answer("Right", R"(["add",[2.0],1,1.0],["reset"],["add",[3.0],1,1.0],["step"])"), "[[3.0]]");
}

TEST(PythonAccumulator, IsGivenThePolicyAsAWordAndNumbersThatAreNone) {
  const std::string window =
      R"(["add",[2.0],1,1.0],["add",["NaN"],1,1.0],["add",["-Infinity"],1,1.0],["step"])";
  EXPECT_EQ(answer("Right", window), "[null]");
  EXPECT_EQ(answer("Right", window, "skip-microbatch"), "[[2.0]]");
}

TEST(PythonAccumulator, LoadsWhatWasSavedAsItWasThen) {
  for (const char* name : {"Right", "ReusesItsLists"}) {
    EXPECT_EQ(answer(name, R"(["add",[2.0],1,1.0],["save"],["step"],["add",[6.0],1,1.0],["load"],["step"])"),
              "[[2.0], [2.0]]");
    EXPECT_EQ(answer(name, R"(["add",[2.0],1,1.0],["save"],["load"],["add",[4.0],1,1.0],["load"],["step"])"),
              "[[2.0]]");
  }
}

TEST(PythonAccumulator, KeepsUpdatesApartFromAListThatIsReused) {
  EXPECT_EQ(answer("ReusesItsLists", kTwoWindows), "[[1.0, 0.75], [3.5, 0.0], null]");
}

TEST(PythonAccumulator, IsOneOfItsOwnInEachCase) {
  const Case left_open = operations_case(R"(["add",[2.0],1,1.0])");
  const Trial trial = ask("Right", {left_open, operations_case(R"(["step"])")});
  EXPECT_EQ(outcome_text(trial.outcomes[1]), "[null]");
}

TEST(PythonAccumulator, TellsWhichMethodRaised) {
  EXPECT_EQ(answer("Raises", kResumed), "exception: in load: KeyError: 'sums'");
  EXPECT_EQ(answer("RefusesAPolicy", "", "skip-microbatch"),
            "exception: in __init__: ValueError: no such policy");
  EXPECT_EQ(answer("TakesAnything", R"(["add",[2.0],1,1.0],["step"])"), "[[2.0]]");
}

TEST(PythonAccumulator, MayEndTheProcess) { EXPECT_EQ(answer("ExitsInAStep", R"(["step"])"), "crash"); }

TEST(PythonAccumulator, DeclinesACaseWhereAddReturnsNotImplemented) {
  EXPECT_EQ(answer("DeclinesScales", kTwoWindows), "declined: NotImplemented");
  EXPECT_EQ(answer("DeclinesScales", R"(["add",[2.0],1,1.0],["step"])"), "[[2.0]]");
}

TEST(PythonAccumulator, GivesNoValueWhereAnUpdateIsNone) {
  EXPECT_EQ(answer("GivesAText", R"(["add",[2.0],1,1.0],["step"])"), "no value");
}

TEST(PythonAccumulator, SaysWhichMethodItLacks) {
  const Error error = refusal("HasNoSave");
  EXPECT_EQ(error.code, ErrorCode::kWrongArity);
  EXPECT_EQ(error.message, "'HasNoSave' has no method 'save'");
  EXPECT_EQ(error.hint, "it needs add(gradient, count, scale), step(), reset(), save(), load(state)");
}

TEST(PythonAccumulator, SaysWhichMethodCannotBeCalled) {
  const Error error = refusal("TakesNoScale");
  EXPECT_EQ(error.code, ErrorCode::kWrongArity);
  EXPECT_EQ(error.message,
            "'TakesNoScale.add' takes (self, gradient, count); an accumulator's is called with (gradient, "
            "count, scale)");
  EXPECT_EQ(error.hint, "let it take (gradient, count, scale)");
  EXPECT_EQ(refusal("TakesNoPolicy").message,
            "'TakesNoPolicy' takes (); an accumulator's is called with (policy)");
}

TEST(PythonAccumulator, IsNamedWhereNoFunctionIs) {
  const Error error = refusal("absent");
  EXPECT_EQ(error.code, ErrorCode::kStartFailed);
  EXPECT_THAT(error.hint, HasSubstr("accumulators.py:Right"));
}

TEST(PythonAccumulator, TellsTheParametersOfItsContract) {
  const PythonTarget target{fixture_path("accumulators.py"), "Right", python_itself()};
  EXPECT_THAT(python_parameter_names(target).value(), ElementsAre("operations", "policy"));
}

}  // namespace
}  // namespace gradvet
