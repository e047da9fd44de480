#include <gtest/gtest.h>

#include "properties/contract_table.hpp"
#include "properties/fixture_formula.hpp"
#include "tests/support/sample_cases.hpp"

namespace gradvet {
namespace {

using test::batch_total_case;
using test::contract_called;
using test::vector_mean_case;

TEST(Fixtures, ExpectWhatTheOracleSaysForEveryVariant) {
  ExactAnswer exact_answer;
  for (const Contract* contract : contract_table())
    for (int variant = 1; variant <= 64; ++variant)
      for (const Fixture& fixture : contract->fixtures(variant)) {
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
      for (const Fixture& fixture : contract->fixtures(variant)) {
        contract->repair().compute(fixture.input, Profile{}, answer);
        ASSERT_EQ(answer.numbers.size(), fixture.expected.size()) << fixture.name;
        for (std::size_t i = 0; i < fixture.expected.size(); ++i)
          EXPECT_EQ(answer.numbers[i], static_cast<double>(numerator(fixture.expected[i].value)) /
                                           static_cast<double>(denominator(fixture.expected[i].value)))
              << fixture.name << " N=" << variant;
      }
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
            "check('two coordinates', solve([[2*N,4*N],[12*N,8*N]],[N,3*N]), [3.5,3])\n"
            "check('single vector', solve([[5*N,7*N]],[N]), [5,7])\n"
            "check('empty', solve([],[]), [])\n"
            "check('zero coordinate', solve([[0,2*N],[8*N,4*N]],[N,3*N]), [2,1.5])\n"
            "check('one coordinate', solve([[8*N],[2*N]],[4,1]), [2*N])\n"
            "check('three vectors', solve([[N],[6*N],[8*N]],[1,2,4]), [15*N/7])\n"
            "check('unequal counts', solve([[4*N,8*N],[2*N,4*N]],[2,1]), [2*N,4*N])\n");
  EXPECT_EQ(contract_called("unscaled-mean").python_checks(),
            "check('different scales', solve([8*N,24*N],[4,12],[1,3]), N)\n"
            "check('same scale', solve([8*N,16*N],[4,4],[1,3]), 1.5*N)\n"
            "check('one step', solve([15*N],[3],[1]), 5*N)\n"
            "check('empty window', solve([],[],[]), 0)\n"
            "check('zero numerator', solve([0,12*N],[2,6],[1,2]), 2*N/3)\n"
            "check('zero scale step omitted', solve([6*N,12*N],[0,6],[1,2]), 2*N/3)\n"
            "check('different counts', solve([12*N,24*N],[3,6],[2,2]), 2*N)\n");
  EXPECT_EQ(contract_called("batch-total").python_checks(),
            "check('short final batch', solve([N,N,1],2*N), 2*N+1)\n"
            "check('all full batches', solve([N,N],N), 2*N)\n"
            "check('single short', solve([1],N+1), 1)\n"
            "check('empty', solve([],N), 0)\n"
            "check('oversized batch', solve([3*N],N), 3*N)\n"
            "check('mixed remainder', solve([2*N,N-1],N+1), 3*N-1)\n"
            "check('unit batch', solve([1,1,1],2), 3)\n");
}

}  // namespace
}  // namespace gradvet
