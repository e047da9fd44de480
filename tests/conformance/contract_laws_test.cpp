// The same laws over every contract in the table: what holds for its oracle, and what its known mistakes
// break.

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/detail/Results.h>

#include <set>
#include <string>

#include "properties/case_generator.hpp"
#include "properties/contract_table.hpp"

namespace gradvet {
namespace {

#ifdef GRADVET_SOAK
constexpr int kCases = 20000;
#else
constexpr int kCases = 300;
#endif

/// The changed case, where the law applies and stays inside the domain.
std::optional<Case> apply(const Contract& contract, const Law& law, const Case& original,
                          std::uint64_t word) {
  std::optional<Case> changed = law.transform(original, word);
  if (changed && contract.refuse(*changed, Profile{})) changed.reset();
  return changed;
}

/// Whether a form keeps the law on this case; an undefined result on one side only breaks it.
bool keeps(const Law& law, const Form& form, const Case& original, const Case& changed) {
  ExactAnswer before;
  ExactAnswer after;
  const bool is_defined = form.compute_exactly(original, before);
  if (is_defined != form.compute_exactly(changed, after)) return false;
  return !is_defined || law.predict(original, changed, before) == after;
}

TEST(ContractLaws, HoldForTheOracle) {
  for (const Contract* contract : contract_table()) {
    const auto cases = case_generator(*contract, Profile{}, DrawLimits{20, 6});
    for (const Law& law : contract->laws()) {
      int applied = 0;
      ExactAnswer before;
      ExactAnswer after;
      for (int i = 0; i < kCases; ++i) {
        const rc::Random random(static_cast<std::uint64_t>(i));
        const Case original = cases(random, i % 60).value();
        const auto changed =
            apply(*contract, law, original, rc::Random(random).next() * 0x9e3779b97f4a7c15ULL);
        if (!changed) continue;
        ++applied;
        contract->expect(original, before);
        contract->expect(*changed, after);
        ASSERT_EQ(law.predict(original, *changed, before), after) << contract->info().id << "/" << law.id;
      }
      EXPECT_GE(applied, kCases / 20) << contract->info().id << "/" << law.id << " hardly ever applies";
    }
  }
}

TEST(ContractLaws, HoldForTheOracleUnderRapidCheck) {
  for (const Contract* contract : contract_table()) {
    const auto cases = case_generator(*contract, Profile{}, DrawLimits{12, 4});
    // RapidCheck's own loop would take a seed from the clock.
    rc::detail::TestParams params;
    params.seed = 1;
    params.maxSuccess = kCases;
    const auto result = rc::detail::checkTestable(
        [&] {
          const Case original = *cases;
          const Law& law = contract->laws()[*rc::gen::inRange<std::size_t>(0, contract->laws().size())];
          const auto changed = apply(*contract, law, original, *rc::gen::arbitrary<std::uint64_t>());
          RC_PRE(changed.has_value());
          ExactAnswer before;
          ExactAnswer after;
          contract->expect(original, before);
          contract->expect(*changed, after);
          RC_ASSERT(law.predict(original, *changed, before) == after);
        },
        rc::detail::TestMetadata{}, params);
    EXPECT_TRUE(result.is<rc::detail::SuccessResult>()) << contract->info().id << ": " << result;
  }
}

TEST(ContractLaws, AreBrokenByEveryMistakeAndByNoHonestForm) {
  for (const Contract* contract : contract_table()) {
    const auto broken_laws = [&](const Form& form, int tries) {
      std::set<std::string_view> broken;
      Case original;
      for (int i = 0; i < tries; ++i) {
        contract->draw(static_cast<std::uint64_t>(i), i % 30, DrawLimits{12, 4}, Profile{}, original);
        for (const Law& law : contract->laws())
          if (const auto changed =
                  apply(*contract, law, original, static_cast<std::uint64_t>(i) * 0x9e3779b97f4a7c15ULL))
            if (!keeps(law, form, original, *changed)) broken.insert(law.id);
      }
      return broken;
    };
    for (const Mechanism& mechanism : contract->mechanisms())
      for (const Form* form : {mechanism.failure, mechanism.unsuccessful_fix})
        EXPECT_EQ(broken_laws(*form, 100).empty(), form->is_precision) << form->id;
    EXPECT_TRUE(broken_laws(contract->repair(), 100).empty());
    for (const Form* form : contract->honest_forms()) EXPECT_TRUE(broken_laws(*form, 30).empty()) << form->id;
  }
}

TEST(ContractTable, NamesEveryContractOnce) {
  std::set<std::string_view> names;
  for (const Contract* contract : contract_table()) {
    EXPECT_TRUE(names.insert(contract->info().id).second);
    const std::string_view alias = contract->info().alias;
    EXPECT_TRUE(alias.empty() || names.insert(alias).second);
    EXPECT_FALSE(contract->info().parameters.empty());
    EXPECT_LE(contract->info().parameters.size(), kMaxParameters);
    EXPECT_FALSE(contract->mechanisms().empty());
    EXPECT_GE(contract->honest_forms().size(), 4U);
    EXPECT_GE(contract->laws().size(), 7U);
  }
}

}  // namespace
}  // namespace gradvet
