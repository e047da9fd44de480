#include <algorithm>

#include "tests/e2e/gradvet_command.hpp"

namespace gradvet {
namespace {

using Pages = GradvetCommand;

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

constexpr std::ptrdiff_t kScreen = 40;  // lines

TEST_F(Pages, HelpFitsAScreenForEveryCommand) {
  for (const std::string command :
       {"", "vet", "audit", "replay", "list", "explain", "pins", "merge", "init"}) {
    const CommandResult run = command.empty() ? gradvet({"--help"}) : gradvet({command, "--help"});
    EXPECT_EQ(run.status, 0) << run;
    EXPECT_LE(std::count(run.out.begin(), run.out.end(), '\n'), kScreen) << run;
    EXPECT_TRUE(contains(run.out, "usage: gradvet")) << run;
  }
}

TEST_F(Pages, VersionIsAloneInTheFirstLineAndBuildFactsFollow) {
  const CommandResult run = gradvet({"--version"});
  EXPECT_EQ(run.status, 0) << run;
  EXPECT_TRUE(run.out.starts_with("gradvet 0.1.0\ncompiler    " GRADVET_BUILT_BY "\nbuild type  ")) << run;
  EXPECT_TRUE(contains(run.out, "\nsanitizers  " GRADVET_BUILT_WITH "\nBoost       1.")) << run;
  EXPECT_EQ(std::count(run.out.begin(), run.out.end(), '\n'), 5) << run;
}

TEST_F(Pages, ListsEveryContractWithItsAlias) {
  const CommandResult run = gradvet({"list", "contracts"});
  EXPECT_EQ(run.status, 0) << run;
  for (const char* word : {"vector-mean", "FA-98881", "unscaled-mean", "FA-98896", "batch-total", "FA-98921",
                           "accumulator(operations, policy) "})
    EXPECT_TRUE(contains(run.out, word)) << run;
}

TEST_F(Pages, ListsEveryBuiltinThatVetTakes) {
  const CommandResult run = gradvet({"list", "candidates"});
  EXPECT_TRUE(contains(run.out, "builtin:vector-mean/microbatch-denominator/unsuccessful-fix")) << run;
  EXPECT_TRUE(contains(run.out, "path.py[:function]")) << run;
}

TEST_F(Pages, ListsAllFourWithoutAWord) {
  const CommandResult run = gradvet({"list"});
  for (const char* word : {"contracts:\n", "mechanisms:\n", "candidates:\n", "reporters:\n"})
    EXPECT_TRUE(contains(run.out, word)) << run;
}

TEST_F(Pages, ExplainAContractWithItsFixtures) {
  const CommandResult run = gradvet({"explain", "FA-98896"});
  EXPECT_EQ(run.status, 0) << run;
  EXPECT_TRUE(run.out.starts_with("unscaled-mean(scaled_sums, scales, counts) (FA-98896)\n")) << run;
  EXPECT_TRUE(contains(
      run.out,
      R"(zero scale step omitted  {"scaled_sums":[6.0,12.0],"scales":[0.0,6.0],"counts":[1,2]}  gives 2/3 ≈ 0.66666666666666667)"))
      << run;
}

TEST_F(Pages, ExplainAMechanismAndItsForms) {
  const CommandResult run = gradvet({"explain", "vector-mean/microbatch-denominator"});
  EXPECT_EQ(run.status, 0) << run;
  EXPECT_TRUE(contains(run.out, "builtin:vector-mean/microbatch-denominator/failure")) << run;
  const CommandResult form = gradvet({"explain", "builtin:vector-mean/microbatch-denominator/failure"});
  EXPECT_TRUE(contains(form.out, "gradvet vet builtin:vector-mean/microbatch-denominator/failure")) << form;
}

TEST_F(Pages, AuditFindsEveryFormAsItShouldBe) {
  const CommandResult run = gradvet({"audit", "--cases", "300"});
  EXPECT_EQ(run.status, 0) << run;
  EXPECT_FALSE(contains(run.out, "BAD")) << run;
}

}  // namespace
}  // namespace gradvet
