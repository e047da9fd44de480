#include "src/cli/shard_flags.hpp"

#include <gtest/gtest.h>

#include <map>

namespace gradvet {
namespace {

using Variables = std::map<std::string, std::string>;

Result<std::optional<Shard>> read(const std::string& flag, const Variables& variables = {}) {
  return read_shard_flag(flag, [&variables](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? std::nullopt : std::optional(found->second);
  });
}

/// "3/8", or the message of the error.
std::string said(const std::string& flag, const Variables& variables = {}) {
  const Result<std::optional<Shard>> shard = read(flag, variables);
  if (!shard) return shard.error().message;
  return std::to_string((*shard)->index) + "/" + std::to_string((*shard)->count);
}

Variables slurm(const std::string& id, const std::string& count, const std::string& least,
                const std::string& greatest, const std::string& step) {
  return {{"SLURM_ARRAY_TASK_ID", id},
          {"SLURM_ARRAY_TASK_COUNT", count},
          {"SLURM_ARRAY_TASK_MIN", least},
          {"SLURM_ARRAY_TASK_MAX", greatest},
          {"SLURM_ARRAY_TASK_STEP", step}};
}

TEST(ShardFlag, IsAPartAndACountFromOne) {
  EXPECT_EQ(said("1/1"), "1/1");
  EXPECT_EQ(said("3/8"), "3/8");
  EXPECT_EQ(said("1000000/1000000"), "1000000/1000000");
  for (const char* text :
       {"", "/", "3", "3/", "/8", "0/8", "9/8", "3/0", "-1/8", "3/8/1", "3 / 8", "a/b", "1/1000001", "Auto"})
    EXPECT_EQ(said(text),
              std::string("--shard takes I/N with I from 1 to N and N up to 1000000, such as 3/8, "
                          "or auto, not '") +
                  text + "'");
}

TEST(ShardFlag, AsksNoVariableUnlessItIsAuto) {
  EXPECT_EQ(said("3/8", {{"GTEST_SHARD_INDEX", "0"}, {"GTEST_TOTAL_SHARDS", "2"}}), "3/8");
  const Result<std::optional<Shard>> none = read_shard_flag({}, [](const char*) { return "1"; });
  ASSERT_TRUE(none.has_value());
  EXPECT_FALSE(none->has_value());
}

TEST(ShardFlag, CountsFromZeroOrOneAsTheSchedulerDoes) {
  EXPECT_EQ(said("auto", {{"GTEST_SHARD_INDEX", "0"}, {"GTEST_TOTAL_SHARDS", "8"}}), "1/8");
  EXPECT_EQ(said("auto", {{"GTEST_SHARD_INDEX", "7"}, {"GTEST_TOTAL_SHARDS", "8"}}), "8/8");
  EXPECT_EQ(said("auto", {{"CI_NODE_INDEX", "1"}, {"CI_NODE_TOTAL", "8"}}), "1/8");
  EXPECT_EQ(said("auto", {{"CI_NODE_INDEX", "8"}, {"CI_NODE_TOTAL", "8"}}), "8/8");
  EXPECT_EQ(said("auto", {{"JOB_COMPLETION_INDEX", "0"}, {"GRADVET_TOTAL_SHARDS", "8"}}), "1/8");
  EXPECT_EQ(said("auto", slurm("0", "8", "0", "7", "1")), "1/8");
  EXPECT_EQ(said("auto", slurm("8", "8", "1", "8", "1")), "8/8");
  EXPECT_EQ(said("auto", slurm("5", "4", "1", "7", "2")), "3/4") << "--array=1-7:2";
  EXPECT_EQ(said("auto", slurm("5", "1", "5", "5", "1")), "1/1") << "--array=5";
}

TEST(ShardFlag, NamesTheVariableThatIsMissing) {
  EXPECT_EQ(said("auto", {{"GTEST_SHARD_INDEX", "0"}}),
            "--shard auto finds GTEST_SHARD_INDEX but no GTEST_TOTAL_SHARDS");
  EXPECT_EQ(said("auto", {{"GTEST_TOTAL_SHARDS", "8"}}),
            "--shard auto finds GTEST_TOTAL_SHARDS but no GTEST_SHARD_INDEX");
  EXPECT_EQ(said("auto", {{"CI_NODE_TOTAL", "8"}}), "--shard auto finds CI_NODE_TOTAL but no CI_NODE_INDEX");
  EXPECT_EQ(said("auto", {{"JOB_COMPLETION_INDEX", "0"}}),
            "--shard auto finds JOB_COMPLETION_INDEX but no GRADVET_TOTAL_SHARDS");
  EXPECT_EQ(
      said("auto",
           {{"SLURM_ARRAY_TASK_ID", "1"}, {"SLURM_ARRAY_TASK_COUNT", "2"}, {"SLURM_ARRAY_TASK_MIN", "0"}}),
      "--shard auto finds SLURM_ARRAY_TASK_MIN but no SLURM_ARRAY_TASK_MAX");
}

TEST(ShardFlag, NamesTheVariableThatIsNoPart) {
  EXPECT_EQ(said("auto", {{"GTEST_SHARD_INDEX", "8"}, {"GTEST_TOTAL_SHARDS", "8"}}),
            "GTEST_SHARD_INDEX takes a whole number from 0 to 7, not '8'");
  EXPECT_EQ(said("auto", {{"CI_NODE_INDEX", "0"}, {"CI_NODE_TOTAL", "8"}}),
            "CI_NODE_INDEX takes a whole number from 1 to 8, not '0'");
  EXPECT_EQ(said("auto", {{"CI_NODE_INDEX", "1"}, {"CI_NODE_TOTAL", "many"}}),
            "CI_NODE_TOTAL takes a whole number from 1 to 1000000, not 'many'");
  EXPECT_EQ(said("auto", slurm("x", "8", "0", "7", "1")),
            "SLURM_ARRAY_TASK_ID takes a whole number from 0 to 1000000000, not 'x'");
  EXPECT_EQ(said("auto", slurm("3", "3", "1", "9", "1")),
            "SLURM_ARRAY_TASK_ID is 3, but the array's 3 tasks from 1 to 9 are not 1 apart")
      << "--array=1,3,9";
}

TEST(ShardFlag, RefusesToChooseAmongSchedulersOrWithoutOne) {
  Variables both = slurm("0", "2", "0", "1", "1");
  both["CI_NODE_INDEX"] = "1";
  both["CI_NODE_TOTAL"] = "4";
  EXPECT_EQ(said("auto", both), "--shard auto finds CI_NODE_INDEX and SLURM_ARRAY_TASK_ID");
  const Result<std::optional<Shard>> none = read("auto");
  ASSERT_FALSE(none.has_value());
  EXPECT_EQ(none.error().message, "--shard auto finds no scheduler that names a part");
  for (const char* name : {"GTEST_SHARD_INDEX", "GTEST_TOTAL_SHARDS", "CI_NODE_INDEX", "CI_NODE_TOTAL",
                           "JOB_COMPLETION_INDEX", "GRADVET_TOTAL_SHARDS", "SLURM_ARRAY_TASK_ID"})
    EXPECT_NE(none.error().hint.find(name), std::string::npos) << name;
}

TEST(ShardFlag, TakesAGitLabJobThatIsNotParallelForTheWhole) {
  EXPECT_EQ(said("auto", {{"CI_NODE_TOTAL", "1"}}), "1/1");
  Variables array = slurm("1", "2", "0", "1", "1");
  array["CI_NODE_TOTAL"] = "1";
  EXPECT_EQ(said("auto", array), "2/2") << "GitLab sets the total in every job";
}

}  // namespace
}  // namespace gradvet
