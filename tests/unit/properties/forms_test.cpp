#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "oracles/float_format.hpp"
#include "oracles/rational.hpp"
#include "properties/contract_table.hpp"
#include "src/core/operations.hpp"
#include "tests/support/sample_cases.hpp"

namespace gradvet {
namespace {

using test::contract_called;
using test::vector_mean_case;

std::vector<const Form*> right_forms(const Contract& contract) {
  std::vector<const Form*> forms = {&contract.repair()};
  forms.insert(forms.end(), contract.honest_forms().begin(), contract.honest_forms().end());
  return forms;
}

std::vector<const Form*> wrong_forms(const Contract& contract) {
  std::vector<const Form*> forms;
  for (const Mechanism& mechanism : contract.mechanisms()) {
    forms.push_back(mechanism.failure);
    forms.push_back(mechanism.unsuccessful_fix);
  }
  return forms;
}

TEST(RightForms, EqualTheOracleExactly) {
  ExactAnswer expected;
  ExactAnswer actual;
  Case drawn;
  for (const Contract* contract : contract_table())
    for (const Form* form : right_forms(*contract))
      for (std::uint64_t word = 0; word < 150; ++word) {
        contract->draw(word, static_cast<int>(word % 30), DrawLimits{30, 8}, Profile{}, drawn);
        contract->expect(drawn, expected);
        ASSERT_TRUE(form->compute_exactly(drawn, actual)) << form->id << " word " << word;
        ASSERT_EQ(actual, expected) << form->id << " word " << word;
      }
}

TEST(RightForms, EqualTheOracleOnTheProbes) {
  ExactAnswer expected;
  ExactAnswer actual;
  for (const Contract* contract : contract_table())
    for (const Form* form : right_forms(*contract))
      for (const Case& probe : contract->probes()) {
        contract->expect(probe, expected);
        ASSERT_TRUE(form->compute_exactly(probe, actual) && actual == expected) << form->id;
      }
}

TEST(Forms, ComputeExactlyUnderTheExactProfile) {
  const Profile exact_profile = parse_profile("exact").value();
  Answer answer;
  contract_called("vector-mean")
      .repair()
      .compute(vector_mean_case({{1}, {6}, {8}}, {1, 2, 4}), exact_profile, answer);
  ASSERT_EQ(answer.exact.size(), 1U);
  EXPECT_EQ(answer.exact[0].value, Rational(15, 7));
  EXPECT_EQ(answer.numbers[0], 15.0 / 7.0);
}

/// Every number that the format's exact arithmetic gives when each operation is rounded once: sum, then one
/// division.
TEST(Repair, RoundsEveryOperationInTheAccumulatorFormat) {
  for (const NumberFormat format :
       {NumberFormat::kFloat32, NumberFormat::kFloat16, NumberFormat::kBfloat16}) {
    const Profile profile = parse_profile(to_text(format)).value();
    const FloatFormat& stored = float_format(format);
    Case drawn;
    Answer answer;
    for (std::uint64_t word = 0; word < 300; ++word) {
      contract_called("vector-mean").draw(word, 20, DrawLimits{}, profile, drawn);
      contract_called("vector-mean").repair().compute(drawn, profile, answer);
      std::int64_t total = 0;
      for (const std::int64_t count : drawn.integers(1)) total += count;
      const double held = encode(Rational(total), float_format(profile.counts));
      for (std::size_t j = 0; j < drawn.width() && drawn.microbatches() > 0; ++j) {
        double sum = 0;
        for (std::size_t i = 0; i < drawn.microbatches(); ++i)
          sum = encode(Rational(exact(sum) + exact(drawn.reals(0)[i * drawn.width() + j])), stored);
        ASSERT_EQ(answer.numbers[j], encode(Rational(exact(sum) / exact(held)), stored)) << word;
      }
    }
  }
}

TEST(WrongForms, DifferFromTheContractOnSomeProbeAndFromEachOther) {
  ExactAnswer expected;
  for (const Contract* contract : contract_table()) {
    std::vector<const Form*> forms = wrong_forms(*contract);
    std::erase_if(forms, [](const Form* form) { return form->is_precision; });
    forms.push_back(&contract->repair());
    for (std::size_t a = 0; a < forms.size(); ++a)
      for (std::size_t b = a + 1; b < forms.size(); ++b) {
        bool differ = false;
        for (const Case& probe : contract->probes()) {
          ExactAnswer first;
          ExactAnswer second;
          const bool defined = forms[a]->compute_exactly(probe, first);
          differ |= defined != forms[b]->compute_exactly(probe, second) || (defined && first != second);
        }
        EXPECT_TRUE(differ) << forms[a]->id << " and " << forms[b]->id;
      }
  }
}

TEST(MeanOfMeans, IsUndefinedOnAZeroCount) {
  const Mechanism& mechanism = contract_called("vector-mean").mechanisms()[0];
  ExactAnswer exact_answer;
  EXPECT_FALSE(
      mechanism.unsuccessful_fix->compute_exactly(vector_mean_case({{0}, {0}}, {0, 1}), exact_answer));
  Answer answer;
  mechanism.unsuccessful_fix->compute(vector_mean_case({{0}, {0}}, {0, 1}), Profile{}, answer);
  EXPECT_TRUE(std::isnan(answer.numbers[0]));
}

TEST(Forms, HaveUniqueIdsThatStartWithTheirContracts) {
  std::set<std::string_view> ids;
  for (const Contract* contract : contract_table()) {
    std::vector<const Form*> forms = right_forms(*contract);
    for (const Form* form : wrong_forms(*contract)) forms.push_back(form);
    for (const Form* form : forms) {
      EXPECT_TRUE(ids.insert(form->id).second) << form->id;
      EXPECT_TRUE(form->id.starts_with(contract->info().id)) << form->id;
      EXPECT_FALSE(form->sentence.empty()) << form->id;
    }
    for (const Mechanism& mechanism : contract->mechanisms()) {
      EXPECT_EQ(mechanism.failure->id, std::string(mechanism.id) + "/failure");
      EXPECT_EQ(mechanism.unsuccessful_fix->id, std::string(mechanism.id) + "/unsuccessful-fix");
    }
  }
}

TEST(Probes, LieInTheDomainOfEveryFormat) {
  for (const Contract* contract : contract_table())
    for (const std::string_view text : {"float64", "float32", "float16", "bfloat16"})
      for (const Case& probe : contract->probes())
        EXPECT_FALSE(contract->refuse(probe, parse_profile(text).value())) << contract->info().id;
}

TEST(PythonText, IsAWholeFunctionWithTheContractsParameters) {
  for (const Contract* contract : contract_table()) {
    std::string head = "def solve(";
    for (const Parameter& parameter : contract->info().parameters)
      if (!is_companion(parameter)) head += (head.back() == '(' ? "" : ", ") + std::string(parameter.name);
    std::vector<const Form*> forms = wrong_forms(*contract);
    forms.push_back(&contract->repair());
    for (const Form* form : forms) {
      // A stateful contract has its class before it.
      EXPECT_NE(form->python.find(head + "):\n"), std::string_view::npos) << form->id;
      EXPECT_TRUE(form->python.ends_with("\n")) << form->id;
      EXPECT_EQ(form->python.find("sum("), std::string_view::npos) << form->id;
    }
  }
}

}  // namespace
}  // namespace gradvet
