// "Adding a contract" of properties/README.md, followed: what it shows is this folder's code, and that code
// is a contract that gradvet hunts with.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <regex>

#include "properties/contract_basis.hpp"
#include "src/engine/hunt.hpp"
#include "tests/support/form_candidate.hpp"
#include "tests/support/quiet_observer.hpp"
#include "tests/worked_example/example_total_contract.hpp"

namespace gradvet::test {
namespace {

std::string text_of(const std::string& path) {
  std::ifstream file(GRADVET_SOURCE_DIR "/" + path);
  EXPECT_TRUE(file.is_open()) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

RunReport run(const Form& form) {
  FunctionCandidate candidate = form_candidate(form, Profile{});
  QuietObserver quiet;
  const std::atomic<bool> never{false};
  return hunt(candidate, example_total::contract(), Profile{}, {}, {}, quiet, never);
}

Case counts_of(const std::vector<std::int64_t>& counts) {
  Case made;
  made.append(example_total::contract().info().parameters[0], counts.size(), 1);
  std::ranges::copy(counts, made.integers(0).begin());
  return made;
}

TEST(WorkedExample, IsTheCodeThatTheReadmeShows) {
  const std::string readme = text_of("properties/README.md");
  const std::regex block("```cpp\n(?:// (\\S+)\n)([^`]*)```");
  std::size_t blocks = 0;
  for (std::sregex_iterator it(readme.begin(), readme.end(), block), end; it != end; ++it, ++blocks) {
    const std::string file = "tests/worked_example/" + (*it)[1].str(), shown = (*it)[2];
    EXPECT_NE(text_of(file).find(shown), std::string::npos) << file << " has no such lines:\n" << shown;
  }
  EXPECT_GE(blocks, 4U);
}

TEST(WorkedExample, HoldsItsRepair) {
  const RunReport report = run(example_total::contract().repair());
  EXPECT_EQ(to_text(report.verdict), "held");
  EXPECT_EQ(report.cases.fixture, 3U);
  // 8^0 + 8^1 + … + 8^4
  EXPECT_EQ(report.cases.exhaustive, 4681U);
  EXPECT_GE(report.cases.random, 1000U);
}

TEST(WorkedExample, FindsItsMistakesAndNamesThem) {
  const Mechanism& mechanism = example_total::contract().mechanisms().front();
  // By hand: one microbatch is right; of two, 0 and 1 are the least that differ. With the last one apart two
  // are right as well; of three the middle one has to differ.
  const std::pair<const Form*, Case> leasts[] = {{mechanism.failure, counts_of({0, 1})},
                                                 {mechanism.unsuccessful_fix, counts_of({0, 1, 0})}};
  for (const auto& [form, least] : leasts) {
    const RunReport report = run(*form);
    ASSERT_EQ(report.findings.size(), 1U) << form->id;
    const Finding& finding = report.findings.front();
    EXPECT_EQ(finding.last_case(), least) << form->id;
    EXPECT_TRUE(finding.least_in.has_value()) << form->id;
    ASSERT_TRUE(finding.mistake.has_value()) << form->id;
    EXPECT_EQ(finding.mistake->role, form->role);
    EXPECT_FALSE(report.laws_broken.empty()) << form->id;
  }
}

}  // namespace
}  // namespace gradvet::test
