#include "src/reporters/accuracy_report.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include "src/reporters/json_writer.hpp"
#include "tests/unit/reporters/toy_contract.hpp"

namespace gradvet {
namespace {

std::string report(const std::vector<RunReport>& runs) { return report_text(AccuracyReport(), runs); }

Accuracy four_numbers(const ToyContract& contract) {
  Accuracy accuracy;
  accuracy.numbers = 4;
  accuracy.correctly_rounded = 3;
  accuracy.error_ulp = {{0, 2}, {Rational(1, 2), 1}, {1, 1}};
  accuracy.excess = {{0, 2}, {Rational(1, 2), 2}, {1, 0}};
  accuracy.farthest_in_ulp = FarthestNumber{
      contract.make_case({1.0}, {3}), 0, Rational(1, 3), Rational(3, 8), Rational(2, 3), Rational(1, 8)};
  return accuracy;
}

TEST(AccuracyReport, IsTheExampleOfItsPage) {
  const ToyContract contract;
  RunReport run = held_run(contract);
  run.accuracy = four_numbers(contract);
  EXPECT_EQ(report({run}), example_of(GRADVET_ACCURACY_PAGE) + "\n");
}

TEST(AccuracyReport, HasNullWhereNothingWasMeasured) {
  const ToyContract contract;
  EXPECT_NE(report({held_run(contract)}).find(R"("verdict":"held","accuracy":null})"), std::string::npos);
  RunReport run = held_run(contract);
  run.accuracy.emplace();
  EXPECT_NE(report({run}).find(R"("numbers":0,"correctly_rounded":0,"correctly_rounded_share":null,)"),
            std::string::npos);
}

}  // namespace
}  // namespace gradvet
