#include "oracles/window_means.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "oracles/rational.hpp"
#include "oracles/vector_mean.hpp"
#include "tests/unit/oracles/made_cases.hpp"

namespace gradvet {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

ExactAnswer means(const Case& input) {
  ExactAnswer out{AnswerShape::kScalar, std::vector<Rational>(3, Rational(1)), {{0, 1, false}}};
  window_means::expect(input, out);
  EXPECT_EQ(out.shape, AnswerShape::kWindows);
  EXPECT_TRUE(window_means::has_rows(input, out.rows));
  return out;
}

std::string refusal(const Case& input) { return window_means::refuse(input, Profile{}).value_or(""); }

Allowance allowance(const Case& input, std::string_view profile) {
  Allowance out;
  window_means::allow(input, *parse_profile(profile), out);
  return out;
}

TEST(WindowMeans, DividesEveryWindowByItsOwnCounts) {
  const ExactAnswer two = means(windows_case({{2, 0}, {6, 4}, {3, 1}}, {1, 3, 2}, 2));
  EXPECT_THAT(two.numbers, ElementsAre(2, 1, Rational(3, 2), Rational(1, 2)));
  EXPECT_THAT(two.rows, ElementsAre(AnswerRow{0, 2, false}, AnswerRow{2, 2, false}));
  const ExactAnswer one = means(windows_case({{1}, {6}, {8}}, {1, 2, 4}, 3));
  EXPECT_THAT(one.numbers, ElementsAre(Rational(15, 7)));
}

TEST(WindowMeans, IsNullForAWindowWithoutCounts) {
  const ExactAnswer out = means(windows_case({{4}, {0}, {0}, {6}}, {1, 0, 0, 3}, 1));
  EXPECT_THAT(out.numbers, ElementsAre(4, 2));
  EXPECT_THAT(out.rows, ElementsAre(AnswerRow{0, 1, false}, AnswerRow{1, 0, true}, AnswerRow{1, 0, true},
                                    AnswerRow{1, 1, false}));
}

TEST(WindowMeans, HasNoWindowsWithoutMicrobatches) {
  const Case input = windows_case({}, {}, 3);
  EXPECT_EQ(refusal(input), "");
  EXPECT_THAT(means(input).rows, IsEmpty());
  EXPECT_EQ(window_means::settle(input, Profile{}, {}), 0.0);
}

TEST(WindowMeans, TakesAnyNumberOfSteps) {
  const std::int64_t most = (std::int64_t{1} << 53) - 1;
  EXPECT_THAT(means(windows_case({{1}, {2}}, {1, 2}, most)).numbers, ElementsAre(1));
  EXPECT_EQ(window_means::windows_in(7, 3), 3U);
  EXPECT_EQ(window_means::windows_in(6, 3), 2U);
  EXPECT_EQ(window_means::windows_in(0, 3), 0U);
  EXPECT_EQ(window_means::windows_in(5, most), 1U);
}

TEST(WindowMeans, IsTheQuotientOfFractionsSummedOneByOne) {
  std::mt19937_64 words(1);
  for (int i = 0; i < 1000; ++i) {
    Matrix rows(words() % 9, std::vector<double>(1));
    std::vector<std::int64_t> counts(rows.size());
    const std::size_t steps = 1 + words() % 5;
    std::vector<Rational> expected;
    std::size_t nulls = 0;
    Rational sum = 0;
    Rational total = 0;
    for (std::size_t row = 0; row < rows.size(); ++row) {
      counts[row] = words() % 3 == 0 ? 0 : static_cast<std::int64_t>(words() >> (11 + words() % 52));
      if (counts[row] != 0)
        rows[row][0] =
            std::ldexp(static_cast<double>(words() >> 11) - 0x1p52, static_cast<int>(words() % 1900) - 1000);
      sum += exact(rows[row][0]);
      total += Rational(counts[row]);
      if ((row + 1) % steps != 0 && row + 1 != rows.size()) continue;
      if (total == 0)
        ++nulls;
      else
        expected.push_back(sum / total);
      sum = total = 0;
    }
    const ExactAnswer out = means(windows_case(rows, counts, static_cast<std::int64_t>(steps)));
    ASSERT_EQ(out.numbers, expected);
    ASSERT_EQ(out.rows.size(), expected.size() + nulls);
  }
}

TEST(WindowMeans, RefusesWhatIsNoStream) {
  EXPECT_THAT(refusal(windows_case({{1}, {1}}, {1}, 1)), HasSubstr("sums has 2 and counts has 1"));
  EXPECT_EQ(refusal(windows_case({{1}}, {1}, 0)),
            "accumulation_steps is 0; it must be an integer from 1 to 9007199254740991.");
  EXPECT_THAT(refusal(windows_case({{1}}, {1}, std::int64_t{1} << 53)),
              HasSubstr("accumulation_steps is 9007199254740992"));
  EXPECT_EQ(refusal(windows_case({{}}, {1}, 1)), "sums[0] has 0 coordinates; a microbatch has 1 or more.");
  EXPECT_THAT(refusal(windows_case({{std::numeric_limits<double>::infinity()}}, {1}, 1)),
              HasSubstr("sums[0][0] is inf"));
  EXPECT_THAT(refusal(windows_case({{1}}, {-1}, 1)), HasSubstr("counts[0] is -1"));
  EXPECT_THAT(refusal(windows_case({{1}, {2}}, {1, 0}, 1)), HasSubstr("counts[1] is 0 but sums[1][0] is 2"));
}

TEST(WindowMeans, AllowsEachWindowWhatItsOwnMeanIsAllowed) {
  for (const char* profile : {"float32", "bfloat16", "float64,order=sum", "bfloat16,order=sequential"}) {
    const Allowance out = allowance(windows_case({{3}, {-5}, {0}, {7}}, {2, 3, 0, 9}, 2), profile);
    Allowance first, second;
    vector_mean::allow(vectors_case({{3}, {-5}}, {2, 3}), *parse_profile(profile), first);
    vector_mean::allow(vectors_case({{0}, {7}}, {0, 9}), *parse_profile(profile), second);
    EXPECT_THAT(out.bounds, ElementsAre(first.bounds[0], second.bounds[0]));
    EXPECT_EQ(out.reachable.size(), first.reachable.size() + second.reachable.size());
  }
}

TEST(WindowMeans, AllowsNothingForWhatIsNull) {
  EXPECT_THAT(allowance(windows_case({{0}, {7}}, {0, 9}, 1), "float32").bounds, testing::SizeIs(1));
}

TEST(WindowMeans, DoesNotJudgeAStreamWithAWindowThatCouldOverflow) {
  EXPECT_THAT(allowance(windows_case({{1}, {60000}, {60000}}, {1, 1, 1}, 1), "float16").unjudged, "");
  EXPECT_THAT(allowance(windows_case({{60000}, {60000}, {1}}, {1, 1, 1}, 2), "float16").unjudged,
              testing::StartsWith("overflow"));
}

TEST(WindowMeans, SettlesNumbersOfEveryWindowAndNoOthers) {
  const Case input = windows_case({{2}, {6}, {0}, {5}}, {1, 3, 0, 2}, 2);
  const auto settle = [&](std::vector<double> numbers) {
    return window_means::settle(input, Profile{}, numbers);
  };
  EXPECT_EQ(settle({2, 2.5}), 0.0);
  EXPECT_EQ(settle({2}), std::nullopt);
  EXPECT_EQ(settle({2, 2.5, 0}), std::nullopt);
  EXPECT_EQ(settle({2, 5}), std::nullopt);
  EXPECT_EQ(settle({1, 2.5}), std::nullopt);
}

TEST(WindowMeans, KnowsItsRows) {
  const Case input = windows_case({{2}, {0}, {5}}, {1, 0, 2}, 1);
  using Rows = std::vector<AnswerRow>;
  EXPECT_TRUE(window_means::has_rows(input, Rows{{0, 1, false}, {1, 0, true}, {1, 1, false}}));
  EXPECT_FALSE(window_means::has_rows(input, Rows{{0, 1, false}, {1, 1, false}}));
  EXPECT_FALSE(window_means::has_rows(input, Rows{{0, 1, false}, {1, 1, false}, {2, 1, false}}));
  EXPECT_FALSE(window_means::has_rows(input, Rows{{0, 1, false}, {1, 0, true}, {1, 2, false}}));
  EXPECT_FALSE(window_means::has_rows(input, Rows{}));
}

}  // namespace
}  // namespace gradvet
