#include "oracles/reachable.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>
#include <set>
#include <vector>

#include "oracles/rational.hpp"

namespace gradvet {
namespace {

using Terms = std::vector<Rational>;

/// Small enough that sums of a few terms round, cancel and overflow all the time.
constexpr FloatFormat kToy3{3, -3, 4};
constexpr FloatFormat kToy5{5, -4, 5};

/// Every sum that some order gives, found the slow way: take any two values, replace them by their rounded
/// sum, go on.
void collect_sums(const std::vector<double>& values, const FloatFormat& format, Subnormals subnormals,
                  std::set<double>& out) {
  if (values.size() == 1) {
    out.insert(values[0]);
    return;
  }
  for (std::size_t i = 0; i < values.size(); ++i)
    for (std::size_t j = i + 1; j < values.size(); ++j) {
      std::vector<double> rest;
      for (std::size_t k = 0; k < values.size(); ++k)
        if (k != i && k != j) rest.push_back(values[k]);
      rest.push_back(encode(Rational(exact(values[i]) + exact(values[j])), format, subnormals));
      if (!std::isfinite(rest.back())) {
        out.insert(rest.back());
        continue;
      }
      collect_sums(rest, format, subnormals, out);
    }
}

/// The same over neighbours alone.
void collect_contiguous(const std::vector<double>& values, const FloatFormat& format, std::set<double>& out) {
  if (values.size() == 1) {
    out.insert(values[0]);
    return;
  }
  for (std::size_t i = 0; i + 1 < values.size(); ++i) {
    std::vector<double> rest = values;
    rest[i] = encode(Rational(exact(values[i]) + exact(values[i + 1])), format);
    if (!std::isfinite(rest[i])) {
      out.insert(rest[i]);
      continue;
    }
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    collect_contiguous(rest, format, out);
  }
}

std::vector<double> draw_terms(std::mt19937_64& words, const FloatFormat& format, std::size_t most) {
  std::vector<double> terms(1 + words() % most);
  for (double& term : terms) {
    term = encode(std::ldexp(static_cast<double>(static_cast<int>(words() % 63) - 31),
                             static_cast<int>(words() % 9) - 7),
                  format);
    if (!std::isfinite(term)) term = 1.0;
  }
  return terms;
}

Terms as_terms(const std::vector<double>& values) {
  Terms terms;
  for (const double value : values) terms.push_back(exact(value));
  return terms;
}

std::optional<ReachableInterval> hull(const std::set<double>& sums) {
  if (!std::ranges::all_of(sums, [](double sum) { return std::isfinite(sum); })) return std::nullopt;
  return ReachableInterval{exact(*sums.begin()), exact(*sums.rbegin())};
}

TEST(ReachableSum, IsTheHullOfAllTreesAndPermutations) {
  std::mt19937_64 words(1);
  int overflows = 0;
  for (const FloatFormat& format : {kToy3, kToy5})
    for (const Subnormals subnormals : {Subnormals::kKept, Subnormals::kFlushedToZero})
      for (int i = 0; i < 60; ++i) {
        std::vector<double> terms = draw_terms(words, format, 6);
        for (double& term : terms) term = encode(term, format, subnormals);
        std::set<double> sums;
        collect_sums(terms, format, subnormals, sums);
        const auto expected = hull(sums);
        overflows += expected ? 0 : 1;
        ASSERT_EQ(reachable_sum(as_terms(terms), format, SumTrees::kAll, subnormals), expected) << i;
      }
  EXPECT_GT(overflows, 0);
}

TEST(ReachableSum, IsTheHullOfContiguousTreesWhereThoseAreAskedFor) {
  std::mt19937_64 words(2);
  for (const FloatFormat& format : {kToy3, kToy5})
    for (int i = 0; i < 100; ++i) {
      const std::vector<double> terms = draw_terms(words, format, 6);
      std::set<double> sums;
      collect_contiguous(terms, format, sums);
      ASSERT_EQ(reachable_sum(as_terms(terms), format, SumTrees::kContiguous), hull(sums)) << i;
    }
}

TEST(ReachableSum, TakesTwelveTermsBesideZeros) {
  const FloatFormat& format = float_format(NumberFormat::kBfloat16);
  Terms terms(20, Rational(0));
  for (std::size_t i = 0; i < 12; ++i) terms[i] = 1;
  EXPECT_EQ(reachable_sum(terms, format), (ReachableInterval{12, 12}));
  terms[12] = 1;
  EXPECT_EQ(reachable_sum(terms, format), std::nullopt);
  EXPECT_EQ(reachable_sum(Terms{}, format), ReachableInterval{});
}

TEST(ReachableSum, KnowsHowMuchOneLargeTermSwamps) {
  // bfloat16 steps by 2 from 256. Each 1 alone is a tie that falls back to 256; in threes they gain by ties:
  // 256 + 3 = 259 goes to 260, 260 + 3 = 263 to 264, and 264 + 2 is 266.
  Terms terms(8, Rational(1));
  terms.push_back(256);
  EXPECT_EQ(reachable_sum(terms, float_format(NumberFormat::kBfloat16)), (ReachableInterval{256, 266}));
}

TEST(SequentialSum, AddsFromLeftToRight) {
  const FloatFormat& format = float_format(NumberFormat::kBfloat16);
  EXPECT_EQ(sequential_sum(Terms{256, 1, 1}, format), Rational(256));
  EXPECT_EQ(sequential_sum(Terms{1, 1, 256}, format), Rational(258));
  EXPECT_EQ(sequential_sum(Terms{}, format), Rational(0));
  EXPECT_EQ(sequential_sum(Terms{60000, 60000}, float_format(NumberFormat::kFloat16)), std::nullopt);
}

TEST(PairwiseSum, SplitsInHalvesWithTheSmallerFirst) {
  const FloatFormat& format = float_format(NumberFormat::kBfloat16);
  EXPECT_EQ(pairwise_sum(Terms{256, 1, 1, 1}, format), Rational(258));  // 256 and 2
  EXPECT_EQ(pairwise_sum(Terms{256, 1, 1}, format), Rational(258));     // 256 + (1 + 1)
  EXPECT_EQ(pairwise_sum(Terms{1, 256, 1}, format), Rational(256));     // 1 + (256 + 1): a tie each time
  EXPECT_EQ(pairwise_sum(Terms{}, format), Rational(0));
}

TEST(PairwiseSum, IsAFloat32SumOfTheHardware) {
  std::mt19937_64 words(3);
  const FloatFormat& format = float_format(NumberFormat::kFloat32);
  for (int i = 0; i < 500; ++i) {
    std::vector<float> values(5);
    for (float& value : values) value = static_cast<float>(static_cast<double>(words() >> 11) * 0x1p-50 - 4);
    Terms terms;
    for (const float value : values) terms.push_back(exact(value));
    const float left = values[0] + values[1];
    const float middle = values[3] + values[4];
    const float right = values[2] + middle;
    ASSERT_EQ(pairwise_sum(terms, format), exact(left + right));
  }
}

TEST(RoundingFree, IsTrueOnlyWhereNoOrderRounds) {
  std::mt19937_64 words(4);
  int free = 0;
  for (int i = 0; i < 2000; ++i) {
    const FloatFormat& format = i % 2 == 0 ? kToy3 : kToy5;
    const std::vector<double> values = draw_terms(words, format, 4);
    const Terms terms = as_terms(values);
    if (!is_rounding_free(terms, format)) continue;
    ++free;
    Rational sum = 0;
    for (const Rational& term : terms) sum += term;
    ASSERT_EQ(reachable_sum(terms, format), (ReachableInterval{sum, sum}));
  }
  EXPECT_GT(free, 100);
}

TEST(RoundingFree, CountsInTheGreatestCommonUnit) {
  const FloatFormat& format = float_format(NumberFormat::kBfloat16);
  EXPECT_TRUE(is_rounding_free(Terms{3 * 1024, -5 * 1024, 248 * 1024}, format));  // 3 + 5 + 248 = 2^8
  EXPECT_FALSE(is_rounding_free(Terms{3 * 1024, -5 * 1024, 249 * 1024}, format));
  EXPECT_FALSE(is_rounding_free(Terms{Rational(1, 3)}, format));
  EXPECT_FALSE(is_rounding_free(Terms{power_of_two(-200)}, format));
  EXPECT_FALSE(is_rounding_free(Terms{power_of_two(128)}, format));
  EXPECT_TRUE(is_rounding_free(Terms{}, format));
}

TEST(ReachableMean, DividesBothEndsOnce) {
  Terms terms(8, Rational(1));
  terms.push_back(256);
  // The sums 256 … 266 of above. bfloat16 steps by 1/8 here: 256/9 = 28.44… is nearer 28.5 than 28.375, and
  // 266/9 = 29.55… nearer 29.5 than 29.625.
  EXPECT_EQ(reachable_mean(terms, 9, *parse_profile("bfloat16,order=sum-then-divide")),
            (ReachableInterval{Rational(57, 2), Rational(59, 2)}));
}

TEST(ReachableMean, IsOneValueForDeclaredOrders) {
  const Terms terms{256, 1, 1};
  const auto mean = [&](const char* profile) { return reachable_mean(terms, 2, *parse_profile(profile)); };
  EXPECT_EQ(mean("bfloat16,order=sequential"), (ReachableInterval{128, 128}));
  EXPECT_EQ(mean("bfloat16,order=pairwise"), (ReachableInterval{129, 129}));
  EXPECT_EQ(mean("bfloat16,order=correctly-rounded"), (ReachableInterval{129, 129}));
  EXPECT_EQ(mean("bfloat16"), std::nullopt);
  EXPECT_EQ(mean("bfloat16,order=sum"), std::nullopt);
  EXPECT_EQ(mean("exact"), std::nullopt);
  EXPECT_EQ(mean("bfloat16,order=sequential,rounding=stochastic"), std::nullopt);
}

TEST(ReachableMean, IsTheRoundedQuotientWhereNoSumRounds) {
  // 15/7 in float64, from its published decimal 2.142857142857143.
  EXPECT_EQ(reachable_mean(Terms{1, 6, 8}, 7, *parse_profile("float64,order=sum-then-divide")),
            (ReachableInterval{exact(2.142857142857143), exact(2.142857142857143)}));
}

TEST(ReachableMean, RoundsTheResultToTheOutputFormat) {
  const auto mean =
      reachable_mean(Terms{256, 1, 1}, 1, *parse_profile("f32-acc64,output=bfloat16,order=sequential"));
  EXPECT_EQ(mean, (ReachableInterval{258, 258}));
  EXPECT_EQ(reachable_mean(Terms{70000}, 1, *parse_profile("f16-acc32,order=sequential")), std::nullopt);
}

}  // namespace
}  // namespace gradvet
