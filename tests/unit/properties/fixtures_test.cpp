#include <gtest/gtest.h>

#include "properties/contract_table.hpp"
#include "properties/fixture_formula.hpp"
#include "tests/support/sample_cases.hpp"

namespace gradvet {
namespace {

using test::batch_total_case;
using test::contract_called;
using test::vector_mean_case;

/// The contract's, and those that its mechanisms have for themselves.
std::vector<Fixture> all_fixtures(const Contract& contract, int variant) {
  std::vector<Fixture> fixtures = contract.fixtures(variant);
  for (const Mechanism& mechanism : contract.mechanisms())
    for (Fixture& fixture : contract.own_fixtures(mechanism, variant)) fixtures.push_back(std::move(fixture));
  return fixtures;
}

TEST(Fixtures, ExpectWhatTheOracleSaysForEveryVariant) {
  ExactAnswer exact_answer;
  for (const Contract* contract : contract_table())
    for (int variant = 1; variant <= 64; ++variant)
      for (const Fixture& fixture : all_fixtures(*contract, variant)) {
        ASSERT_FALSE(contract->refuse(fixture.input, Profile{})) << fixture.name << " N=" << variant;
        contract->expect(fixture.input, exact_answer);
        ASSERT_EQ(exact_answer.shape, fixture.expected_shape) << fixture.name;
        ASSERT_EQ(exact_answer.numbers.size(), fixture.expected.size()) << fixture.name;
        for (std::size_t i = 0; i < fixture.expected.size(); ++i)
          EXPECT_EQ(exact_answer.numbers[i], fixture.expected[i].value) << fixture.name << " N=" << variant;
      }
}

TEST(Fixtures, AreSatisfiedByTheRepairForEveryVariant) {
  Answer answer;
  for (const Contract* contract : contract_table())
    for (int variant = 1; variant <= 64; ++variant)
      for (const Fixture& fixture : all_fixtures(*contract, variant)) {
        contract->repair().compute(fixture.input, Profile{}, answer);
        ASSERT_EQ(answer.numbers.size(), fixture.expected.size()) << fixture.name;
        for (std::size_t i = 0; i < fixture.expected.size(); ++i)
          EXPECT_EQ(answer.numbers[i], static_cast<double>(numerator(fixture.expected[i].value)) /
                                           static_cast<double>(denominator(fixture.expected[i].value)))
              << fixture.name << " N=" << variant;
      }
}

/// Whether a form gives this fixture's expectation, number by number.
bool satisfies(const Form& form, const Fixture& fixture) {
  Answer answer;
  form.compute(fixture.input, Profile{}, answer);
  if (answer.shape != fixture.expected_shape || answer.rows != fixture.expected_rows ||
      answer.numbers.size() != fixture.expected.size())
    return false;
  for (std::size_t i = 0; i < answer.numbers.size(); ++i)
    if (answer.numbers[i] != static_cast<double>(fixture.expected[i].value)) return false;
  return true;
}

TEST(Fixtures, AreFailedByEveryKnownMistakeInFiveVariants) {
  for (const Contract* contract : contract_table())
    for (const Mechanism& mechanism : contract->mechanisms())
      for (int variant = 1; variant <= 5; ++variant) {
        std::vector<Fixture> fixtures = contract->fixtures(variant);
        for (Fixture& fixture : contract->own_fixtures(mechanism, variant))
          fixtures.push_back(std::move(fixture));
        for (const Form* form : {mechanism.failure, mechanism.unsuccessful_fix})
          EXPECT_FALSE(std::ranges::all_of(
              fixtures, [form](const Fixture& fixture) { return satisfies(*form, fixture); }))
              << form->id << " N=" << variant;
      }
}

TEST(PythonChecks, OfAMechanismStandBesideTheContracts) {
  const Contract& contract = contract_called("weighted-mean");
  for (const Mechanism& mechanism : contract.mechanisms())
    EXPECT_EQ(contract.own_python_checks(mechanism),
              mechanism.id == "weighted-mean/epsilon-denominator"
                  ? "check('weights below 1e-8', lambda: "
                    "solve([[3*N],[9*N]],[[1/536870912],[1/1073741824]]), 5*N)\n"
                  : "");
}

TEST(Fixtures, AreThePublishedOnes) {
  const std::vector<Fixture> means = contract_called("vector-mean").fixtures(1);
  ASSERT_EQ(means.size(), 7U);
  EXPECT_EQ(means[0].input, vector_mean_case({{2, 4}, {12, 8}}, {1, 3}));
  EXPECT_EQ(means[2].input, vector_mean_case({}, {}));
  EXPECT_EQ(means[5].input, vector_mean_case({{1}, {6}, {8}}, {1, 2, 4}));
  EXPECT_EQ(means[5].expected[0].value, Rational(15, 7));
  const std::vector<Fixture> totals = contract_called("batch-total").fixtures(5);
  EXPECT_EQ(totals[0].input, batch_total_case({5, 5, 1}, 10));
  EXPECT_EQ(totals[5].input, batch_total_case({10, 4}, 6));
}

TEST(Fixtures, SayHowAnExpectationWasPublished) {
  using enum Fixture::ExpectedNumber::Token;
  const std::vector<Fixture> means = contract_called("vector-mean").fixtures(1);
  EXPECT_EQ(means[0].expected[0].token, kFloat);    // 3.5
  EXPECT_EQ(means[0].expected[1].token, kInteger);  // 3
}

TEST(PythonChecks, AreLinesInTheVariantNumber) {
  EXPECT_EQ(contract_called("vector-mean").python_checks(),
            "check('two coordinates', lambda: solve([[2*N,4*N],[12*N,8*N]],[N,3*N]), [3.5,3])\n"
            "check('single vector', lambda: solve([[5*N,7*N]],[N]), [5,7])\n"
            "check('empty', lambda: solve([],[]), [])\n"
            "check('zero coordinate', lambda: solve([[0,2*N],[8*N,4*N]],[N,3*N]), [2,1.5])\n"
            "check('one coordinate', lambda: solve([[8*N],[2*N]],[4,1]), [2*N])\n"
            "check('three vectors', lambda: solve([[N],[6*N],[8*N]],[1,2,4]), [15*N/7])\n"
            "check('unequal counts', lambda: solve([[4*N,8*N],[2*N,4*N]],[2,1]), [2*N,4*N])\n");
  EXPECT_EQ(contract_called("unscaled-mean").python_checks(),
            "check('different scales', lambda: solve([8*N,24*N],[4,12],[1,3]), N)\n"
            "check('same scale', lambda: solve([8*N,16*N],[4,4],[1,3]), 1.5*N)\n"
            "check('one step', lambda: solve([15*N],[3],[1]), 5*N)\n"
            "check('empty window', lambda: solve([],[],[]), 0)\n"
            "check('zero numerator', lambda: solve([0,12*N],[2,6],[1,2]), 2*N/3)\n"
            "check('zero scale step omitted', lambda: solve([6*N,12*N],[0,6],[1,2]), 2*N/3)\n"
            "check('different counts', lambda: solve([12*N,24*N],[3,6],[2,2]), 2*N)\n");
  EXPECT_EQ(contract_called("batch-total").python_checks(),
            "check('short final batch', lambda: solve([N,N,1],2*N), 2*N+1)\n"
            "check('all full batches', lambda: solve([N,N],N), 2*N)\n"
            "check('single short', lambda: solve([1],N+1), 1)\n"
            "check('empty', lambda: solve([],N), 0)\n"
            "check('oversized batch', lambda: solve([3*N],N), 3*N)\n"
            "check('mixed remainder', lambda: solve([2*N,N-1],N+1), 3*N-1)\n"
            "check('unit batch', lambda: solve([1,1,1],2), 3)\n");
}

}  // namespace
}  // namespace gradvet
