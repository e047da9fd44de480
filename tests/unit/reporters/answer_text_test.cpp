#include "src/reporters/answer_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace gradvet {
namespace {

using ::testing::ElementsAre;

Answer list_of(std::vector<double> numbers) {
  Answer answer;
  answer.reset(AnswerShape::kList);
  answer.numbers = std::move(numbers);
  return answer;
}

TEST(ExactTexts, AreTheFractionsThatFloatsAre) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_THAT(exact_texts(list_of({0.1, -3.0, 0.75, infinity})),
              ElementsAre("3602879701896397/36028797018963968", "-3", "3/4", "Infinity"));
}

TEST(ExactTexts, HoldTheLeastSubnormalExactly) {
  const std::string power = Integer(Integer(1) << 1074).str();
  EXPECT_THAT(exact_texts(list_of({std::numeric_limits<double>::denorm_min()})), ElementsAre("1/" + power));
}

TEST(ExactTexts, PreferTheValueThatTheCandidateGaveExactly) {
  Answer answer = list_of({2.5, 0.1});
  answer.exact.push_back({1, Answer::Exact::Kind::kToken, Rational(1, 10)});
  EXPECT_THAT(exact_texts(answer), ElementsAre("5/2", "1/10"));
}

TEST(NumberTexts, ShowFloatsAsFloatsAndFractionsAsFractions) {
  Answer answer = list_of({2.5, 0.0});
  answer.exact.push_back({1, Answer::Exact::Kind::kFraction, Rational(15, 7)});
  EXPECT_THAT(number_texts(answer), ElementsAre("2.5", "15/7"));
}

TEST(FractionAndDecimal, SaysWhetherTheDecimalIsExact) {
  EXPECT_EQ(fraction_and_decimal(Rational(7, 2)), "7/2 = 3.5");
  EXPECT_EQ(fraction_and_decimal(Rational(15, 7)), "15/7 ≈ 2.1428571428571429");
  EXPECT_EQ(fraction_and_decimal(Rational(-3)), "-3");
}

TEST(FractionAndDecimal, LeavesOutAFractionThatNobodyReads) {
  const std::string text = fraction_and_decimal(Rational(1, Integer(1) << 300));
  EXPECT_EQ(text, "≈ 4.9090934652977266e-91");
}

TEST(NumberTexts, NameAnImmenseExactNumberByItsSize) {
  Answer answer;
  answer.reset(AnswerShape::kList);
  const Integer immense = boost::multiprecision::pow(Integer(10), 5000);
  answer.numbers = {0, 0};
  answer.exact = {{0, Answer::Exact::Kind::kFraction, Rational(-immense)},
                  {1, Answer::Exact::Kind::kFraction, Rational(1, immense)}};
  EXPECT_EQ(number_texts(answer).at(0), "-1000000000000000000… (an integer of 5,001 digits)");
  EXPECT_EQ(number_texts(answer).at(1), "1e-5000 (a fraction of 5,002 digits)");
}

TEST(ShapeText, ElidesLongListsInTheMiddle) {
  std::vector<std::string> numbers;
  for (int i = 0; i < 1024; ++i) numbers.push_back(std::to_string(i));
  EXPECT_EQ(shape_text(AnswerShape::kList, numbers, {}), "[0, 1, 2, 3, … 1,019 more …, 1023]");
}

TEST(ShapeText, ShowsWindowsRowByRow) {
  const std::vector<AnswerRow> rows = {{0, 2, false}, {2, 0, true}, {2, 1, false}};
  EXPECT_EQ(shape_text(AnswerShape::kWindows, {"1", "2", "3"}, rows), "[[1, 2], null, [3]]");
}

TEST(OutcomeText, SaysWhatCameInsteadOfAValue) {
  EXPECT_EQ(outcome_text(Exception{"ZeroDivisionError"}), "an exception: ZeroDivisionError");
  EXPECT_EQ(outcome_text(TimedOut{std::chrono::milliseconds(250)}), "no answer within 250 ms");
  EXPECT_EQ(outcome_text(list_of({7.0, 6.0})), "[7.0, 6.0]");
}

}  // namespace
}  // namespace gradvet
