// gradvet.toml: what plain `gradvet vet` vets, and how its mistakes are told.

#include <fstream>
#include <iterator>
#include <ostream>

#include "tests/e2e/gradvet_command.hpp"

namespace gradvet {
namespace {

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

std::size_t count(const std::string& text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

constexpr const char* kTwo = R"([defaults]
cases = 200
scope = "off"

[[candidate]]
target = "mean.py"

[[candidate]]
target = "mean_of_means.py"
)";

class ProjectFileInUse : public GradvetCommand {
 protected:
  void SetUp() override {
    copy_example("mean.py");
    copy_example("mean_of_means.py");
  }
  /// A folder below the one with the file.
  CommandResult in_folder_below(const std::string& arguments) const {
    std::filesystem::create_directories(workshop_.folder() / "sub/below");
    return shell("cd sub/below && gradvet " + arguments);
  }
};

TEST_F(ProjectFileInUse, ListsWhatIsVettedAndTheWorstRunCounts) {
  workshop_.write("gradvet.toml", kTwo);
  const CommandResult run = gradvet({"vet", "--report", "json=all.json"});
  EXPECT_EQ(run.status, 1) << run;
  EXPECT_TRUE(contains(run.out, "2 candidates: 1 held, 1 broken, 0 unjudged")) << run;
  EXPECT_EQ(count(workshop_.read("all.json"), "\"verdict\":"), 2U);
}

TEST_F(ProjectFileInUse, HasARunForEachContractAndProfile) {
  workshop_.write("gradvet.toml", R"([[candidate]]
target = "mean.py"
contracts = ["vector-mean", "token-mean"]
profiles = ["float64", "float32"]
cases = 100
scope = "off"
)");
  const CommandResult run = gradvet({"vet"});
  for (const char* head : {"mean.py:solve  vector-mean  float64\n", "mean.py:solve  vector-mean  float32\n",
                           "mean.py:solve  token-mean  float64\n", "mean.py:solve  token-mean  float32\n"})
    EXPECT_EQ(count(run.out, head), 1U) << head << run;
  EXPECT_TRUE(contains(run.out, "4 candidates: 2 held,")) << run;
}

TEST_F(ProjectFileInUse, ACandidatesTableWinsOverTheDefaults) {
  workshop_.write("gradvet.toml", R"([defaults]
contracts = ["token-mean", "rank-mean"]
profile = "float32"
all = true
scope = "off"

[[candidate]]
target = "mean.py"
contract = "vector-mean"
cases = 77
all = false
laws-only = true
)");
  const CommandResult run = gradvet({"vet"});
  EXPECT_EQ(run.status, 0) << run;
  EXPECT_TRUE(contains(run.out, "held  mean.py:solve  vector-mean  float32\n")) << run;
  EXPECT_TRUE(contains(run.out, " 77 random")) << run;
}

TEST_F(ProjectFileInUse, FlagsWin) {
  workshop_.write("gradvet.toml", R"(pins = "pins.jsonl"
reports = ["json=file.json"]

[[candidate]]
target = "mean.py"
contracts = ["token-mean", "rank-mean"]
profiles = ["float32", "bfloat16"]
cases = 300
scope = "off"
)");
  const CommandResult run = gradvet({"vet", "--contract", "vector-mean", "--profile", "float64", "--cases",
                                     "55", "--report", "json=flag.json", "--pins", "off"});
  EXPECT_EQ(run.status, 0) << run;
  EXPECT_TRUE(contains(run.out, "held  mean.py:solve  vector-mean  float64\n")) << run;
  EXPECT_TRUE(contains(run.out, " 55 random")) << run;
  EXPECT_TRUE(workshop_.has("flag.json"));
  EXPECT_FALSE(workshop_.has("file.json"));
}

TEST_F(ProjectFileInUse, NamedCandidatesGetItsDefaultsAndAreComparedStill) {
  workshop_.write("gradvet.toml", kTwo);
  const CommandResult run = gradvet({"vet", "mean.py", "mean.py:solve", "--report", "json=two.json"});
  EXPECT_EQ(run.status, 0) << run;
  EXPECT_EQ(count(run.out, " 200 random"), 2U) << run;
  EXPECT_TRUE(contains(workshop_.read("two.json"), "\"pairs\":[{")) << run;
  const CommandResult without = gradvet({"vet", "mean.py", "--no-config"});
  EXPECT_TRUE(contains(without.out, " 10,000 random")) << without;
}

TEST_F(ProjectFileInUse, IsFoundFromBelowUpToTheRepository) {
  std::filesystem::create_directories(workshop_.folder() / ".git");
  copy_example("json_lines_mean.py");
  workshop_.write("gradvet.toml", std::string("reports = [\"json=below.json\"]\n") + kTwo +
                                      "[[candidate]]\ntarget = \"exec:python3 json_lines_mean.py\"\n"
                                      "contract = \"vector-mean\"\n");
  const CommandResult run = in_folder_below("vet");
  EXPECT_EQ(run.status, 1) << run;
  EXPECT_TRUE(contains(run.out, "held  ../../mean.py:solve  vector-mean")) << run;
  EXPECT_TRUE(contains(run.out, "held  exec:cd ../.. && python3 json_lines_mean.py  vector-mean")) << run;
  EXPECT_TRUE(workshop_.has("below.json"));
  EXPECT_TRUE(workshop_.has(".gradvet/pins.jsonl"));
  EXPECT_FALSE(workshop_.has("sub/below/.gradvet"));
  // What a report prints can be run where it was printed.
  const std::size_t replay = run.out.find("gradvet replay ");
  ASSERT_NE(replay, std::string::npos) << run;
  const CommandResult again =
      shell("cd sub/below && " + run.out.substr(replay, run.out.find('\n', replay) - replay));
  EXPECT_EQ(again.status, 1) << again;
}

TEST_F(ProjectFileInUse, IsNotLookedForAboveTheRepositoryOrOutsideOfOne) {
  workshop_.write("gradvet.toml", kTwo);
  EXPECT_TRUE(contains(in_folder_below("vet").err, "there is no gradvet.toml")) << in_folder_below("vet");
  std::filesystem::create_directories(workshop_.folder() / "sub/.git");
  EXPECT_TRUE(contains(in_folder_below("vet").err, "there is no gradvet.toml")) << in_folder_below("vet");
  const CommandResult named = in_folder_below("vet --config ../../gradvet.toml");
  EXPECT_EQ(named.status, 1) << named;
}

TEST_F(ProjectFileInUse, ExampleOfItsPageIsHeld) {
  std::ifstream in(std::filesystem::path(GRADVET_ROOT) / "src/cli/project_file.md");
  const std::string page{std::istreambuf_iterator<char>(in), {}};
  const std::size_t begin = page.find("```toml\n") + 8;
  workshop_.write("gradvet.toml", page.substr(begin, page.find("```", begin) - begin));
  copy_example("json_lines_mean.py");
  std::filesystem::rename(workshop_.folder() / "json_lines_mean.py", workshop_.folder() / "peer.py");
  workshop_.write("accumulate.py", workshop_.read("mean.py") + "\n\nmean = solve\n");
  const CommandResult run = gradvet({"vet"});
  EXPECT_EQ(run.status, 0) << run;
  EXPECT_TRUE(contains(run.out, "3 candidates: 3 held")) << run;
  EXPECT_TRUE(workshop_.has("gradvet.json"));
}

/// A file and the beginning of what is said about it.
struct Mistake {
  std::string text;
  std::string message;
  friend void PrintTo(const Mistake& mistake, std::ostream* out) { *out << mistake.text; }
};

class BadProjectFile : public GradvetCommand, public ::testing::WithParamInterface<Mistake> {};

TEST_P(BadProjectFile, SaysWhereAndWhatAndEndsWithTwo) {
  copy_example("mean.py");
  workshop_.write("gradvet.toml", GetParam().text);
  const CommandResult run = gradvet({"vet"});
  EXPECT_EQ(run.status, 2) << run;
  EXPECT_EQ(run.out, "") << run;
  EXPECT_EQ(run.err.substr(0, GetParam().message.size()), GetParam().message) << run;
}

INSTANTIATE_TEST_SUITE_P(
    ProjectFile, BadProjectFile,
    ::testing::Values(
        Mistake{"", "gradvet: error[E105]: 'gradvet.toml' lists no candidate; "},
        Mistake{"candidate = []\n", "gradvet: error[E105]: 'gradvet.toml' lists no candidate; "},
        Mistake{"[defaults]\ncases = 3\n", "gradvet: error[E105]: 'gradvet.toml' lists no candidate; "},
        Mistake{"[[candidate]]\ntarget = mean.py\n", "gradvet: error[E301]: gradvet.toml:2:10: "},
        Mistake{"[[candidate]]\ntarget = \"a\"\ntarget = \"b\"\n", "gradvet: error[E301]: gradvet.toml:3:"},
        Mistake{
            "candidate = \"mean.py\"\n",
            "gradvet: error[E102]: gradvet.toml:1:13: 'candidate' takes tables, [[candidate]], not a text"},
        Mistake{
            "[candidate]\ntarget = \"mean.py\"\n",
            "gradvet: error[E102]: gradvet.toml:1:1: 'candidate' takes tables, [[candidate]], not a table"},
        Mistake{"[[candidates]]\ntarget = \"mean.py\"\n",
                "gradvet: error[E101]: gradvet.toml:1:3: no key of the top of the file is called "
                "'candidates'; did you mean 'candidate'? "},
        Mistake{"[[candidate]]\ntarget = \"mean.py\"\nstart_timeout = \"1s\"\n",
                "gradvet: error[E101]: gradvet.toml:3:1: no key of [[candidate]] is called 'start_timeout'; "
                "did you mean 'start-timeout'? "},
        Mistake{"[defaults]\ncase = 3\n",
                "gradvet: error[E101]: gradvet.toml:2:1: no key of [defaults] is called 'case'; did you mean "
                "'cases'? "},
        Mistake{"[defaults]\ntarget = \"mean.py\"\n",
                "gradvet: error[E101]: gradvet.toml:2:1: no key of [defaults] is called 'target'; "},
        Mistake{"defaults = 3\n", "gradvet: error[E102]: gradvet.toml:1:12: 'defaults' takes a table"},
        Mistake{
            "[[candidate]]\ntarget = 3\n",
            "gradvet: error[E102]: gradvet.toml:2:10: 'target' takes a text in quotes, not a whole number"},
        Mistake{"[[candidate]]\ntarget = \"mean.py\"\ncases = \"ten\"\n",
                "gradvet: error[E102]: gradvet.toml:3:9: 'cases' takes a whole number, not a text"},
        Mistake{"[[candidate]]\ntarget = \"mean.py\"\ntime = 30\n",
                "gradvet: error[E102]: gradvet.toml:3:8: 'time' takes a text in quotes, not a whole number"},
        Mistake{
            "[[candidate]]\ntarget = \"mean.py\"\nseed = true\n",
            "gradvet: error[E102]: gradvet.toml:3:8: 'seed' takes a whole number or \"random\", not true or"},
        Mistake{"[[candidate]]\ntarget = \"mean.py\"\nall = 1\n",
                "gradvet: error[E102]: gradvet.toml:3:7: 'all' takes true or false, not a whole number"},
        Mistake{"[[candidate]]\ntarget = \"mean.py\"\nprofiles = \"float32\"\n",
                "gradvet: error[E102]: gradvet.toml:3:12: 'profiles' takes a list of texts, not a text"},
        Mistake{"[[candidate]]\ntarget = \"mean.py\"\ncontracts = []\n",
                "gradvet: error[E102]: gradvet.toml:3:13: 'contracts' is an empty list; "},
        Mistake{"reports = []\n", "gradvet: error[E102]: gradvet.toml:1:11: 'reports' is an empty list; "},
        Mistake{"[[candidate]]\ntarget = \"mean.py\"\nprofiles = [\"float32\", \"float32\"]\n",
                "gradvet: error[E102]: gradvet.toml:3:24: 'profiles' names 'float32' twice; remove one"},
        Mistake{"[[candidate]]\ntarget = \"mean.py\"\nprofile = \"float32\"\nprofiles = [\"float64\"]\n",
                "gradvet: error[E102]: gradvet.toml:1:1: 'profile' and 'profiles' are both there; "},
        Mistake{
            "[[candidate]]\ntarget = \"mean.py\"\n[[candidate]]\ntarget = \"mean.py\"\n",
            "gradvet: error[E102]: gradvet.toml:3: 'mean.py' is listed in line 1 already, with the same "},
        Mistake{"[[candidate]]\ncases = 3\n",
                "gradvet: error[E105]: gradvet.toml:1: a [[candidate]] has no target; "},
        Mistake{"[[candidate]]\ntarget = \"absent.py\"\n",
                "gradvet: error[E201]: gradvet.toml:1: 'absent.py"},
        Mistake{"\n[[candidate]]\ntarget = \"mean.py\"\ncontract = \"vector-maen\"\n",
                "gradvet: error[E101]: gradvet.toml:2: no contract is called 'vector-maen'; did you mean "},
        Mistake{"[[candidate]]\ntarget = \"mean.py\"\ncases = -1\n",
                "gradvet: error[E102]: gradvet.toml:1: --cases takes a whole number from 0 to "},
        Mistake{"reports = [\"jsn=x\"]\n[[candidate]]\ntarget = \"mean.py\"\n",
                "gradvet: error[E101]: no report is called 'jsn'; did you mean 'json'? "}));

}  // namespace
}  // namespace gradvet
