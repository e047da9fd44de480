#include "oracles/token_mean.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <set>
#include <vector>

#include "oracles/float_format.hpp"
#include "oracles/rational.hpp"
#include "tests/unit/oracles/made_cases.hpp"

namespace gradvet {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

ExactAnswer result(const Case& input) {
  ExactAnswer out{AnswerShape::kScalar, std::vector<Rational>(3, Rational(1)), {{0, 1, false}}};
  token_mean::expect(input, out);
  EXPECT_THAT(out.rows, IsEmpty());
  return out;
}

std::vector<Rational> mean(const Case& input) {
  ExactAnswer out = result(input);
  EXPECT_EQ(out.shape, AnswerShape::kList);
  return out.numbers;
}

std::string refusal(const Case& input, std::string_view profile = "float64") {
  return token_mean::refuse(input, *parse_profile(profile)).value_or("");
}

Allowance allowance(const Case& input, std::string_view profile) {
  Allowance out;
  token_mean::allow(input, *parse_profile(profile), out);
  return out;
}

Case with_samples(Case input, const std::vector<std::int64_t>& samples) {
  std::ranges::copy(samples, input.integers(2).begin());
  return input;
}

TEST(TokenMean, WeightsEveryMeanByItsTokens) {
  EXPECT_THAT(mean(tokens_case({{1}, {3}}, {3, 1})), ElementsAre(Rational(3, 2)));
  EXPECT_THAT(mean(tokens_case({{2, 0}, {6, 4}}, {3, 1})), ElementsAre(3, 1));
  EXPECT_THAT(mean(tokens_case({{1}, {3}, {2}}, {1, 2, 4})), ElementsAre(Rational(15, 7)));
  EXPECT_THAT(mean(tokens_case({{0.1}, {-0.1}}, {5, 5})), ElementsAre(0));
  EXPECT_THAT(mean(tokens_case({{}, {}}, {1, 2})), IsEmpty());
}

TEST(TokenMean, IsNullWithoutTokens) {
  for (const Case& input : {tokens_case({}, {}), tokens_case({{0, 0}}, {0}), tokens_case({{}}, {0})}) {
    EXPECT_EQ(refusal(input), "");
    EXPECT_EQ(result(input).shape, AnswerShape::kNull);
    EXPECT_THAT(result(input).numbers, IsEmpty());
    EXPECT_THAT(allowance(input, "float32").bounds, IsEmpty());
    EXPECT_EQ(token_mean::settle(input, Profile{}, std::vector<double>(input.width())), std::nullopt);
  }
}

TEST(TokenMean, DoesNotDependOnTheSamples) {
  const Case input = tokens_case({{1}, {3}}, {3, 1});
  EXPECT_EQ(mean(with_samples(input, {7, 2})), mean(input));
}

TEST(TokenMean, IsTheQuotientOfFractionsSummedOneByOne) {
  std::mt19937_64 words(1);
  for (int i = 0; i < 2000; ++i) {
    Matrix rows(1 + words() % 6, std::vector<double>(1));
    std::vector<std::int64_t> counts(rows.size());
    Rational sum = 0;
    Rational total = 0;
    for (std::size_t row = 0; row < rows.size(); ++row) {
      counts[row] = static_cast<std::int64_t>(words() >> (11 + words() % 52));
      const int exponent = static_cast<int>(words() % 1900) - 1000;
      if (counts[row] != 0)
        rows[row][0] = std::ldexp(static_cast<double>(words() >> 11) - 0x1p52, i % 2 == 0 ? exponent : -20);
      sum += exact(rows[row][0]) * Rational(counts[row]);
      total += Rational(counts[row]);
    }
    if (total != 0) {
      ASSERT_THAT(mean(tokens_case(rows, counts)), ElementsAre(Rational(sum / total)));
    }
  }
}

TEST(TokenMean, RefusesWhatIsNoWindow) {
  const std::int64_t largest = (std::int64_t{1} << 53) - 1;
  EXPECT_THAT(refusal(tokens_case({{1}, {1}}, {1})),
              HasSubstr("microbatch_means has 2 and token_counts has 1"));
  EXPECT_THAT(refusal(tokens_case({{1}, {std::nan("")}}, {1, 1})),
              HasSubstr("microbatch_means[1][0] is nan"));
  EXPECT_THAT(refusal(tokens_case({{0.1}}, {1}), "float32"),
              HasSubstr("is 0.1, which is no value of the input"));
  EXPECT_THAT(refusal(tokens_case({{1}, {1}}, {1, -2})), HasSubstr("token_counts[1] is -2"));
  EXPECT_THAT(refusal(tokens_case({{1}}, {largest + 1})), HasSubstr("is 9007199254740992"));
  EXPECT_THAT(refusal(with_samples(tokens_case({{1}}, {1}), {-1})), HasSubstr("sample_counts[0] is -1"));
  EXPECT_EQ(refusal(with_samples(tokens_case({{1}, {0}}, {3, 0}), {1, 0})), "");
  EXPECT_EQ(refusal(with_samples(tokens_case({{1}, {2}}, {1, 3}), {1, 0})),
            "token_counts[1] is 3 but sample_counts[1] is 0; a microbatch with tokens has a sample.");
  EXPECT_THAT(refusal(tokens_case({{0, 2.5}, {1, 1}}, {0, 1})),
              HasSubstr("token_counts[0] is 0 but microbatch_means[0][1] is 2.5"));
}

TEST(TokenMean, AllowsByTheDefaultBound) {
  // n = 2, A = 2·1 + 12·3 = 38, N = 4, M = 12, κ = 9: u(9·38/4 + 5·12)/(1 - 9u) + (η/2)(8 + 76 + 48 + 48).
  const Allowance out = allowance(tokens_case({{2}, {-12}}, {1, 3}), "float64");
  const Rational u = power_of_two(-53);
  EXPECT_EQ(out.unjudged, "");
  EXPECT_THAT(out.bounds,
              ElementsAre(Rational(u * Rational(291, 2) / (1 - 9 * u) + power_of_two(-1075) * 180)));
}

TEST(TokenMean, AllowsLessWhereItSumsFirst) {
  // A = 2 + 24 = 26, N = 4, nz = 2; a product, additions and a division: nz + 1.
  const Case input = tokens_case({{2}, {12}, {0}}, {1, 2, 1});
  const Rational mean_of_magnitudes(13, 2);
  const Rational u = power_of_two(-53);
  const Rational underflow = power_of_two(-1075) * (12 + 26 + 72);
  EXPECT_THAT(allowance(input, "float64,order=sum").bounds,
              ElementsAre(Rational(6 * u * mean_of_magnitudes / (1 - 6 * u) + underflow)));
  EXPECT_THAT(allowance(input, "float64,order=sum-then-divide").bounds,
              ElementsAre(Rational(3 * u * mean_of_magnitudes / (1 - 3 * u) + underflow)));
  EXPECT_THAT(allowance(input, "exact").bounds, ElementsAre(0));
}

TEST(TokenMean, DoesNotJudgeAProductThatOverflows) {
  // 40000 · 2 has no float16, though the mean has.
  EXPECT_THAT(allowance(tokens_case({{2}}, {40000}), "float16,order=sum").unjudged,
              testing::StartsWith("overflow"));
  EXPECT_EQ(allowance(tokens_case({{1}}, {40000}), "float16,order=sum").unjudged, "");
}

/// Every sum that some tree over some permutation of the terms gives.
void collect_sums(std::vector<double> terms, const FloatFormat& format, std::set<double>& out) {
  if (terms.size() == 1) out.insert(terms[0]);
  for (std::size_t i = 0; i < terms.size(); ++i)
    for (std::size_t j = i + 1; j < terms.size(); ++j) {
      std::vector<double> rest{encode(terms[i] + terms[j], format)};
      for (std::size_t k = 0; k < terms.size(); ++k)
        if (k != i && k != j) rest.push_back(terms[k]);
      collect_sums(std::move(rest), format, out);
    }
}

TEST(TokenMean, ReachesWhatTreesOverStoredProductsGive) {
  std::mt19937_64 words(2);
  const FloatFormat& format = float_format(NumberFormat::kBfloat16);
  for (int i = 0; i < 200; ++i) {
    Matrix rows(1 + words() % 4, std::vector<double>(1));
    std::vector<std::int64_t> counts(rows.size());
    std::vector<double> terms;
    std::int64_t total = 0;
    for (std::size_t row = 0; row < rows.size(); ++row) {
      rows[row][0] = encode(static_cast<double>(words() >> 11) * 0x1p-50 - 4, format);
      counts[row] = 1 + static_cast<std::int64_t>(words() % 40);
      terms.push_back(encode(rows[row][0] * static_cast<double>(counts[row]), format));
      total += counts[row];
    }
    std::set<double> sums;
    collect_sums(terms, format, sums);
    const auto finished = [&](double sum) { return exact(encode(Rational(exact(sum) / total), format)); };
    const Allowance out = allowance(tokens_case(rows, counts), "bfloat16,order=sum-then-divide");
    ASSERT_TRUE(out.reachable[0]);
    // The hull of exact sums and rounding by way of float32 may be wider than the trees.
    EXPECT_LE(out.reachable[0]->least, finished(*sums.begin()));
    EXPECT_GE(out.reachable[0]->greatest, finished(*sums.rbegin()));
    EXPECT_LE(abs(out.reachable[0]->least - finished(*sums.begin())), out.bounds[0]);
    double in_order = 0;
    for (const double term : terms) in_order = encode(in_order + term, format);
    const Allowance sequential = allowance(tokens_case(rows, counts), "bfloat16,order=sequential");
    EXPECT_EQ(sequential.reachable[0]->least, finished(in_order));
    EXPECT_EQ(sequential.reachable[0]->greatest, finished(in_order));
  }
}

TEST(TokenMean, ReachesTheNearestValueWhereThatIsDeclared) {
  const Allowance out = allowance(tokens_case({{1}, {3}, {2}}, {1, 2, 4}), "float32,order=correctly-rounded");
  EXPECT_EQ(out.reachable[0]->least, exact(15.0F / 7.0F));
  EXPECT_EQ(out.reachable[0]->greatest, exact(15.0F / 7.0F));
}

}  // namespace
}  // namespace gradvet
