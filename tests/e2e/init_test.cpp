// gradvet init: every contract in every language is written, built with the command that init prints, and
// held; the CI files are read by a YAML parser and their jobs run.

#include <sstream>

#include "tests/e2e/gradvet_command.hpp"

namespace gradvet {
namespace {

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

struct Language {
  std::string name;
  std::string file;  ///< of a vector-mean, where no PATH is named
  std::string tool;  ///< a line that fails where the toolchain is missing
};

const std::vector<Language> kLanguages = {
    {"python", "my_vector_mean.py", "python3 --version"},
    {"c", "my_vector_mean.c", "cc --version"},
    {"cpp", "my_vector_mean.cpp", "c++ --version"},
    {"rust", "my_vector_mean.rs", "rustc --version"},
    {"go", "my_vector_mean.go", "go version"},
    {"javascript", "my_vector_mean.mjs", "node --version"},
};
const std::vector<std::string> kContracts = {"vector-mean",   "unscaled-mean", "batch-total",
                                             "token-mean",    "window-means",  "rank-mean",
                                             "weighted-mean", "clipped-mean",  "accumulator"};

/// The command lines that init tells to type next.
std::vector<std::string> next_lines(const std::string& out) {
  std::istringstream in(out);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("  ")) lines.push_back(line.substr(2));
  return lines;
}

class Init : public GradvetCommand {
 protected:
  Init() { workshop_.set("GOCACHE", GRADVET_GO_CACHE); }

  bool has(const std::string& command) const { return shell(command + " > /dev/null 2>&1").status == 0; }

  /// Builds what init wrote with the lines that it printed, and vets it.
  void expect_held(const CommandResult& init) const {
    ASSERT_EQ(init.status, 0) << init;
    std::vector<std::string> lines = next_lines(init.out);
    ASSERT_FALSE(lines.empty()) << init;
    lines.back() += " --pins off --cases 300";
    for (const std::string& line : lines) {
      const CommandResult run = shell(line);
      ASSERT_EQ(run.status, 0) << run;
      if (&line == &lines.back()) {
        EXPECT_TRUE(run.out.starts_with("held  ")) << run;
      }
    }
  }

  /// An interpreter that reads YAML; empty where none does.
  std::string python_with_yaml() const {
    for (const std::string candidate : {"python3", "/usr/bin/python3"})
      if (has(candidate + " -c 'import yaml'")) return candidate;
    return "";
  }
};

class InitIn : public Init, public ::testing::WithParamInterface<std::tuple<Language, std::string>> {};

TEST_P(InitIn, ItsCandidateIsHeld) {
  const auto& [language, contract] = GetParam();
  if (!has(language.tool)) GTEST_SKIP() << "needs " << language.tool;
  expect_held(gradvet({"init", language.name, "--contract", contract}));
}

INSTANTIATE_TEST_SUITE_P(EveryContract, InitIn,
                         ::testing::Combine(::testing::ValuesIn(kLanguages), ::testing::ValuesIn(kContracts)),
                         [](const auto& made) {
                           std::string name = std::get<0>(made.param).name + "_" + std::get<1>(made.param);
                           for (char& byte : name)
                             if (byte == '-') byte = '_';
                           return name;
                         });

TEST_F(Init, ThisTestKnowsEveryContract) {
  std::istringstream lines(gradvet({"list", "contracts"}).out);
  std::vector<std::string> listed;
  for (std::string line; std::getline(lines, line);) listed.push_back(line.substr(0, line.find('(')));
  EXPECT_EQ(listed, kContracts);
}

TEST_F(Init, NamesTheFileAfterTheContractAndSaysWhereOwnCodeGoes) {
  for (const Language& language : kLanguages) {
    const CommandResult run = gradvet({"init", language.name, "--contract", "vector-mean"});
    EXPECT_TRUE(run.out.starts_with("wrote " + language.file + "\n")) << run;
    EXPECT_TRUE(contains(workshop_.read(language.file), "YOUR CODE")) << language.name;
  }
}

TEST_F(Init, LeavesNothingBesideTheFile) {
  EXPECT_EQ(gradvet({"init", "python", "--contract", "vector-mean"}).status, 0);
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(workshop_.folder())) {
    EXPECT_EQ(entry.path().filename(), "my_vector_mean.py");
    ++files;
  }
  EXPECT_EQ(files, 1U);
}

TEST_F(Init, NeverOverwrites) {
  workshop_.write("mine.py", "precious");
  std::filesystem::create_symlink("nowhere", workshop_.folder() / "link.py");
  for (const std::string name : {"mine.py", "link.py"}) {
    const CommandResult run =
        gradvet({"init", "python", "--contract", "vector-mean", name, "--ci", "github"});
    EXPECT_EQ(run.status, 2) << run;
    EXPECT_EQ(run.err, "gradvet: error[E302]: '" + name +
                           "' is there already and is not overwritten; name another PATH, or move it away\n");
  }
  EXPECT_EQ(workshop_.read("mine.py"), "precious");
  EXPECT_FALSE(workshop_.has("nowhere"));
  EXPECT_FALSE(workshop_.has(".github/workflows/gradvet.yml"));
}

