#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>
#include <set>
#include <vector>

#include "oracles/float_format.hpp"
#include "oracles/rational.hpp"
#include "oracles/unscaled_mean.hpp"
#include "oracles/vector_mean.hpp"
#include "tests/unit/oracles/made_cases.hpp"

// The results of declared orders, against every order tried out.

namespace gradvet {
namespace {

using Interval = std::optional<std::pair<Rational, Rational>>;

Interval reachable_of(const Case& input, const Profile& profile) {
  Allowance allowance;
  unscaled_mean::allow(input, profile, allowance);
  EXPECT_EQ(allowance.reachable.size(), 1U);
  if (allowance.reachable.empty() || !allowance.reachable[0]) return std::nullopt;
  return std::pair{allowance.reachable[0]->least, allowance.reachable[0]->greatest};
}
Interval reachable_of(const Case& input, std::string_view profile) {
  return reachable_of(input, *parse_profile(profile));
}

Interval only(const Rational& value) { return std::pair{value, value}; }

struct Drawn {
  std::vector<double> sums, scales;
  std::vector<std::int64_t> counts;
  Case input() const { return scaled_case(sums, scales, counts); }
  std::int64_t total() const {
    std::int64_t total = 0;
    for (const std::int64_t count : counts) total += count;
    return total;
  }
};

/// Values of the format near 1, so that sums round and nothing underflows; one scale in five is 0.
Drawn draw(std::mt19937_64& words, const FloatFormat& format, std::size_t rows) {
  Drawn drawn;
  for (std::size_t i = 0; i < rows; ++i) {
    drawn.sums.push_back(encode(std::ldexp(static_cast<double>(static_cast<int>(words() % 4095) - 2047),
                                           -static_cast<int>(words() % 9)),
                                format));
    drawn.scales.push_back(words() % 5 == 0 ? 0.0
                                            : encode(static_cast<double>(1 + words() % 1000) / 8, format));
    drawn.counts.push_back(1 + static_cast<std::int64_t>(words() % 7));
  }
  return drawn;
}

double stored(const Rational& value, NumberFormat format) { return encode(value, float_format(format)); }

std::vector<double> quotients(const Drawn& drawn, NumberFormat format) {
  std::vector<double> terms;
  for (std::size_t i = 0; i < drawn.sums.size(); ++i)
    terms.push_back(drawn.scales[i] == 0 ? 0.0
                                         : stored(exact(drawn.sums[i]) / exact(drawn.scales[i]), format));
  return terms;
}

/// Every sum that some order gives: any two values become their rounded sum, again and again.
void collect_sums(const std::vector<double>& values, NumberFormat format, std::set<double>& out) {
  if (values.size() == 1) {
    out.insert(values[0]);
    return;
  }
  for (std::size_t i = 0; i < values.size(); ++i)
    for (std::size_t j = i + 1; j < values.size(); ++j) {
      std::vector<double> rest;
      for (std::size_t k = 0; k < values.size(); ++k)
        if (k != i && k != j) rest.push_back(values[k]);
      rest.push_back(stored(exact(values[i]) + exact(values[j]), format));
      collect_sums(rest, format, out);
    }
}

TEST(UnscaledReachable, IsTheHullOfAllOrdersOfTheRoundedQuotients) {
  std::mt19937_64 words(1);
  int wide = 0;
  for (const NumberFormat format : {NumberFormat::kBfloat16, NumberFormat::kFloat16})
    for (int i = 0; i < 150; ++i) {
      const Drawn drawn = draw(words, float_format(format), 1 + words() % 5);
      std::set<double> sums;
      collect_sums(quotients(drawn, format), format, sums);
      const Interval expected = std::pair{exact(stored(exact(*sums.begin()) / drawn.total(), format)),
                                          exact(stored(exact(*sums.rbegin()) / drawn.total(), format))};
      wide += expected->first != expected->second;
      Profile profile = *parse_profile(to_text(format));
      profile.order = SummationOrder::kSumThenDivide;
      ASSERT_EQ(reachable_of(drawn.input(), profile), expected) << i;
    }
  EXPECT_GT(wide, 30);
}

TEST(UnscaledReachable, IsTheSequentialResultOfTheHardware) {
  std::mt19937_64 words(2);
  for (int i = 0; i < 2000; ++i) {
    const Drawn drawn = draw(words, float_format(NumberFormat::kFloat32), 1 + words() % 9);
    float narrow = 0;
    double wide = 0;
    for (std::size_t row = 0; row < drawn.sums.size(); ++row) {
      if (drawn.scales[row] == 0) continue;
      narrow += static_cast<float>(drawn.sums[row]) / static_cast<float>(drawn.scales[row]);
      wide += drawn.sums[row] / drawn.scales[row];
    }
    narrow /= static_cast<float>(drawn.total());
    wide /= static_cast<double>(drawn.total());
    ASSERT_EQ(reachable_of(drawn.input(), "float32,order=sequential"), only(exact(narrow)));
    ASSERT_EQ(reachable_of(drawn.input(), "float64,order=sequential"), only(exact(wide)));
  }
}

TEST(UnscaledReachable, IsOneNearestValueWhereThatIsDeclared) {
  std::mt19937_64 words(3);
  for (int i = 0; i < 300; ++i) {
    const Drawn drawn = draw(words, float_format(NumberFormat::kBfloat16), 1 + words() % 5);
    ExactAnswer expected;
    unscaled_mean::expect(drawn.input(), expected);
    ASSERT_EQ(reachable_of(drawn.input(), "bfloat16,order=correctly-rounded"),
              only(exact(stored(expected.numbers[0], NumberFormat::kBfloat16))));
  }
}

TEST(UnscaledReachable, IsThatOfVectorMeanWhereScalesArePowersOfTwo) {
  std::mt19937_64 words(4);
  for (int i = 0; i < 300; ++i) {
    Drawn drawn = draw(words, float_format(NumberFormat::kBfloat16), 1 + words() % 6);
    Matrix rows;
    for (std::size_t row = 0; row < drawn.sums.size(); ++row) {
      drawn.scales[row] = std::ldexp(1.0, static_cast<int>(words() % 20) - 5);
      rows.push_back({drawn.sums[row] / drawn.scales[row]});
    }
    for (const char* profile :
         {"bfloat16,order=sequential", "bfloat16,order=pairwise", "bfloat16,order=sum-then-divide"}) {
      Allowance unscaled;
      vector_mean::allow(vectors_case(rows, drawn.counts), *parse_profile(profile), unscaled);
      ASSERT_TRUE(unscaled.reachable[0]);
      ASSERT_EQ(reachable_of(drawn.input(), profile),
                (std::pair{unscaled.reachable[0]->least, unscaled.reachable[0]->greatest}));
    }
  }
}

TEST(UnscaledReachable, LetsPairwiseKeepOrTakeOutOmittedMicrobatches) {
  // In bfloat16, its place kept: (256 + 1) + (0 + 1), two ties that fall back to 256. Taken out: 256 + (1 +
  // 1) = 258.
  const Case input = scaled_case({256, 1, 3, 1}, {1, 1, 0, 1}, {1, 1, 1, 1});
  EXPECT_EQ(reachable_of(input, "bfloat16,order=pairwise"), (std::pair{Rational(64), Rational(129, 2)}));
}

TEST(UnscaledReachable, HoldsAQuotientThatIsRoundedInTheScalesFormatFirst) {
  // A quotient just beside the middle of two bfloat16 can be that middle in float32, and then falls to the
  // even one.
  std::mt19937_64 words(5);
  int twice = 0;
  for (int i = 0; i < 200000 && twice < 3; ++i) {
    const auto sum = static_cast<double>(128 + words() % 128);
    const double middle = static_cast<double>(257 + 2 * (words() % 127)) / 256;  // between two bfloat16
    const double scale = static_cast<float>(sum / middle * 0x1p12);
    const Rational quotient = exact(sum) / exact(scale);
    const double once = stored(quotient, NumberFormat::kBfloat16);
    const double by_way_of_float32 =
        encode(stored(quotient, NumberFormat::kFloat32), float_format(NumberFormat::kBfloat16));
    const Case input = scaled_case({sum}, {scale}, {1});
    const auto [least, greatest] = std::minmax(once, by_way_of_float32);
    ASSERT_EQ(reachable_of(input, "bfloat16,order=sequential"), (std::pair{exact(least), exact(greatest)}));
    twice += once != by_way_of_float32;
  }
  EXPECT_EQ(twice, 3);
}

TEST(UnscaledReachable, SaysNothingWhereAQuotientOverflowsOrNothingIsDeclared) {
  EXPECT_EQ(reachable_of(scaled_case({60000, 1}, {0.5, 1}, {1, 1}), "float16,order=sequential"),
            std::nullopt);
  EXPECT_EQ(reachable_of(scaled_case({1}, {0x1p-30}, {1}), "float32,scales=float16,order=sequential"),
            std::nullopt);
  Allowance allowance;
  unscaled_mean::allow(scaled_case({1}, {1}, {1}), *parse_profile("float16,order=sum"), allowance);
  EXPECT_TRUE(allowance.reachable.empty());
}

TEST(UnscaledReachable, IsNotSettledPast) {
  // The neighbour of the right answer is within the bound, and wrong for a declared order.
  const Case input = scaled_case({6, 12}, {3, 4}, {1, 2});
  const double right = 5.0 / 3;
  const std::vector<double> wrong{std::nextafter(right, 2.0)};
  EXPECT_NE(unscaled_mean::settle(input, *parse_profile("float64"), wrong), std::nullopt);
  EXPECT_EQ(unscaled_mean::settle(input, *parse_profile("float64,order=sequential"), wrong), std::nullopt);
  EXPECT_EQ(reachable_of(input, "float64,order=sequential"), only(exact(right)));
}

}  // namespace
}  // namespace gradvet
