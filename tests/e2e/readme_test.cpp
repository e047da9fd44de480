// Every example of README.md, run.

#include <fstream>
#include <iterator>
#include <sstream>

#include "tests/e2e/gradvet_command.hpp"

namespace gradvet {
namespace {

/// The fenced blocks of README.md in a language, in order.
std::vector<std::string> blocks(const std::string& language) {
  std::ifstream in(std::filesystem::path(GRADVET_ROOT) / "README.md");
  std::vector<std::string> found;
  bool is_inside = false;
  for (std::string line; std::getline(in, line);) {
    if (is_inside && line == "```") {
      is_inside = false;
    } else if (is_inside) {
      found.back() += line + "\n";
    } else if (line == "```" + language) {
      is_inside = true;
      found.emplace_back();
    }
  }
  return found;
}

/// The lines of a shell block that begin with `start`, without what follows two spaces and a '#'.
std::string line_of(const std::string& block, const std::string& start) {
  std::istringstream in(block);
  for (std::string line; std::getline(in, line);)
    if (line.starts_with(start)) return line.substr(0, line.find("  #"));
  return "";
}

class Readme : public GradvetCommand {};

TEST_F(Readme, TwoCommandsAreScriptsOfTheProject) {
  const std::string commands = blocks("sh").at(0);
  for (const char* script : {"src/setup/demo.sh", "src/setup/test.sh"}) {
    EXPECT_EQ(line_of(commands, std::string("sh ") + script).find(script), 3U) << commands;
    EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(GRADVET_ROOT) / script)) << script;
  }
}

TEST_F(Readme, NamesEveryContract) {
  std::ifstream in(std::filesystem::path(GRADVET_ROOT) / "README.md");
  const std::string readme{std::istreambuf_iterator<char>(in), {}};
  const CommandResult listed = gradvet({"list", "contracts"});
  ASSERT_EQ(listed.status, 0) << listed;
  std::istringstream lines(listed.out);
  std::size_t contracts = 0;
  for (std::string line; std::getline(lines, line); ++contracts)
    EXPECT_NE(readme.find("| `" + line.substr(0, line.find('(') + 1)), std::string::npos) << line;
  EXPECT_EQ(contracts, 9U);
}

TEST_F(Readme, ShowsTheReportThatTheWrongExampleGets) {
  const std::string examples = "src/candidates/examples/python";
  std::filesystem::create_directories(workshop_.folder() / examples);
  copy_example("mean_of_means.py");
  std::filesystem::rename(workshop_.folder() / "mean_of_means.py",
                          workshop_.folder() / examples / "mean_of_means.py");
  const CommandResult run = gradvet({"vet", examples + "/mean_of_means.py"});
  EXPECT_EQ(run.status, 1) << run;
  const std::string shown = blocks("text").at(0);
  ASSERT_FALSE(shown.empty());
  // README shows the first finding.
  EXPECT_EQ(run.out.substr(0, shown.size()), shown) << run;
}

TEST_F(Readme, FirstCandidateInPythonIsHeld) {
  workshop_.write("mine.py", blocks("python").at(0));
  const CommandResult run = shell(line_of(blocks("sh").at(2), "gradvet vet mine.py"));
  EXPECT_EQ(run.status, 0) << run;
}

/// The lines of a shell block as run from the root of the project's sources.
std::string from_root(std::string line) {
  const std::string headers = "src/candidates/abi";
  const std::size_t at = line.find(headers);
  if (at != std::string::npos) line.replace(at, headers.size(), std::string(GRADVET_ROOT) + "/" + headers);
  return line;
}

/// Builds the library of a shell block and vets it.
std::string build_and_vet(const std::string& block, const std::string& compiler) {
  return from_root(line_of(block, compiler)) + " && " + line_of(block, "gradvet vet ./mine.so");
}

TEST_F(Readme, LibraryInCIsHeld) {
  workshop_.write("mine.c", blocks("c").at(0));
  const CommandResult run = shell(build_and_vet(blocks("sh").at(3), "cc "));
  EXPECT_EQ(run.status, 0) << run;
}