TEST_F(Init, OverwritesNoWorkflowAndWritesNoCandidateThen) {
  std::filesystem::create_directories(workshop_.folder() / ".github/workflows");
  workshop_.write(".github/workflows/gradvet.yml", "precious");
  const CommandResult run = gradvet({"init", "python", "--contract", "vector-mean", "--ci", "github"});
  EXPECT_EQ(run.status, 2) << run;
  EXPECT_TRUE(contains(run.err, "'.github/workflows/gradvet.yml' is there already")) << run;
  EXPECT_EQ(workshop_.read(".github/workflows/gradvet.yml"), "precious");
  EXPECT_FALSE(workshop_.has("my_vector_mean.py"));
}

TEST_F(Init, AFolderThatShellsWouldTakeApartIsQuoted) {
  const std::string folder = "it's a \"folder\" $HOME";
  std::vector<std::string> languages = {"python"};
  for (const Language& language : kLanguages)
    if ((language.name == "c" || language.name == "javascript") && has(language.tool))
      languages.push_back(language.name);
  for (const std::string& language : languages) {
    SCOPED_TRACE(language);
    const std::string ending = language == "python" ? ".py" : language == "c" ? ".c" : ".mjs";
    expect_held(gradvet({"init", language, "--contract", "vector-mean", folder + "/mean" + ending}));
  }
}

TEST_F(Init, AFolderIsGivenTheUsualName) {
  std::filesystem::create_directories(workshop_.folder() / "-x");
  const CommandResult run = gradvet({"init", "python", "--contract", "FA-98881", "./-x"});
  EXPECT_TRUE(run.out.starts_with("wrote ./-x/my_vector_mean.py\n")) << run;
  expect_held(run);
}

TEST_F(Init, TheGithubWorkflowIsYamlWhoseStepsAreShell) {
  const CommandResult init =
      gradvet({"init", "c", "--contract", "vector-mean", "src/mean.c", "--ci", "github"});
  EXPECT_EQ(init.status, 0) << init;
  EXPECT_TRUE(contains(init.out, "wrote src/mean.c\nwrote .github/workflows/gradvet.yml\n")) << init;
  const std::string python = python_with_yaml();
  if (python.empty()) GTEST_SKIP() << "needs a Python with PyYAML";
  workshop_.write("read.py", R"(import subprocess, yaml
workflow = yaml.safe_load(open('.github/workflows/gradvet.yml'))
assert workflow[True] == ['push', 'pull_request'], workflow   # YAML 1.1 reads `on` as true
steps = workflow['jobs']['vet']['steps']
for step in steps:
    if 'run' in step:
        subprocess.run(['sh', '-n'], input=step['run'], text=True, check=True)
print(next(step['run'] for step in steps if step.get('name') == 'Vet'))
kept = steps[-1]
assert kept['uses'].startswith('actions/upload-artifact@') and kept['if'] == 'always()', kept
assert kept['with']['path'].split() == ['.gradvet/pins.jsonl', 'gradvet-reports/'], kept
)");
  const CommandResult read = shell(python + " read.py > vet.sh");
  EXPECT_EQ(read.status, 0) << read;
  EXPECT_TRUE(
      contains(workshop_.read("vet.sh"), "\ncc -std=c11 -O2 -shared -fPIC -o src/mean.so src/mean.c -lm\n"))
      << workshop_.read("vet.sh");
}

TEST_F(Init, TheGitlabJobVetsAndKeepsPinsAndReports) {
  const std::string python = python_with_yaml();
  if (python.empty()) GTEST_SKIP() << "needs a Python with PyYAML";
  const CommandResult init = gradvet({"init", "python", "--contract", "vector-mean", "--ci", "gitlab"});
  EXPECT_EQ(init.status, 0) << init;
  // What a user would do to it: a mistake.
  workshop_.write("my_vector_mean.py", "def solve(gradient_vectors, example_counts):\n    return [0.0]\n");
  workshop_.write("read.py", R"(import subprocess, yaml
root = yaml.safe_load(open('.gitlab-ci.yml'))
job = yaml.safe_load(open(root['include'][0]['local']))['gradvet']
for line in job['before_script']:
    subprocess.run(['sh', '-n'], input=line, text=True, check=True)
print(job['script'][0])
open('kept', 'w').write('\n'.join(job['artifacts']['paths']) + '\n' + job['artifacts']['reports']['junit'])
)");
  ASSERT_EQ(shell(python + " read.py > vet.sh").status, 0);
  const CommandResult vet = shell("sh -e vet.sh");
  EXPECT_EQ(vet.status, 1) << vet;
  std::istringstream kept(workshop_.read("kept"));
  std::size_t count = 0;
  for (std::string path; std::getline(kept, path); ++count) EXPECT_TRUE(workshop_.has(path)) << path << vet;
  EXPECT_EQ(count, 3U);
}

TEST_F(Init, AGitlabFileThatIsThereIsLeftToItsOwner) {
  workshop_.write(".gitlab-ci.yml", "mine: true\n");
  const CommandResult run = gradvet({"init", "--ci", "gitlab"});
  EXPECT_EQ(run.status, 0) << run;
  EXPECT_TRUE(contains(run.out, "add to it:\n\ninclude:\n  - local: .gitlab/gradvet.yml\n")) << run;
  EXPECT_TRUE(contains(run.out, "gradvet.toml is not there yet: ")) << run;
  EXPECT_EQ(workshop_.read(".gitlab-ci.yml"), "mine: true\n");
  EXPECT_TRUE(
      contains(workshop_.read(".gitlab/gradvet.yml"), "# Vets what gradvet.toml lists on every push."));
}

}  // namespace
}  // namespace gradvet
