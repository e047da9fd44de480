// One hunt in parts: each part by the real program, then gradvet merge.

#include <algorithm>
#include <sstream>

#include "tests/e2e/gradvet_command.hpp"

namespace gradvet {
namespace {

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

constexpr const char* kRight =
    "def solve(gradient_vectors, example_counts):\n"
    "    total = sum(example_counts)\n"
    "    return [sum(column) / total for column in zip(*gradient_vectors)]\n";
/// Writes every case that it is asked into the file beside it.
constexpr const char* kRecording =
    "import os\n"
    "log = open(os.path.join(os.path.dirname(__file__), 'asked.txt'), 'a')\n"
    "def solve(gradient_vectors, example_counts):\n"
    "    print(repr((gradient_vectors, example_counts)), file=log, flush=True)\n"
    "    total = sum(example_counts)\n"
    "    return [sum(column) / total for column in zip(*gradient_vectors)]\n";
/// Divides by the number of microbatches.
constexpr const char* kWrong =
    "def solve(gradient_vectors, example_counts):\n"
    "    return [sum(column) / len(column) for column in zip(*gradient_vectors)]\n";

std::vector<std::string> sorted_lines(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  std::ranges::sort(lines);
  return lines;
}

/// The report without the numbers of "power": each shard counts all of its cases until one tells a mistake
/// apart, and a sample of them after that.
std::string without_power(const std::string& report) {
  const std::size_t from = report.find("\"power\":{");
  const std::size_t to = report.find("\"max_excess\"");
  if (from == std::string::npos || to == std::string::npos) return "no report: " + report;
  return report.substr(0, from) + report.substr(to);
}

class ShardsOfAHunt : public GradvetCommand {
 protected:
  /// Runs every shard; their reports are 1.json, 2.json, …
  std::vector<CommandResult> run_shards(int count, std::vector<std::string> arguments) const {
    std::vector<CommandResult> runs;
    for (int index = 1; index <= count; ++index) {
      std::vector<std::string> words = arguments;
      words.insert(words.begin(), "vet");
      words.insert(words.end(),
                   {"--pins", "off", "--shard", std::to_string(index) + "/" + std::to_string(count),
                    "--report", "json=" + std::to_string(index) + ".json"});
      runs.push_back(gradvet(words));
    }
    return runs;
  }
  CommandResult merge(int count, std::vector<std::string> flags = {}) const {
    std::vector<std::string> words = {"merge"};
    // In no order of theirs.
    for (int index = count; index >= 1; --index) words.push_back(std::to_string(index) + ".json");
    words.insert(words.end(), flags.begin(), flags.end());
    return gradvet(words);
  }
};

class AllShards : public ShardsOfAHunt, public ::testing::WithParamInterface<int> {};

TEST_P(AllShards, AskTogetherWhatOneRunAsks) {
  workshop_.write("recording.py", kRecording);
  // Fewer than a thousand random cases: of more, held ones are sampled and asked again.
  const std::vector<std::string> flags = {"recording.py", "--cases", "333", "--scope",
                                          "microbatches=2,width=2"};
  std::vector<std::string> whole = {"vet"};
  whole.insert(whole.end(), flags.begin(), flags.end());
  ASSERT_EQ(gradvet(whole).status, 0);
  const std::vector<std::string> asked_by_one = sorted_lines(workshop_.read("asked.txt"));
  ASSERT_GT(asked_by_one.size(), 400U);
  workshop_.write("asked.txt", "");
  for (const CommandResult& run : run_shards(GetParam(), flags)) EXPECT_EQ(run.status, 0) << run;
  EXPECT_EQ(sorted_lines(workshop_.read("asked.txt")), asked_by_one);
}

INSTANTIATE_TEST_SUITE_P(Counts, AllShards, ::testing::Values(1, 2, 3, 8));

TEST_F(ShardsOfAHunt, RunByGnuParallelAreJoinedToTheReportOfOneRun) {
  if (!contains(shell("parallel --version").out, "GNU parallel")) GTEST_SKIP() << "needs GNU parallel";
  workshop_.write("mine.py", kRight);
  const CommandResult single = gradvet({"vet", "mine.py", "--report", "json=single.json"});
  ASSERT_EQ(single.status, 0) << single;
  const CommandResult parallel = shell(
      "parallel --will-cite gradvet vet mine.py --shard {}/8 --report json={}.json ::: 1 2 3 4 5 6 7 8");
  EXPECT_EQ(parallel.status, 0) << parallel;
  const CommandResult joined = merge(8, {"--report", "json=joined.json"});
  EXPECT_EQ(joined.status, 0) << joined;
  EXPECT_EQ(without_power(workshop_.read("joined.json")), without_power(workshop_.read("single.json")));
  EXPECT_FALSE(contains(workshop_.read("joined.json"), "\"told_apart\":0"));
  EXPECT_TRUE(joined.out.starts_with("held  mine.py:solve  vector-mean  float64\n")) << joined;
  EXPECT_TRUE(contains(joined.out, "17,676 cases: 7 fixtures, 7,669 exhaustive, 10,000 random")) << joined;
}

TEST_F(ShardsOfAHunt, AreBrokenByTheLeastFindingOfOneRunAndPinIt) {
  workshop_.write("wrong.py", kWrong);
  ASSERT_EQ(gradvet({"vet", "wrong.py", "--pins", "one.jsonl"}).status, 1);
  for (const CommandResult& run : run_shards(3, {"wrong.py"})) EXPECT_EQ(run.status, 1) << run;
  const CommandResult joined = merge(3, {"--report", "json=-", "--pins", "joined.jsonl"});
  EXPECT_EQ(joined.status, 1) << joined;
  EXPECT_TRUE(contains(joined.out, R"("case":{"gradient_vectors":[[1.0]],"example_counts":[2]})")) << joined;
  EXPECT_TRUE(contains(joined.out, R"("verdict":"broken","reason":null,"reason_code":null,"shard":null)"))
      << joined;
  EXPECT_TRUE(joined.err.starts_with("broken  wrong.py:solve")) << "stdout is taken" << joined;
  EXPECT_EQ(workshop_.read("joined.jsonl"), workshop_.read("one.jsonl"));
}

TEST_F(ShardsOfAHunt, TooSmallToTellAreJudgedTogether) {
  workshop_.write("mine.py", kRight);
  // The contract has seven fixtures: the eighth shard has nothing to run.
  const std::vector<CommandResult> runs = run_shards(8, {"mine.py", "--cases", "0", "--scope", "off"});
  EXPECT_EQ(runs.back().status, 3) << runs.back();
  EXPECT_TRUE(contains(runs.back().out, "in this part of the hunt no case was judged")) << runs.back();
  ASSERT_EQ(gradvet({"vet", "mine.py", "--cases", "0", "--scope", "off"}).status, 0);
  const CommandResult joined = merge(8);
  EXPECT_EQ(joined.status, 0) << joined;
}

TEST_F(ShardsOfAHunt, ThatAllDeclineAreUnjudgedTogether) {
  workshop_.write("shy.sh",
                  "while read -r line; do id=${line#*\\\"id\\\":}; "
                  "echo \"{\\\"id\\\":${id%%,*},\\\"declined\\\":\\\"no\\\"}\"; done\n");
  const std::vector<std::string> flags = {"exec:sh shy.sh", "--contract", "vector-mean", "--cases", "20",
                                          "--scope",        "off"};
  for (const CommandResult& run : run_shards(2, flags)) EXPECT_EQ(run.status, 3) << run;
  const CommandResult joined = merge(2);
  EXPECT_EQ(joined.status, 3) << joined;
  EXPECT_TRUE(contains(joined.out, "because     the candidate declined every case\n")) << joined;
}

TEST_F(ShardsOfAHunt, OfWhichOneCouldNotStartAreUnjudged) {
  workshop_.write("mine.py", kRight);
  run_shards(2, {"mine.py", "--cases", "20"});
  workshop_.write("mine.py", "import no_such_module\n" + std::string(kRight));
  const CommandResult second = gradvet({"vet", "mine.py", "--contract", "vector-mean", "--cases", "20",
                                        "--shard", "2/2", "--report", "json=2.json"});
  EXPECT_EQ(second.status, 3) << second;
  const CommandResult joined = merge(2, {"--report", "json=joined.json"});
  EXPECT_EQ(joined.status, 3) << joined;
  EXPECT_TRUE(contains(joined.out, "because     shard 2 of 2: ")) << joined;
  EXPECT_TRUE(contains(workshop_.read("joined.json"), R"("reason_code":"E203")"));
}

TEST_F(ShardsOfAHunt, AreRefusedWhereTheyAreNotThoseOfOneHunt) {
  workshop_.write("mine.py", kRight);
  run_shards(3, {"mine.py", "--cases", "20", "--scope", "off"});
  const auto refuses = [this](const std::vector<std::string>& reports, const std::string& message) {
    std::vector<std::string> words = {"merge"};
    words.insert(words.end(), reports.begin(), reports.end());
    words.insert(words.end(), {"--report", "json=joined.json"});
    const CommandResult run = gradvet(words);
    EXPECT_EQ(run.status, 2) << run;
    EXPECT_EQ(run.out, "") << run;
    EXPECT_EQ(run.err.substr(0, message.size()), message) << run;
    EXPECT_FALSE(workshop_.has("joined.json")) << run;
  };
  refuses({"1.json", "3.json"}, "gradvet: error[E102]: 1 of 3 shards are missing: 2; ");
  refuses({"1.json", "2.json", "3.json", "1.json"},
          "gradvet: error[E102]: shard 1 of 3 is there twice, as '1.json' and as '1.json'; ");
  refuses({"absent.json"}, "gradvet: error[E301]: the report 'absent.json' cannot be read");
  refuses({"mine.py"}, "gradvet: error[E401]: 'mine.py' is no report of a shard: ");
  gradvet({"vet", "mine.py", "--cases", "20", "--report", "json=whole.json"});
  refuses({"whole.json"}, "gradvet: error[E401]: 'whole.json' is no report of a shard: its run was no part");
  const auto run_other = [this](const std::vector<std::string>& flags) {
    std::vector<std::string> words = {"vet",     "mine.py", "--scope",  "off",
                                      "--shard", "2/3",     "--report", "json=2.json"};
    words.insert(words.end(), flags.begin(), flags.end());
    gradvet(words);
  };
  const std::string other = "gradvet: error[E102]: the reports are not of one hunt: the ";
  run_other({"--cases", "21"});
  refuses({"1.json", "2.json", "3.json"}, other + "budget of '1.json' is --cases 20 ");
  run_other({"--cases", "20", "--seed", "2"});
  refuses({"1.json", "2.json", "3.json"}, other + "seed of '1.json' is 1, that of '2.json' 2; ");
  run_other({"--cases", "20", "--profile", "float32"});
  refuses({"1.json", "2.json", "3.json"},
          other + "profile of '1.json' is \"float64\", that of '2.json' \"float32\"; ");
}

TEST_F(ShardsOfAHunt, FollowTheSchedulerOnlyWhereTheyAreAskedTo) {
  workshop_.write("mine.py", kRight);
  workshop_.set("GTEST_SHARD_INDEX", "2");
  workshop_.set("GTEST_TOTAL_SHARDS", "8");
  const CommandResult part =
      gradvet({"vet", "mine.py", "--cases", "80", "--shard", "auto", "--report", "json=-"});
  EXPECT_TRUE(contains(part.out, R"("shard":{"index":3,"count":8,"pending":)")) << part;
  EXPECT_TRUE(contains(part.out, R"("random":10)")) << part;
  const CommandResult whole = gradvet({"vet", "mine.py", "--cases", "80", "--report", "json=-"});
  EXPECT_TRUE(contains(whole.out, R"("shard":null)")) << whole;
  EXPECT_TRUE(contains(whole.out, R"("random":80)")) << whole;
}

}  // namespace
}  // namespace gradvet
