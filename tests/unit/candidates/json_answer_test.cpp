#include "src/candidates/json_answer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

namespace gradvet {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Answer answer(std::string_view text, AnswerWants wants = {}) {
  Answer out;
  EXPECT_EQ(read_result(text, wants, out), text.size()) << text;
  return out;
}

std::string refusal(std::string_view text, AnswerWants wants = {}) {
  Answer ignored;
  EXPECT_EQ(read_result(text, wants, ignored), 0U) << text;
  Outcome out;
  read_result(parse_json(text).value(), wants, out);
  const NotAValue* const refused = std::get_if<NotAValue>(&out);
  return refused == nullptr ? "accepted" : refused->what;
}

TEST(JsonAnswer, ReadsNumbersAndLists) {
  EXPECT_EQ(answer("[3.5,3]").shape, AnswerShape::kList);
  EXPECT_THAT(answer(" [ 3.5 , 3,-1e2 ]").numbers, ElementsAre(3.5, 3.0, -100.0));
  EXPECT_THAT(answer("[3.5,3]").exact, IsEmpty());
  EXPECT_THAT(answer("[]").numbers, IsEmpty());
  EXPECT_EQ(answer("2.5").shape, AnswerShape::kScalar);
  EXPECT_THAT(answer("2.5").numbers, ElementsAre(2.5));
}

TEST(JsonAnswer, RoundsATokenOnceToTheNearestFloat64) {
  EXPECT_EQ(std::bit_cast<std::uint64_t>(answer("0.1").numbers[0]), 0x3FB999999999999AULL);
  EXPECT_EQ(answer("9007199254740993").numbers[0], 9007199254740992.0);
  EXPECT_EQ(answer("9007199254740993.00000000000000000001").numbers[0], 9007199254740994.0);
  EXPECT_EQ(std::bit_cast<std::uint64_t>(answer("5e-324").numbers[0]), 1U);
  EXPECT_TRUE(std::signbit(answer("-0.0").numbers[0]));
}

TEST(JsonAnswer, TurnsOverflowIntoInfinityAndUnderflowIntoZero) {
  EXPECT_EQ(answer("1e400").numbers[0], kInfinity);
  EXPECT_EQ(answer("-1e400").numbers[0], -kInfinity);
  const std::string zeros(400, '0');
  EXPECT_EQ(answer(std::string("1").append(zeros)).numbers[0], kInfinity);
  EXPECT_EQ(answer("1e-400").numbers[0], 0.0);
  EXPECT_EQ(answer(std::string("0.").append(zeros) += '1').numbers[0], 0.0);
  EXPECT_TRUE(std::signbit(answer("-1e-400").numbers[0]));
  EXPECT_EQ(answer("1e999999999999999999999").numbers[0], kInfinity);
}

TEST(JsonAnswer, ReadsNullInAListAndPythonsSpecialTokensAsNonFinite) {
  const Answer out = answer("[null,NaN,Infinity,-Infinity]");
  ASSERT_EQ(out.numbers.size(), 4U);
  EXPECT_TRUE(std::isnan(out.numbers[0]));
  EXPECT_TRUE(std::isnan(out.numbers[1]));
  EXPECT_EQ(out.numbers[2], kInfinity);
  EXPECT_EQ(out.numbers[3], -kInfinity);
}

TEST(JsonAnswer, KeepsFractionsExactly) {
  const Answer out = answer(R"([1.5,"15/7","-3"])");
  ASSERT_EQ(out.exact.size(), 2U);
  EXPECT_EQ(out.exact[0].index, 1U);
  EXPECT_EQ(out.exact[0].kind, Answer::Exact::Kind::kFraction);
  EXPECT_EQ(out.exact[0].value, Rational(15, 7));
  EXPECT_EQ(out.exact[1].index, 2U);
  EXPECT_EQ(out.exact[1].value, Rational(-3));
  EXPECT_THAT(out.numbers, ElementsAre(1.5, 15.0 / 7.0, -3.0));
}

TEST(JsonAnswer, KeepsATokenThatIsNoFloat64WhereItIsRoundedElsewhere) {
  const AnswerWants wants{AnswerShape::kList, /*keeps_tokens=*/true, false};
  const Answer out = answer("[0.1,0.5,9007199254740993,12,1e23]", wants);
  ASSERT_EQ(out.exact.size(), 3U);
  EXPECT_EQ(out.exact[0].index, 0U);
  EXPECT_EQ(out.exact[0].kind, Answer::Exact::Kind::kToken);
  EXPECT_EQ(out.exact[0].value, Rational(1, 10));
  EXPECT_EQ(out.exact[1].index, 2U);
  EXPECT_EQ(out.exact[1].value, Rational(Integer("9007199254740993")));
  EXPECT_EQ(out.exact[2].index, 4U);
}

TEST(JsonAnswer, KeepsTheTextWhereItIsWanted) {
  EXPECT_EQ(answer("[3.50, 3]", {AnswerShape::kList, false, true}).text, "[3.50, 3]");
  EXPECT_EQ(answer("[3.50, 3]").text, "");
}

TEST(JsonAnswer, ReadsRowsWhereTheContractHasThem) {
  const AnswerWants wants{AnswerShape::kWindows, false, false};
  const Answer out = answer("[[1,2],null,[],[null]]", wants);
  EXPECT_EQ(out.shape, AnswerShape::kWindows);
  EXPECT_THAT(out.rows, ElementsAre(AnswerRow{0, 2, false}, AnswerRow{2, 0, true}, AnswerRow{2, 0, false},
                                    AnswerRow{2, 1, false}));
  EXPECT_EQ(out.numbers.size(), 3U);

  const Answer nulls_first = answer("[null,null,[1]]", wants);
  EXPECT_THAT(nulls_first.rows,
              ElementsAre(AnswerRow{0, 0, true}, AnswerRow{0, 0, true}, AnswerRow{0, 1, false}));
  EXPECT_THAT(nulls_first.numbers, ElementsAre(1.0));

  const Answer only_nulls = answer("[null]", wants);
  EXPECT_EQ(only_nulls.shape, AnswerShape::kWindows);
  EXPECT_THAT(only_nulls.rows, ElementsAre(AnswerRow{0, 0, true}));
  EXPECT_EQ(answer("[]", wants).shape, AnswerShape::kWindows);
  EXPECT_EQ(answer("[1,2]", wants).shape, AnswerShape::kList);
  EXPECT_EQ(answer("null", wants).shape, AnswerShape::kNull);
}

TEST(JsonAnswer, RefusesWhatIsNoValue) {
  EXPECT_EQ(refusal("null"), "null");
  EXPECT_EQ(refusal("true"), "true");
  EXPECT_EQ(refusal("[1,false]"), "false");
  EXPECT_EQ(refusal("{}"), "an object");
  EXPECT_THAT(refusal(R"("abc")"), HasSubstr("'abc'"));
  EXPECT_THAT(refusal(R"(["1.5"])"), HasSubstr("'1.5'"));
  EXPECT_THAT(refusal(R"(["1/0"])"), HasSubstr("'1/0'"));
  EXPECT_THAT(refusal("[[1,2],[3]]"), HasSubstr("list in a list"));
  const AnswerWants windows{AnswerShape::kWindows, false, false};
  EXPECT_THAT(refusal("[[1],2]", windows), HasSubstr("both"));
  EXPECT_THAT(refusal("[2,[1]]", windows), HasSubstr("both"));
  EXPECT_THAT(refusal("[[[1]]]", windows), HasSubstr("list in a list"));
}

TEST(JsonAnswer, LeavesWhatIsNoJsonNumberToTheFullParser) {
  Answer out;
  for (const char* text : {"01", "1e", "[1,]", "[,1]", "[1", "-", "+1", ".5", "[1 2]", "nul", "\"1"})
    EXPECT_EQ(read_result(text, AnswerWants{}, out), 0U) << text;
  EXPECT_EQ(read_result("1.2.3", AnswerWants{}, out), 0U);
}

}  // namespace
}  // namespace gradvet
