// The worked candidates of src/candidates/examples: each is built with the commands that its own first lines
// and README give, and vetted.

#include <fmt/format.h>

#include "tests/e2e/gradvet_command.hpp"

namespace gradvet {
namespace {

const std::filesystem::path kExamples = std::filesystem::path(GRADVET_ROOT) / "src/candidates/examples";
const std::filesystem::path kHeaders = std::filesystem::path(GRADVET_ROOT) / "src/candidates/abi";

class Examples : public GradvetCommand {
 protected:
  Examples() {
    // Go compiles its own library once for each cache; gradvet.h is found without its being installed.
    workshop_.set("GOCACHE", GRADVET_GO_CACHE);
    workshop_.set("CPATH", kHeaders.string());
  }

  bool has(const std::string& command) const { return shell(command + " > /dev/null 2>&1").status == 0; }

  /// Puts the example into the folder, builds it with this line, and vets it.
  void expect_held(const std::string& file, const std::string& build, const std::string& vet) const {
    const std::filesystem::path example = kExamples / file;
    std::filesystem::copy_file(example, workshop_.folder() / example.filename());
    const CommandResult built = shell(build);
    ASSERT_EQ(built.status, 0) << built;
    const CommandResult run = shell(vet + " --pins off --cases 1000");
    EXPECT_EQ(run.status, 0) << run;
    EXPECT_TRUE(run.out.starts_with("held  ")) << run;
  }
};

TEST_F(Examples, CIsHeld) {
  if (!has("cc --version")) GTEST_SKIP() << "there is no cc here";
  expect_held("c/mean.c", "cc -std=c11 -O2 -shared -fPIC -o mean.so mean.c",
              "gradvet vet ./mean.so --contract vector-mean");
}

TEST_F(Examples, AccumulatorInCIsHeldInAWorkerAndInProcess) {
  if (!has("cc --version")) GTEST_SKIP() << "there is no cc here";
  const std::string vet = "gradvet vet ./accumulator.so --contract accumulator";
  expect_held("c/accumulator.c", "cc -std=c11 -O2 -shared -fPIC -o accumulator.so accumulator.c", vet);
  const CommandResult run = shell(vet + " --pins off --cases 1000 --in-process");
  EXPECT_EQ(run.status, 0) << run;
}

TEST_F(Examples, CppIsHeld) {
  if (!has("c++ --version")) GTEST_SKIP() << "there is no c++ here";
  expect_held("cpp/mean.cpp", "c++ -std=c++20 -O2 -shared -fPIC -o mean.so mean.cpp",
              "gradvet vet ./mean.so --contract vector-mean");
}

TEST_F(Examples, RustIsHeld) {
  if (!has("rustc --version")) GTEST_SKIP() << "there is no rustc here";
  expect_held("rust/mean.rs", "rustc --edition 2021 -O --crate-type cdylib -o mean.so mean.rs",
              "gradvet vet ./mean.so --contract vector-mean");
}

TEST_F(Examples, GoIsHeld) {
  if (!has("go version")) GTEST_SKIP() << "there is no go here";
  expect_held("go/mean.go", "go build -o mean mean.go", "gradvet vet exec:./mean --contract vector-mean");
}

TEST_F(Examples, JavaScriptIsHeldOnBothItsContracts) {
  if (!has("node --version")) GTEST_SKIP() << "there is no node here";
  expect_held("javascript/totals.mjs", "node --check totals.mjs",
              "gradvet vet 'exec:node totals.mjs' --contract vector-mean");
  const CommandResult run =
      shell("gradvet vet 'exec:node totals.mjs' --contract batch-total --pins off --cases 1000");
  EXPECT_EQ(run.status, 0) << run;
}

TEST_F(Examples, PythonIsHeld) { expect_held("python/mean.py", "true", "gradvet vet mean.py"); }

TEST_F(Examples, AccumulatorInPythonIsHeld) {
  expect_held("python/accumulator.py", "true", "gradvet vet accumulator.py:Accumulator");
}

TEST_F(Examples, NumPyIsHeld) {
  if (!has("python3 -c 'import numpy'")) GTEST_SKIP() << "there is no NumPy here";
  expect_held("python/numpy_mean.py", "true", "gradvet vet numpy_mean.py");
}

}  // namespace
}  // namespace gradvet
