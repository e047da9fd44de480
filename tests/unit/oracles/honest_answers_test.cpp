#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "oracles/rational.hpp"
#include "oracles/vector_mean.hpp"
#include "tests/unit/oracles/made_cases.hpp"

// Honest float32 code of the hardware must stay within what allow() gives, also where an adversary picked the
// input.

namespace gradvet {
namespace {

struct Window {
  std::vector<float> sums;
  std::vector<std::int64_t> counts;
};

float total_of(const Window& window) {
  std::int64_t total = 0;
  for (const std::int64_t count : window.counts) total += count;
  return static_cast<float>(total);
}

float sum_then_divide(const Window& window) {
  float sum = 0;
  for (const float term : window.sums) sum += term;
  return sum / total_of(window);
}

float divide_first(const Window& window) {
  float sum = 0;
  for (const float term : window.sums) sum += term / total_of(window);
  return sum;
}

float means_by_weights(const Window& window) {
  float sum = 0;
  for (std::size_t i = 0; i < window.sums.size(); ++i) {
    const auto count = static_cast<float>(window.counts[i]);
    sum += (window.sums[i] / count) * (count * (1 / total_of(window)));
  }
  return sum;
}

/// mean += (g - mean)·n/N
float stream_means(const Window& window) {
  float mean = 0;
  std::int64_t seen = 0;
  for (std::size_t i = 0; i < window.sums.size(); ++i) {
    seen += window.counts[i];
    const auto count = static_cast<float>(window.counts[i]);
    mean += (window.sums[i] / count - mean) * (count / static_cast<float>(seen));
  }
  return mean;
}

/// mean += (S - n·mean)/N
float stream_sums(const Window& window) {
  float mean = 0;
  std::int64_t seen = 0;
  for (std::size_t i = 0; i < window.sums.size(); ++i) {
    seen += window.counts[i];
    mean += (window.sums[i] - static_cast<float>(window.counts[i]) * mean) / static_cast<float>(seen);
  }
  return mean;
}

/// The same with a reciprocal in place of the division.
float stream_sums_by_reciprocal(const Window& window) {
  float mean = 0;
  std::int64_t seen = 0;
  for (std::size_t i = 0; i < window.sums.size(); ++i) {
    seen += window.counts[i];
    mean += (window.sums[i] - static_cast<float>(window.counts[i]) * mean) * (1 / static_cast<float>(seen));
  }
  return mean;
}

constexpr std::array kHonest = {sum_then_divide, divide_first, means_by_weights,
                                stream_means,    stream_sums,  stream_sums_by_reciprocal};

Rational excess_of(const Window& window, float answer) {
  Matrix rows;
  for (const float sum : window.sums) rows.push_back({static_cast<double>(sum)});
  const Case input = vectors_case(rows, window.counts);
  const Profile profile = *parse_profile("float32");
  ExactAnswer expected;
  Allowance allowance;
  vector_mean::expect(input, expected);
  vector_mean::allow(input, profile, allowance);
  EXPECT_EQ(allowance.unjudged, "");
  return abs(exact(answer) - expected.numbers[0]) / allowance.bounds[0];
}

TEST(HonestAnswers, StayWithinTheDefaultBound) {
  std::mt19937_64 words(1);
  for (int i = 0; i < 3000; ++i) {
    Window window;
    const std::size_t rows = 1 + words() % 12;
    const auto scale = static_cast<int>(words() % 30);
    for (std::size_t row = 0; row < rows; ++row) {
      window.sums.push_back(static_cast<float>(std::ldexp(static_cast<double>(words() >> 11) * 0x1p-52 - 1,
                                                          static_cast<int>(words() % 30) - scale)));
      window.counts.push_back(1 + static_cast<std::int64_t>(words() >> (24 + words() % 40)));
    }
    for (const auto& form : kHonest) ASSERT_LE(excess_of(window, form(window)), 1);
  }
}

/// Found by hill climbing. Counts that float32 rounds, met by a reciprocal, cost more than u(9·A/N + 5·M):
/// under that bound the first of these had an excess of 0.999.
TEST(HonestAnswers, StayWithinTheDefaultBoundWhereAnAdversaryChose) {
  const Window reciprocal{{14.002424240112305F, -8.9981708526611328F}, {28, 33560194}};
  EXPECT_LE(excess_of(reciprocal, stream_sums_by_reciprocal(reciprocal)), 1);
  EXPECT_GE(excess_of(reciprocal, stream_sums_by_reciprocal(reciprocal)), Rational(2, 3));
  const Window quotient{{0.99974077939987183F, 23.499940872192383F}, {31, 268448944}};
  EXPECT_LE(excess_of(quotient, stream_sums(quotient)), 1);
  EXPECT_GE(excess_of(quotient, stream_sums(quotient)), Rational(2, 3));
}

}  // namespace
}  // namespace gradvet
