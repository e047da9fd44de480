#include "properties/case_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "properties/contract_table.hpp"
#include "tests/support/sample_cases.hpp"

namespace gradvet {
namespace {

using test::batch_total_case;
using test::vector_mean_case;

TEST(NumberCost, IsTheOddSignificandsLengthPlusTheExponentsMagnitude) {
  EXPECT_EQ(number_cost(0.0), 0);
  EXPECT_EQ(number_cost(-0.0), 0);
  EXPECT_EQ(number_cost(1.0), 1);  // 1 * 2^0
  EXPECT_EQ(number_cost(-1.0), 1);
  EXPECT_EQ(number_cost(2.0), 2);    // 1 * 2^1
  EXPECT_EQ(number_cost(0.5), 2);    // 1 * 2^-1
  EXPECT_EQ(number_cost(3.0), 2);    // 3 * 2^0
  EXPECT_EQ(number_cost(6.0), 3);    // 3 * 2^1
  EXPECT_EQ(number_cost(0.75), 4);   // 3 * 2^-2
  EXPECT_EQ(number_cost(100.0), 7);  // 25 * 2^2
  EXPECT_EQ(number_cost(std::ldexp(1.0, -1074)), 1075);
  EXPECT_EQ(number_cost(std::ldexp(3.0, -1074)), 1076);
  EXPECT_EQ(number_cost(std::ldexp(1.0, -1022)), 1023);
  EXPECT_EQ(number_cost(std::numeric_limits<double>::max()), 53 + 971);
}

TEST(NumberCost, OfAnIntegerIsThatOfTheSameReal) {
  for (std::int64_t n = -300; n <= 300; ++n)
    EXPECT_EQ(number_cost(n), number_cost(static_cast<double>(n))) << n;
  EXPECT_EQ(number_cost((std::int64_t{1} << 53) - 1), 53);
}

TEST(NumberOrder, StartsWithTheSimplestNumbers) {
  const std::vector<double> expected = {0.0, -0.0, 1,   -1, 0.5, 2, 3, -0.5, -2,
                                        -3,  0.25, 1.5, 4,  5,   6, 7, -0.25};
  std::vector<double> sorted = expected;
  std::ranges::reverse(sorted);
  std::ranges::sort(sorted, [](double a, double b) { return compare_numbers(a, b) < 0; });
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_EQ(compare_numbers(sorted[i], expected[i]), 0) << sorted[i] << " at " << i;
}

TEST(NumberOrder, TellsZerosApart) {
  EXPECT_LT(compare_numbers(0.0, -0.0), 0);
  EXPECT_GT(compare_numbers(-0.0, 0.0), 0);
}

TEST(NumberOrder, OfCountsIsTheUsualOne) {
  for (std::int64_t n = 0; n < 200; ++n) EXPECT_LT(compare_numbers(n, n + 1), 0) << n;
}

TEST(CaseOrder, PutsFewerMicrobatchesFirst) {
  EXPECT_LT(compare_cases(vector_mean_case({{7, 7, 7}}, {9}), vector_mean_case({{0}, {0}}, {1, 1})), 0);
}

TEST(CaseOrder, ThenNarrowerCases) {
  EXPECT_LT(compare_cases(vector_mean_case({{100}}, {100}), vector_mean_case({{0, 0}}, {1})), 0);
}

TEST(CaseOrder, ThenTheCheaperSum) {
  // 1 + 2 against 3 + 1.
  EXPECT_LT(compare_cases(vector_mean_case({{1}}, {2}), vector_mean_case({{4}}, {1})), 0);
}

TEST(CaseOrder, ThenTheNumbersInContractOrder) {
  // Both cost 1 + 2; the first number decides.
  EXPECT_LT(compare_cases(vector_mean_case({{1}}, {2}), vector_mean_case({{2}}, {1})), 0);
  EXPECT_LT(compare_cases(vector_mean_case({{1}}, {2}), vector_mean_case({{1}}, {3})), 0);
  EXPECT_LT(compare_cases(vector_mean_case({{1}}, {2}), vector_mean_case({{-1}}, {2})), 0);
  EXPECT_LT(compare_cases(batch_total_case({1, 2}, 1), batch_total_case({2, 1}, 1)), 0);
}

TEST(CaseOrder, IsZeroOnlyForTheSameCase) {
  EXPECT_EQ(compare_cases(vector_mean_case({{1, 2}}, {2}), vector_mean_case({{1, 2}}, {2})), 0);
  EXPECT_NE(compare_cases(vector_mean_case({{0.0}}, {2}), vector_mean_case({{-0.0}}, {2})), 0);
}

TEST(CaseOrder, IsTotalOnDrawnCases) {
  for (const Contract* contract : contract_table()) {
    std::vector<Case> cases(60);
    for (std::size_t i = 0; i < cases.size(); ++i)
      contract->draw(i, static_cast<int>(i % 12), DrawLimits{}, Profile{}, cases[i]);
    std::ranges::sort(cases, [](const Case& a, const Case& b) { return compare_cases(a, b) < 0; });
    for (std::size_t i = 0; i < cases.size(); ++i)
      for (std::size_t j = i; j < cases.size(); ++j) {
        const int by = compare_cases(cases[i], cases[j]);
        EXPECT_LE(by, 0) << contract->info().id;
        EXPECT_EQ(by == 0, cases[i] == cases[j]) << contract->info().id;
        EXPECT_EQ(compare_cases(cases[j], cases[i]) > 0, by < 0) << contract->info().id;
      }
  }
}

}  // namespace
}  // namespace gradvet
