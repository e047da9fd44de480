// Repairs and honest forms are never broken.

#include <gtest/gtest.h>

#include <algorithm>

#include "properties/contract_table.hpp"
#include "src/engine/hunt.hpp"
#include "tests/support/form_candidate.hpp"
#include "tests/support/quiet_observer.hpp"

namespace gradvet::test {
namespace {

#ifdef GRADVET_SOAK
constexpr std::uint64_t kCases = 50000, kSeeds = 20;  // 10^6 for each form and format
#else
constexpr std::uint64_t kCases = 500, kSeeds = 4;
#endif

struct Right {
  const Contract* contract;
  const Form* form;
  std::string profile;
};

std::vector<Right> right_forms() {
  std::vector<Right> forms;
  for (const Contract* contract : contract_table())
    for (const char* profile : {"float64", "float32", "float16", "bfloat16", "f16-acc32", "bf16-acc32"}) {
      forms.push_back({contract, &contract->repair(), profile});
      for (const Form* form : contract->honest_forms()) forms.push_back({contract, form, profile});
    }
  return forms;
}

std::string test_name(const testing::TestParamInfo<Right>& info) {
  std::string name = std::string(info.param.form->id) + "_" + info.param.profile;
  std::ranges::replace_if(
      name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
}

class HonestQuality : public testing::TestWithParam<Right> {};

TEST_P(HonestQuality, IsHeldForEverySeed) {
  const auto& [contract, form, profile_text] = GetParam();
  const Profile profile = parse_profile(profile_text).value();
  FunctionCandidate candidate = form_candidate(*form, profile);
  QuietObserver quiet;
  const std::atomic<bool> never{false};
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    HuntOptions options;
    options.seed = seed;
    options.cases = kCases;
    if (seed > 1) options.scope.reset();
    const RunReport report = hunt(candidate, *contract, profile, options, {}, quiet, never);
    EXPECT_EQ(to_text(report.verdict), "held") << "seed " << seed;
    EXPECT_GE(report.cases.random, kCases);
  }
}

/// Laws judge with more slack than the oracle, but must not take what cancels for a breach.
TEST_P(HonestQuality, KeepsTheLaws) {
  const auto& [contract, form, profile_text] = GetParam();
  const Profile profile = parse_profile(profile_text).value();
  FunctionCandidate candidate = form_candidate(*form, profile);
  QuietObserver quiet;
  const std::atomic<bool> never{false};
  HuntOptions options;
  options.cases = kCases;
  options.is_laws_only = true;
  options.scope_cases = 2000;
  const RunReport report = hunt(candidate, *contract, profile, options, {}, quiet, never);
  EXPECT_EQ(to_text(report.verdict), "held");
  for (const LawBreach& breach : report.laws_broken) ADD_FAILURE() << breach.law->id;
}

INSTANTIATE_TEST_SUITE_P(EveryForm, HonestQuality, testing::ValuesIn(right_forms()), test_name);

}  // namespace
}  // namespace gradvet::test