TEST_F(Readme, FunctionInCppIsHeld) {
  workshop_.write("mine.cpp", blocks("cpp").at(0));
  const CommandResult run = shell(build_and_vet(blocks("sh").at(4), "c++ "));
  EXPECT_EQ(run.status, 0) << run;
}

TEST_F(Readme, CandidateInAnyLanguageIsHeld) {
  workshop_.write("peer.py", blocks("python").at(1));
  const CommandResult run = shell(line_of(blocks("sh").at(5), "gradvet vet 'exec:"));
  EXPECT_EQ(run.status, 0) << run;
}

TEST_F(Readme, AccumulatorIsHeld) {
  workshop_.write("loop.py", blocks("python").at(2));
  const CommandResult run = shell(line_of(blocks("sh").at(6), "gradvet vet loop.py:Accumulator"));
  EXPECT_EQ(run.status, 0) << run;
}

TEST_F(Readme, OtherQuestionsAreAnswered) {
  workshop_.write("mine.py", blocks("python").at(0));
  workshop_.write("new.py", blocks("python").at(0));
  std::istringstream lines(blocks("sh").at(7));
  int asked = 0;
  for (std::string line; std::getline(lines, line); ++asked) {
    const CommandResult run = shell(line.substr(0, line.find('#')));
    EXPECT_EQ(run.status, 0) << run;
  }
  EXPECT_EQ(asked, 5);
  EXPECT_TRUE(workshop_.has("accuracy.json"));
}

TEST_F(Readme, LineForCiWritesItsReport) {
  workshop_.write("src-accumulate.py", blocks("python").at(0));
  std::filesystem::create_directories(workshop_.folder() / "src");
  std::filesystem::rename(workshop_.folder() / "src-accumulate.py",
                          workshop_.folder() / "src" / "accumulate.py");
  const CommandResult run = shell(line_of(blocks("sh").at(8), "gradvet vet src/accumulate.py"));
  EXPECT_EQ(run.status, 0) << run;
  EXPECT_TRUE(workshop_.has("gradvet.json"));
}

TEST_F(Readme, ShardsOfOneHuntAreJoined) {
  if (shell("command -v parallel").status != 0) GTEST_SKIP() << "needs GNU parallel";
  workshop_.write("mine.py", blocks("python").at(0));
  const CommandResult run = shell(blocks("sh").at(9));
  EXPECT_EQ(run.status, 0) << run;
  EXPECT_TRUE(workshop_.has("gradvet.json")) << run;
}

TEST_F(Readme, ProjectFileListsWhatIsVetted) {
  std::filesystem::create_directories(workshop_.folder() / "src");
  workshop_.write("src/accumulate.py", blocks("python").at(0));
  workshop_.write("gradvet.toml", blocks("toml").at(0));
  const CommandResult run = gradvet({"vet"});
  EXPECT_EQ(run.status, 0) << run;
  EXPECT_NE(run.out.find("2 candidates: 2 held"), std::string::npos) << run;
  EXPECT_TRUE(workshop_.has("gradvet.json"));
}

TEST_F(Readme, CommandsOfTheCiSnippetsWriteTheirReports) {
  std::filesystem::create_directories(workshop_.folder() / "src");
  copy_example("mean.py");
  std::filesystem::rename(workshop_.folder() / "mean.py", workshop_.folder() / "src/accumulate.py");
  ASSERT_EQ(blocks("yaml").size(), 2U);
  for (const std::string& block : blocks("yaml")) {
    const std::size_t begin = block.find("gradvet vet ");
    const CommandResult run = shell(block.substr(begin, block.find('\n', begin) - begin));
    EXPECT_EQ(run.status, 0) << run;
  }
  EXPECT_TRUE(workshop_.has("gradvet.sarif"));
  EXPECT_TRUE(workshop_.has("gradvet.xml"));
}

}  // namespace
}  // namespace gradvet
