// Accumulators in every language, right and wrong, through the real program: tests/fixtures/candidates.

#include <ostream>

#include "tests/e2e/gradvet_command.hpp"

namespace gradvet {
namespace {

/// A candidate and what is said of it. Words begin with the file: a Python class, a function of a library of
/// native/, or the argument of the JSON Lines program.
struct Vetted {
  const char* file;
  const char* name;
  int status;
  const char* says;
  const char* flags = "";
};

void PrintTo(const Vetted& vetted, std::ostream* out) {
  *out << vetted.file << ':' << vetted.name << ' ' << vetted.flags;
}

constexpr const char* kPython = "accumulators.py";
constexpr const char* kPeer = "accumulator_peer.py";
constexpr const char* kFunctions = "accumulators.so";
constexpr const char* kClasses = "accumulator_classes.so";

class Accumulators : public GradvetCommand, public ::testing::WithParamInterface<Vetted> {
 protected:
  /// Puts the file into the folder and says how it is called there.
  std::string word() const {
    const std::string file = GetParam().file;
    std::filesystem::path source = std::filesystem::path(GRADVET_ROOT) / "tests/fixtures/candidates" / file;
    if (file == kFunctions) source = GRADVET_ACCUMULATORS;
    if (file == kClasses) source = GRADVET_ACCUMULATOR_CLASSES;
    std::filesystem::copy_file(source, workshop_.folder() / file);
    if (file == kPeer) return "'exec:python3 " + file + " " + GetParam().name + "'";
    return "./" + file + ":" + GetParam().name;
  }
};

TEST_P(Accumulators, ComeToWhatTheyDeserve) {
  // What is right is so in everything that a run tries; what is wrong shows early.
  const std::string cases = GetParam().status == 0 ? "" : " --cases 500";
  const CommandResult run =
      shell("gradvet vet " + word() + " --contract accumulator --pins off " + GetParam().flags + cases);
  EXPECT_EQ(run.status, GetParam().status) << run;
  EXPECT_NE((run.out + run.err).find(GetParam().says), std::string::npos)
      << "expected: " << GetParam().says << run;
}

constexpr Vetted kPythonClasses[] = {
    {kPython, "Right", 0, "held  "},
    {kPython, "ReusesItsLists", 0, "held  "},
    {kPython, "KeepsTheCount", 1, "accumulator/counter-not-reset, the failure"},
    {kPython, "UnscalesByTheLast", 1, "accumulator/last-scale, the failure"},
    {kPython, "UnscalesByTheFirst", 1, "accumulator/last-scale, the unsuccessful fix"},
    {kPython, "LosesTheSumWhenLoaded", 1, "accumulator/resume-in-window, the failure"},
    {kPython, "LosesTheCountWhenLoaded", 1, "accumulator/resume-in-window, the unsuccessful fix"},
    {kPython, "CountsWhatItSkips", 1, "accumulator/skipped-microbatch-counted, the failure"},
    {kPython, "KeepsTheCountOfAVoidWindow", 1, "accumulator/half-skipped-step, the failure"},
    {kPython, "ForgetsTheVoidWhenLoaded", 1, "wrong-shape"},
    {kPython, "RemembersInItsClass", 1, "unstable"},
    {kPython, "Raises", 1, "an exception: in load: KeyError: 'sums'"},
    {kPython, "ExitsInAStep", 1, "a crash: exit status 3 (SystemExit in the call)"},
    {kPython, "GivesANumber", 1, "wrong-shape"},
    {kPython, "GivesOneTooMany", 1, "wrong-shape"},
    {kPython, "GivesAText", 1, "not a value: the text 'mean'"},
    {kPython, "GivesZeroForNoUpdate", 1, "empty-step: a step with nothing added gives no update"},
    {kPython, "HasNoSave", 3, "error[E206]: 'HasNoSave' has no method 'save'; it needs add(gradient"},
    {kPython, "TakesNoPolicy", 3, "an accumulator's is called with (policy)"},
};
INSTANTIATE_TEST_SUITE_P(Python, Accumulators, ::testing::ValuesIn(kPythonClasses));

constexpr Vetted kJsonLinesPrograms[] = {
    {kPeer, "right", 0, "held  "},
    {kPeer, "keeps-the-window", 1, "actual      [[0.0], [0.5]]"},
    {kPeer, "loads-nothing", 1, "save-and-load: to save and load the state at any point"},
};
INSTANTIATE_TEST_SUITE_P(JsonLines, Accumulators, ::testing::ValuesIn(kJsonLinesPrograms));

constexpr Vetted kFunctionsInC[] = {
    {kFunctions, "right", 0, "held  "},
    {kFunctions, "right", 0, "held  ", "--in-process"},
    {kFunctions, "keeps_count", 1, "accumulator/counter-not-reset, the failure"},
    {kFunctions, "keeps_count", 1, "accumulator/counter-not-reset, the failure", "--in-process"},
    {kFunctions, "last_scale", 1, "accumulator/last-scale, the failure"},
    {kFunctions, "keeps_state", 1, "unstable"},
    {kFunctions, "writes_behind", 1, "in step: it wrote behind the end of its update"},
    {kFunctions, "writes_behind", 1, "in step: it wrote behind the end of its update", "--in-process"},
    {kFunctions, "saves_itself", 1, "in save: it gave the accumulator itself"},
    // The C library ends it by a signal, a sanitizer with a status of its own.
    {kFunctions, "saves_shallowly", 1, "a crash: "},
    {kFunctions, "fails_to_load", 1, "in load: the checkpoint is of version 0"},
    {kFunctions, "fails_to_create", 1, "in create: no room"},
};
INSTANTIATE_TEST_SUITE_P(C, Accumulators, ::testing::ValuesIn(kFunctionsInC));

constexpr Vetted kClassesInCpp[] = {
    {kClasses, "gradvet_solve", 0, "held  "},
    {kClasses, "gradvet_solve", 0, "held  ", "--in-process"},
    {kClasses, "of_floats", 0, "held  ", "--profile float32"},
    {kClasses, "of_floats", 3, "--profile float32"},
    {kClasses, "loses_sum", 1, "accumulator/resume-in-window, the failure"},
    {kClasses, "loses_sum", 1, "accumulator/resume-in-window, the failure", "--in-process"},
    {kClasses, "throws", 1, "in load: no such checkpoint"},
    {kClasses, "crashes", 1, "a crash: signal 6 (SIGABRT)"},
};
INSTANTIATE_TEST_SUITE_P(Cpp, Accumulators, ::testing::ValuesIn(kClassesInCpp));

}  // namespace
}  // namespace gradvet
