#include "oracles/rank_mean.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "oracles/rational.hpp"
#include "tests/unit/oracles/made_cases.hpp"

namespace gradvet {
namespace {

using Ranks = std::vector<Matrix>;
using Counts = std::vector<std::vector<std::int64_t>>;
using testing::ElementsAre;
using testing::StartsWith;

ExactAnswer expected(const Ranks& gradients, const Counts& counts) {
  ExactAnswer out;
  rank_mean::expect(ranks_case(gradients, counts), out);
  return out;
}

Allowance allowance(const Ranks& gradients, const Counts& counts, std::string_view profile) {
  Allowance out;
  rank_mean::allow(ranks_case(gradients, counts), *parse_profile(profile), out);
  return out;
}

std::string refusal(const Ranks& gradients, const Counts& counts, std::string_view profile = "float64") {
  return rank_mean::refuse(ranks_case(gradients, counts), *parse_profile(profile)).value_or("");
}

TEST(RankMean, IsTheSumOverAllRanksOverTheTotalCount) {
  EXPECT_THAT(expected({{{2, 4}}, {{12, 8}}}, {{1}, {3}}).numbers, ElementsAre(Rational(7, 2), 3));
  EXPECT_THAT(expected({{{1}, {5}}, {}, {{6}}}, {{1, 2}, {}, {1}}).numbers, ElementsAre(3));
  EXPECT_THAT(expected({{{1e300}, {-1e300}}, {{1}}}, {{1, 1}, {1}}).numbers, ElementsAre(Rational(1, 3)));
}

TEST(RankMean, IsNullWhereNothingIsCounted) {
  for (const auto& [gradients, counts] :
       {std::pair<Ranks, Counts>{{}, {}}, {{{}, {}}, {{}, {}}}, {{{{0, 0}}, {}}, {{0}, {}}}}) {
    EXPECT_EQ(expected(gradients, counts).shape, AnswerShape::kNull);
    EXPECT_TRUE(expected(gradients, counts).numbers.empty());
    EXPECT_TRUE(allowance(gradients, counts, "float32").bounds.empty());
    EXPECT_EQ(rank_mean::settle(ranks_case(gradients, counts), Profile{}, {}), std::nullopt);
  }
}

TEST(RankMean, IsAnEmptyListWithoutCoordinates) {
  const ExactAnswer answer = expected({{{}}, {{}}}, {{1}, {0}});
  EXPECT_EQ(answer.shape, AnswerShape::kList);
  EXPECT_TRUE(answer.numbers.empty());
  EXPECT_EQ(rank_mean::settle(ranks_case({{{}}}, {{1}}), Profile{}, {}), 0.0);
}

/// Fractions added one by one, which the oracle never does.
TEST(RankMean, EqualsASumOfFractions) {
  std::mt19937_64 words(1);
  for (int i = 0; i < 1000; ++i) {
    Ranks gradients(1 + words() % 4);
    Counts counts(gradients.size());
    Rational sum = 0, total = 0;
    for (std::size_t rank = 0; rank < gradients.size(); ++rank)
      for (std::size_t microbatches = words() % 3; microbatches > 0; --microbatches) {
        const auto value =
            std::ldexp(static_cast<double>(words() >> 11), static_cast<int>(words() % 200) - 100);
        counts[rank].push_back(static_cast<std::int64_t>(1 + words() % 1000));
        gradients[rank].push_back({words() % 2 == 0 ? value : -value});
        sum += exact(gradients[rank].back()[0]);
        total += counts[rank].back();
      }
    const ExactAnswer answer = expected(gradients, counts);
    if (total == 0)
      ASSERT_EQ(answer.shape, AnswerShape::kNull);
    else
      ASSERT_THAT(answer.numbers, ElementsAre(Rational(sum / total))) << i;
  }
}

TEST(RankMean, RefusesWhatIsNoCaseOfIt) {
  EXPECT_EQ(refusal({{{1}}, {}}, {{1}, {}}), "");
  EXPECT_EQ(refusal({{{1}}, {}}, {{1}}), "gradients has 2 and counts has 1 ranks; both need as many.");
  EXPECT_EQ(refusal({{{1}}, {}}, {{1}, {2}}),
            "gradients[1] has 0 and counts[1] has 1 entries; both need as many.");
  EXPECT_EQ(refusal({{{1, 2}}, {{0, 0}, {3, std::nan("")}}}, {{1}, {0, 1}}),
            "gradients[1][1][1] is nan; values are finite.");
  EXPECT_EQ(refusal({{}, {{0}, {1}}}, {{}, {1, -1}}),
            "counts[1][1] is -1; it must be an integer from 0 to 9007199254740991.");
  EXPECT_EQ(
      refusal({{}, {{0}, {1}}}, {{}, {1, 0}}),
      "counts[1][1] is 0 but gradients[1][1][0] is 1; a microbatch that counts nothing has a zero gradient.");
}

const Rational kU = power_of_two(-24);
const Rational kHalfEta = power_of_two(-150);

TEST(RankMean, AllowsTwoLevelsAndCountsIdleRanks) {
  // [[2], []], [[12]] with counts 1, 3 and an idle rank: n = 3, A = 14, N = 4, M = 4.
  const Ranks gradients = {{{2}}, {}, {{12}}};
  const Counts counts = {{1}, {}, {3}};
  const Rational relative = kU * (18 * Rational(7, 2) + 10 * 4) / (1 - 18 * kU);
  EXPECT_THAT(allowance(gradients, counts, "float32").bounds,
              ElementsAre(Rational(relative + kHalfEta * (12 + 28 + 24 + 16))));
  EXPECT_THAT(allowance(gradients, counts, "float32,order=sum").bounds,
              ElementsAre(Rational(kU * 8 * Rational(7, 2) / (1 - 8 * kU) + kHalfEta * (12 + 14 + 24))));
}

TEST(RankMean, HoldsDeclaredOrdersToAnyTree) {
  // In bfloat16 256 + 1 + 1 is 256 from left to right and 258 where the ones meet first.
  const Ranks gradients = {{{256}}, {{1}, {1}}};
  const Counts counts = {{1}, {1, 2}};
  for (const char* order : {"sum-then-divide", "sequential", "pairwise"}) {
    const Allowance allowed = allowance(gradients, counts, std::string("bfloat16,order=") + order);
    ASSERT_EQ(allowed.reachable.size(), 1U);
    ASSERT_TRUE(allowed.reachable[0].has_value());
    EXPECT_EQ(allowed.reachable[0]->least, 64) << order;
    EXPECT_EQ(allowed.reachable[0]->greatest, Rational(129, 2)) << order;
  }
}

TEST(RankMean, DoesNotJudgeWhatAnEngineMayOverflow) {
  // 30000 times 3 ranks, before an engine divides by 3.
  EXPECT_THAT(allowance({{{30000}}, {}, {}}, {{4}, {}, {}}, "float16").unjudged, StartsWith("overflow"));
  EXPECT_EQ(allowance({{{30000}}, {}, {}}, {{4}, {}, {}}, "float16,order=sequential").unjudged, "");
  // A rank's mean times what the rank counts.
  EXPECT_THAT(allowance({{{9000}, {0}}, {{1}}}, {{1, 7}, {1}}, "float16").unjudged, StartsWith("overflow"));
}

TEST(RankMean, SettlesOrdinaryAnswers) {
  const Case input = ranks_case({{{2, 4}}, {}, {{12, 8}}}, {{1}, {}, {3}});
  EXPECT_EQ(rank_mean::settle(input, Profile{}, std::vector<double>{3.5, 3}), 0.0);
  EXPECT_EQ(rank_mean::settle(input, Profile{}, std::vector<double>{3.5, 3.1}), std::nullopt);
  EXPECT_EQ(rank_mean::settle(input, Profile{}, std::vector<double>{3.5}), std::nullopt);
}

}  // namespace
}  // namespace gradvet
