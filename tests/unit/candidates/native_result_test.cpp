#include "src/candidates/native_result.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>

#include "tests/unit/candidates/bare_contract.hpp"

namespace gradvet {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::byte>& room() {
  static std::vector<std::byte> bytes(2 * kMostResultBytes);
  return bytes;
}

NativeRecord record_of(const std::function<int(gradvet_result*)>& call) {
  NativeResult result(room());
  return result.finish(call(result.begin()));
}

Outcome outcome_of(const std::function<int(gradvet_result*)>& call, NativeWants wants = {}) {
  Outcome outcome;
  read_native_record(record_of(call), room(), wants, outcome);
  return outcome;
}

int give_list(gradvet_result* result, const std::vector<double>& numbers) {
  std::ranges::copy(numbers, gradvet_list(result, numbers.size()));
  return GRADVET_OK;
}

TEST(NativeResult, ReadsScalarsAndLists) {
  const Outcome scalar = outcome_of([](gradvet_result* result) { return gradvet_scalar(result, -0.0); });
  EXPECT_EQ(std::get<Answer>(scalar).shape, AnswerShape::kScalar);
  EXPECT_TRUE(std::signbit(std::get<Answer>(scalar).numbers.at(0)));
  const Outcome list = outcome_of([](gradvet_result* result) { return give_list(result, {1.5, 2}); });
  EXPECT_EQ(std::get<Answer>(list).shape, AnswerShape::kList);
  EXPECT_THAT(std::get<Answer>(list).numbers, ElementsAre(1.5, 2.0));
  const Outcome none = outcome_of([](gradvet_result* result) { return give_list(result, {}); });
  EXPECT_THAT(std::get<Answer>(none).numbers, IsEmpty());
}

TEST(NativeResult, KeepsTheLastOfSeveralResults) {
  const Outcome outcome = outcome_of([](gradvet_result* result) {
    give_list(result, {1, 2, 3});
    return give_list(result, {4});
  });
  EXPECT_THAT(std::get<Answer>(outcome).numbers, ElementsAre(4.0));
}

TEST(NativeResult, TakesIntegersAsExact) {
  const Outcome outcome = outcome_of([](gradvet_result* result) {
    std::int64_t* const numbers = gradvet_integers(result, 2);
    numbers[0] = 7;
    numbers[1] = (std::int64_t{1} << 53) + 1;
    return 0;
  });
  const Answer& answer = std::get<Answer>(outcome);
  ASSERT_EQ(answer.exact.size(), 1U);
  EXPECT_EQ(answer.exact[0].index, 1U);
  EXPECT_EQ(answer.exact[0].value, Rational(Integer("9007199254740993")));
}

TEST(NativeResult, KeepsIntegersExactForANarrowOutput) {
  NativeWants wants;
  wants.output = NumberFormat::kFloat16;
  const Outcome outcome =
      outcome_of([](gradvet_result* result) { return gradvet_integer(result, 2049); }, wants);
  EXPECT_EQ(std::get<Answer>(outcome).exact.at(0).value, Rational(2049));
}

TEST(NativeResult, ReadsRowsAndMissingUpdates) {
  NativeWants wants{AnswerShape::kWindows, NumberFormat::kFloat64, true};
  const auto call = [](gradvet_result* result) {
    gradvet_row(result, 2)[0] = 1;
    gradvet_null_row(result);
    gradvet_row(result, 1)[0] = 3;
    return 0;
  };
  const Answer answer = std::get<Answer>(outcome_of(call, wants));
  EXPECT_EQ(answer.shape, AnswerShape::kWindows);
  EXPECT_THAT(answer.rows,
              ElementsAre(AnswerRow{0, 2, false}, AnswerRow{2, 0, true}, AnswerRow{2, 1, false}));
  EXPECT_EQ(answer.text, "[[1.0, NaN], null, [3.0]]");
  EXPECT_EQ(kind_of(outcome_of(call)), "no value") << "a contract without rows takes none";
}

TEST(NativeResult, ReadsANullResultWhereTheContractHasOne) {
  const auto call = [](gradvet_result* result) {
    gradvet_list(result, 2)[0] = 1;
    return gradvet_null(result);
  };
  const Answer answer =
      std::get<Answer>(outcome_of(call, {AnswerShape::kListOrNull, NumberFormat::kFloat64, true}));
  EXPECT_EQ(answer.shape, AnswerShape::kNull);
  EXPECT_EQ(answer.text, "null");
  EXPECT_EQ(kind_of(outcome_of(call)), "no value") << "a contract without null takes none";
}

TEST(NativeResult, ReadsNoWindowsWhereNoneWereGiven) {
  const NativeWants wants{AnswerShape::kWindows, NumberFormat::kFloat64, true};
  for (const bool as_list : {false, true}) {
    const auto call = [as_list](gradvet_result* result) {
      if (as_list) gradvet_list(result, 0);
      return 0;
    };
    const Answer answer = std::get<Answer>(outcome_of(call, wants));
    EXPECT_EQ(answer.shape, AnswerShape::kWindows);
    EXPECT_TRUE(answer.rows.empty());
    EXPECT_EQ(answer.text, "[]");
  }
}

TEST(NativeResult, WritesTheTextWhereItIsWanted) {
  NativeWants wants;
  wants.keeps_text = true;
  EXPECT_EQ(std::get<Answer>(outcome_of(
                                 [](auto* result) {
                                   return give_list(result, {1.5, 2});
                                 },
                                 wants))
                .text,
            "[1.5, 2.0]");
  EXPECT_EQ(
      std::get<Answer>(outcome_of([](auto* result) { return gradvet_integer(result, -3); }, wants)).text,
      "-3");
}

TEST(NativeResult, ShowsNumbersThatWereNotWrittenAsNaN) {
  const Outcome outcome = outcome_of([](gradvet_result* result) {
    gradvet_list(result, 2)[0] = 1;
    return 0;
  });
  EXPECT_TRUE(std::isnan(std::get<Answer>(outcome).numbers.at(1)));
}

TEST(NativeResult, FindsAWriteBehindTheEnd) {
  const Outcome outcome = outcome_of([](gradvet_result* result) {
    double* const numbers = gradvet_list(result, 2);
    for (int i = 0; i <= 2; ++i) numbers[i] = i;
    return 0;
  });
  EXPECT_EQ(std::get<Crash>(outcome).what, "wrote behind the end of its result");
}

TEST(NativeResult, TellsTheFourWaysToEnd) {
  EXPECT_EQ(
      std::get<Exception>(outcome_of([](auto* result) { return gradvet_fail(result, "no \xc3\xa4"); })).text,
      "no \xc3\xa4");
  EXPECT_EQ(std::get<Declined>(outcome_of([](auto* result) { return gradvet_decline(result, "no"); })).why,
            "no");
  EXPECT_EQ(std::get<Exception>(outcome_of([](gradvet_result*) { return 42; })).text,
            "it returned 42 without a text");
  EXPECT_EQ(kind_of(outcome_of([](gradvet_result*) { return 0; })), "no value");
}

TEST(NativeResult, RefusesMoreThanAResultMayHold) {
  const Outcome outcome = outcome_of([](gradvet_result* result) {
    EXPECT_EQ(gradvet_list(result, kMostResultNumbers + 1), nullptr);
    return 0;
  });
  EXPECT_THAT(std::get<NotAValue>(outcome).what, HasSubstr("room for 4194305 numbers"));
  const Outcome rows = outcome_of(
      [](gradvet_result* result) {
        while (gradvet_row(result, kMostResultNumbers) != nullptr) continue;
        return 0;
      },
      {AnswerShape::kWindows, NumberFormat::kFloat64, false});
  EXPECT_EQ(kind_of(rows), "no value");
}

TEST(NativeResult, CutsALongText) {
  const std::string text(2 * kMostTextBytes, 'x');
  const Outcome outcome =
      outcome_of([&](gradvet_result* result) { return gradvet_fail(result, text.c_str()); });
  EXPECT_EQ(std::get<Exception>(outcome).text.size(), kMostTextBytes);
}

TEST(NativeResult, TrustsNoPositionOfARecord) {
  const auto judged = [](NativeRecord record) {
    Outcome outcome;
    read_native_record(record, room(), {}, outcome);
    return kind_of(outcome);
  };
  const NativeRecord good = record_of([](auto* result) { return give_list(result, {1}); });
  EXPECT_EQ(judged(good), "answer");
  NativeRecord bad = good;
  bad.first_row = room().size() + 8;
  EXPECT_EQ(judged(bad), "protocol");
  bad = good;
  bad.rows = 0xffffffff;
  EXPECT_EQ(judged(bad), "protocol");
  bad = good;
  bad.first_row = 3;
  EXPECT_EQ(judged(bad), "protocol");
  bad = good;
  const NativeRow row{room().size() - 8, 2, 0};
  std::memcpy(room().data() + good.first_row, &row, sizeof row);
  EXPECT_EQ(judged(bad), "protocol");
  bad.status = GRADVET_FAILED;
  bad.first_text = ~std::uint64_t{0};
  bad.text_bytes = 5;
  EXPECT_EQ(judged(bad), "exception");
}

}  // namespace
}  // namespace gradvet
