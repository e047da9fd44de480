#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "oracles/clipped_mean.hpp"
#include "oracles/float_format.hpp"
#include "oracles/rank_mean.hpp"
#include "oracles/rational.hpp"
#include "oracles/reachable.hpp"
#include "oracles/token_mean.hpp"
#include "oracles/unscaled_mean.hpp"
#include "oracles/vector_mean.hpp"
#include "oracles/weighted_mean.hpp"
#include "oracles/window_means.hpp"
#include "tests/unit/oracles/drawn_cases.hpp"
#include "tests/unit/oracles/made_cases.hpp"

// settle() is a shortcut past expect() and allow(): it must never accept what they would not, and it must
// catch nearly every honest answer, or it is no shortcut.

namespace gradvet {
namespace {

constexpr std::array kProfiles = {"float64",
                                  "float32",
                                  "bfloat16",
                                  "float16",
                                  "bf16-acc32",
                                  "exact",
                                  "float64,order=sum",
                                  "float32,order=sum-then-divide",
                                  "float32,ftz",
                                  "float32,output=float64",
                                  "float64,accumulator=float32,output=exact",
                                  "float32,order=correctly-rounded",
                                  "float64,counts=bfloat16,scales=bfloat16",
                                  "float32,accumulator=exact",
                                  "float16,rounding=stochastic",
                                  "f16-acc32",
                                  "float16,ftz",
                                  "float16,order=sum",
                                  "float64,order=sequential",
                                  "float32,order=pairwise",
                                  "float16,order=sequential",
                                  "bf16-acc32,order=sum-then-divide",
                                  "float16,order=correctly-rounded",
                                  "float64,order=correctly-rounded",
                                  "bfloat16,order=correctly-rounded,ftz",
                                  "f16-acc32,order=sequential,ftz",
                                  "float32,counts=float64,scales=float64,order=pairwise",
                                  "float64,counts=bfloat16,scales=float16,order=sequential",
                                  "float32,output=exact,order=pairwise"};

struct Subject {
  std::function<Case(Words&, const Profile&)> draw;
  decltype(&vector_mean::expect) expect;
  void (*allow)(const Case&, const Profile&, Allowance&);
  decltype(&vector_mean::settle) settle;
  decltype(&vector_mean::refuse) refuse;
  bool proves_orders = false;         ///< has a fast proof for declared orders too
  bool proves_odd_arithmetic = true;  ///< and for exact, flushed and stochastic ones
};

const std::array kSubjects = {
    Subject{draw_vectors, vector_mean::expect, vector_mean::allow, vector_mean::settle, vector_mean::refuse,
            true},
    Subject{draw_scaled, unscaled_mean::expect, unscaled_mean::allow, unscaled_mean::settle,
            unscaled_mean::refuse, true},
    Subject{draw_tokens, token_mean::expect, token_mean::allow, token_mean::settle, token_mean::refuse},
    Subject{draw_windows, window_means::expect, window_means::allow, window_means::settle,
            window_means::refuse, true},
    Subject{draw_weighted, weighted_mean::expect, weighted_mean::allow, weighted_mean::settle,
            weighted_mean::refuse},
    Subject{draw_ranks, rank_mean::expect, rank_mean::allow, rank_mean::settle, rank_mean::refuse},
    Subject{draw_clipped, clipped_mean::expect, clipped_mean::allow, clipped_mean::settle,
            clipped_mean::refuse, false, false}};

NumberFormat answer_format(const Profile& profile) {
  return profile.output == NumberFormat::kExact ? NumberFormat::kFloat64 : profile.output;
}

/// A number at `share` of the bound from the exact value, on either side: in the output format, or as float64
/// that still has to be rounded to it.
double answer_at(const Rational& value, const Rational& bound, const Rational& share, NumberFormat format) {
  return encode(Rational(value + share * bound), float_format(format));
}

/// The number of the format that is `steps` away.
double neighbour(double number, int steps, NumberFormat format) {
  const int direction = steps < 0 ? -1 : 1;
  for (; steps != 0; steps -= direction) {
    const double next = std::nextafter(number, direction * std::numeric_limits<double>::infinity());
    const FloatFormat& in = float_format(format);
    // The least step that the format sees: half of its own, and a bit more.
    const Rational ulp = power_of_two(
        std::max(std::ilogb(number == 0 ? 0x1p-1074 : number), in.min_exponent) - in.precision + 1);
    number = encode(Rational(exact(next) + direction * ulp * Rational(5, 8)), in);
    if (!std::isfinite(number)) return number;
  }
  return number;
}

/// What the judge says of the numbers, in fractions.
struct Verdict {
  bool is_held = true;
  Rational excess = 0;
};

Verdict verdict_on(const std::vector<double>& numbers, const ExactAnswer& expected,
                   const Allowance& allowance, const Profile& profile) {
  Verdict verdict;
  verdict.is_held = allowance.unjudged.empty();
  for (std::size_t j = 0; j < numbers.size() && verdict.is_held; ++j) {
    const double stored = profile.output == NumberFormat::kExact
                              ? numbers[j]
                              : encode(numbers[j], float_format(profile.output));
    if (!std::isfinite(stored)) return {.is_held = false, .excess = 0};
    const Rational error = abs(exact(stored) - expected.numbers[j]);
    const Rational& bound = allowance.bounds[j];
    verdict.is_held = error <= bound;
    if (j < allowance.reachable.size() && allowance.reachable[j] && profile.output != NumberFormat::kExact)
      verdict.is_held = verdict.is_held && exact(stored) >= allowance.reachable[j]->least &&
                        exact(stored) <= allowance.reachable[j]->greatest;
    if (error != 0 && bound != 0) verdict.excess = std::max<Rational>(verdict.excess, error / bound);
  }
  return verdict;
}

/// How many answers were asked about, held in fractions, and settled.
struct Counted {
  int held = 0;
  int broken = 0;
  int settled = 0;
};

void check(const Subject& subject, const Case& input, const Profile& profile, Words& words,
           Counted& counted) {
  ExactAnswer exact_answer;
  Allowance allowance;
  subject.expect(input, exact_answer);
  subject.allow(input, profile, allowance);
  constexpr std::array kShares = {0, 1, 500, 900, 990, 999, 1000, 1001, 1010, 1100, 2000, 50000};
  constexpr std::array kSteps = {-2, -1, 0, 1, 2};
  const NumberFormat format = answer_format(profile);
  std::vector<double> numbers(exact_answer.numbers.size());
  for (std::size_t attempt = 0; attempt < 2 * kShares.size() + kSteps.size(); ++attempt) {
    for (std::size_t j = 0; j < numbers.size(); ++j) {
      const Rational& value = exact_answer.numbers[j];
      const Rational bound =
          allowance.unjudged.empty() ? allowance.bounds[j] : Rational(abs(value) * power_of_two(-8));
      if (attempt >= 2 * kShares.size()) {
        numbers[j] = encode(value, float_format(format));
        if (std::isfinite(numbers[j]))
          numbers[j] = neighbour(numbers[j], kSteps[attempt - 2 * kShares.size()], format);
      } else {
        const int thousandths = kShares[attempt / 2];
        numbers[j] = answer_at(value, bound, Rational(words() % 2 == 0 ? thousandths : -thousandths, 1000),
                               attempt % 2 == 0 ? format : NumberFormat::kFloat64);
      }
    }
    if (!std::ranges::all_of(numbers, [](double number) { return std::isfinite(number); })) continue;
    const Verdict verdict = verdict_on(numbers, exact_answer, allowance, profile);
    ++(verdict.is_held ? counted.held : counted.broken);
    const std::optional<double> excess = subject.settle(input, profile, numbers);
    if (!excess) continue;
    ++counted.settled;
    ASSERT_TRUE(verdict.is_held) << to_text(profile) << " attempt " << attempt << ' ' << allowance.unjudged;
    ASSERT_LE(verdict.excess, exact(*excess)) << to_text(profile) << " attempt " << attempt;
    ASSERT_LE(*excess, 1.0);
  }
}

TEST(Settle, AcceptsNothingThatAllowWouldNot) {
  Words words(1);
#ifdef GRADVET_SOAK
  constexpr int kCases = 60000;
#else
  constexpr int kCases = 300;
#endif
  for (const Subject& subject : kSubjects)
    for (const char* name : kProfiles) {
      const Profile profile = *parse_profile(name);
      Counted counted;
      for (int i = 0; i < kCases; ++i) {
        const Case input = subject.draw(words, profile);
        if (subject.refuse(input, profile)) continue;
        check(subject, input, profile, words, counted);
        if (HasFatalFailure()) return;
      }
      // Both kinds of answers were asked about.
      EXPECT_GT(counted.held, kCases / 4) << name;
      EXPECT_GT(counted.broken, kCases / 4) << name;
      const bool is_odd = profile.accumulator == NumberFormat::kExact ||
                          profile.subnormals == Subnormals::kFlushedToZero ||
                          profile.rounding == Rounding::kStochastic || profile.output == NumberFormat::kExact;
      if ((subject.proves_orders || !has_sharp_rule(profile)) && (subject.proves_odd_arithmetic || !is_odd)) {
        EXPECT_GT(counted.settled, 0) << name;
      }
    }
}

TEST(Settle, CatchesNearlyAllHonestAnswers) {
  Words words(2);
  constexpr int kCases = 2000;
  for (const char* name :
       {"float64", "float32", "float64,order=sum", "float32,order=sum", "float64,order=sequential",
        "float32,order=sequential", "float32,order=sum-then-divide"}) {
    const Profile profile = *parse_profile(name);
    int settled = 0;
    int settled_tokens = 0;
    for (int i = 0; i < kCases; ++i) {
      Matrix rows(1 + words() % 20, std::vector<double>(4));
      std::vector<std::int64_t> counts(rows.size());
      std::vector<double> mean(4, 0.0), weighted(4, 0.0);
      double total = 0;
      const auto rounded = [&](double value) { return encode(value, float_format(profile.input)); };
      for (std::size_t row = 0; row < rows.size(); ++row) {
        counts[row] = 1 + static_cast<std::int64_t>(words() % 64);
        total += static_cast<double>(counts[row]);
        for (std::size_t j = 0; j < 4; ++j) {
          rows[row][j] = rounded(static_cast<double>(words() >> 11) * 0x1p-46 - 64);
          mean[j] = rounded(mean[j] + rows[row][j]);
          weighted[j] = rounded(weighted[j] + rounded(rows[row][j] * static_cast<double>(counts[row])));
        }
      }
      for (double& number : mean) number = rounded(number / total);
      for (double& number : weighted) number = rounded(number / total);
      settled += vector_mean::settle(vectors_case(rows, counts), profile, mean).has_value() ? 1 : 0;
      settled_tokens += token_mean::settle(tokens_case(rows, counts), profile, weighted).has_value() ? 1 : 0;
    }
    EXPECT_EQ(settled, kCases) << name;
    // Declared orders of products are judged in fractions alone.
    EXPECT_EQ(settled_tokens, has_sharp_rule(profile) ? 0 : kCases) << name;
  }
}

TEST(Settle, CatchesTheNearestValueWhereThatIsDeclared) {
  Words words(4);
  for (const char* name : {"float64", "float32", "float16", "bf16-acc32"}) {
    const Profile profile = *parse_profile(std::string(name) + ",order=correctly-rounded");
    int settled = 0;
    constexpr int kCases = 1000;
    for (int i = 0; i < kCases; ++i) {
      const auto value = [&] {
        return encode(static_cast<double>(words() % 4096) / 64 - 32, float_format(profile.input));
      };
      const Case input = vectors_case({{value()}, {value()}, {value()}}, {1, 2, 4});
      ExactAnswer exact_answer;
      vector_mean::expect(input, exact_answer);
      const std::vector nearest{encode(exact_answer.numbers[0], float_format(profile.output))};
      settled += vector_mean::settle(input, profile, nearest).has_value() ? 1 : 0;
    }
    EXPECT_GE(settled, kCases * 98 / 100) << name;  // all but powers of two and ties
  }
}

TEST(Settle, KnowsThatNeighboursLieTwiceAsDenseBelowAPowerOfTwo) {
  // 8189/8192 = 1 - 1.5·2^-12: the nearest in 11 bits is 1 - 2^-11, though 1 is nearer than 2^-11.
  const Profile profile = *parse_profile("float16,order=correctly-rounded");
  const Case input = vectors_case({{8192}, {-3}}, {8191, 1});
  EXPECT_EQ(vector_mean::settle(input, profile, std::vector{1.0}), std::nullopt);
  EXPECT_EQ(vector_mean::settle(input, profile, std::vector{1.0 - 0x1p-11}), 1.0);
}

TEST(Settle, CatchesAnswersBesideTheLargestFiniteNumber) {
  // A + M·8 = 40000 + 20000: within 65504, though no power of two lies between.
  const Profile profile = *parse_profile("float16");
  const std::vector<double> mean{2500.0};
  EXPECT_NE(vector_mean::settle(vectors_case({{20000}, {20000}}, {8, 8}), profile, mean), std::nullopt);
  // 40000 + 40000: an order can pass it.
  EXPECT_EQ(vector_mean::settle(vectors_case({{40000}, {0}}, {8, 8}), profile, mean), std::nullopt);
  // The accumulator holds what the result format could not.
  EXPECT_NE(vector_mean::settle(vectors_case({{40000}, {0}}, {8, 8}), *parse_profile("f16-acc32"), mean),
            std::nullopt);
  EXPECT_NE(unscaled_mean::settle(scaled_case({20000, 20000}, {1, 1}, {8, 8}), profile, mean), std::nullopt);
  // An accumulator kept in the scale 4: (20000 + 20000/4)·4.
  EXPECT_EQ(unscaled_mean::settle(scaled_case({20000, 20000}, {1, 4}, {8, 8}), profile, std::vector{1562.5}),
            std::nullopt);
}

TEST(Settle, RoundsAnAnswerToItsFormatBeforeItProvesAnything) {
  // 1 in float16 divided by 3 once: 0x1.554p-2; between it and 0x1.558p-2 a float64 is rounded to either.
  const Profile profile = *parse_profile("float16,order=correctly-rounded");
  const Case input = vectors_case({{1}}, {3});
  EXPECT_EQ(vector_mean::settle(input, profile, std::vector{0x1.555p-2}), 1.0);
  EXPECT_EQ(vector_mean::settle(input, profile, std::vector{0x1.5561p-2}), std::nullopt);
}

/// Terms of far exponents, of cancelling sums and near the least subnormal: none fits 128 bits as it is.
TEST(Settle, CatchesHonestAnswersToTermsOfFarExponents) {
  Words words(3);
  constexpr int kCases = 2000;
  for (const char* name : {"float64", "float32", "float16", "f16-acc32", "float32,ftz"}) {
    const Profile profile = *parse_profile(name);
    const FloatFormat& input_format = float_format(profile.input);
    const FloatFormat& accumulator = float_format(profile.accumulator);
    const auto rounded = [&](double value) { return encode(value, accumulator, profile.subnormals); };
    int settled = 0;
    for (int i = 0; i < kCases; ++i) {
      const std::size_t count = 1 + words() % 20;
      const int span = input_format.max_exponent - 8 - (input_format.min_exponent - input_format.precision);
      double sum = 0.0;
      double sum_of_quotients = 0.0;
      Matrix rows(count, std::vector<double>(1));
      std::vector<double> column(count), scales(count);
      const std::vector<std::int64_t> counts(count, 3);
      for (std::size_t row = 0; row < count; ++row) {
        const int exponent =
            input_format.min_exponent - input_format.precision + static_cast<int>(words() % span);
        const double sign = words() % 2 == 0 ? 1.0 : -1.0;
        column[row] = encode(sign * std::ldexp(1.0 + static_cast<double>(words() >> 12) * 0x1p-52, exponent),
                             input_format, profile.subnormals);
        if (row > 0 && words() % 4 == 0) column[row] = -column[row - 1];
        rows[row][0] = column[row];
        scales[row] = 1.0 + static_cast<double>(words() % 8);
        sum = rounded(sum + column[row]);
        sum_of_quotients = rounded(sum_of_quotients + rounded(column[row] / scales[row]));
      }
      const double total = 3.0 * static_cast<double>(count);
      const auto result = [&](double total_sum) {
        return std::vector{
            encode(rounded(total_sum / total), float_format(profile.output), profile.subnormals)};
      };
      settled += vector_mean::settle(vectors_case(rows, counts), profile, result(sum)).has_value() ? 1 : 0;
      settled += unscaled_mean::settle(scaled_case(column, scales, counts), profile, result(sum_of_quotients))
                         .has_value()
                     ? 1
                     : 0;
    }
    EXPECT_GE(settled, 2 * kCases * 99 / 100) << name;
  }
}

TEST(Settle, CatchesNearlyAllHonestAnswersThatAreClipped) {
  Words words(4);
  constexpr int kCases = 2000;
  for (const char* name : {"float64", "float32", "bfloat16", "float32,order=sum", "bf16-acc32"}) {
    const Profile profile = *parse_profile(name);
    const auto rounded = [&](double value) { return encode(value, float_format(profile.accumulator)); };
    int settled = 0;
    for (int i = 0; i < kCases; ++i) {
      const std::size_t count = 1 + words() % 3;
      Matrix rows(count, std::vector<double>(2));
      const std::vector<std::int64_t> counts(count, 3);
      std::vector<double> mean(2, 0.0);
      for (std::vector<double>& row : rows)
        for (std::size_t j = 0; j < 2; ++j) {
          row[j] = static_cast<double>(1 + words() % 64);
          mean[j] = rounded(mean[j] + row[j] / 2);
        }
      for (double& number : mean) number = rounded(number / (3.0 * static_cast<double>(count)));
      const double norm =
          rounded(std::sqrt(rounded(rounded(mean[0] * mean[0]) + rounded(mean[1] * mean[1]))));
      for (double& number : mean)
        number = encode(rounded(number * rounded(0.5 / norm)), float_format(profile.output));
      const Case input = clipped_case(rows, counts, std::vector<double>(count, 2.0), 0.5, 0);
      settled += clipped_mean::settle(input, profile, mean).has_value() ? 1 : 0;
    }
    EXPECT_GE(settled, kCases * 99 / 100) << name;
  }
}

TEST(Settle, CatchesClippedAnswersThatCancelOrReachFar) {
  const Profile wide = *parse_profile("float64");
  // The mean is 0 but for rounding: far below max_norm, nothing is clipped.
  EXPECT_TRUE(clipped_mean::settle(clipped_case({{-5}, {5}}, {1, 2}, {0.375, 0.375}, 2, 0), wide,
                                   std::vector<double>{0.0}));
  EXPECT_FALSE(clipped_mean::settle(clipped_case({{-5}, {5}}, {1, 2}, {0.375, 0.375}, 2, 0), wide,
                                    std::vector<double>{1e-10}));
  // 0x1p400 / 4 against 1: the square of the norm is finite.
  EXPECT_TRUE(
      clipped_mean::settle(clipped_case({{0x1p400}}, {4}, {1}, 1, 0), wide, std::vector<double>{1.0}));
  EXPECT_FALSE(
      clipped_mean::settle(clipped_case({{0x1p400}}, {4}, {1}, 1, 0), wide, std::vector<double>{0.99}));
  // A norm of 128 in float16, whose square is a quarter of the largest number.
  EXPECT_TRUE(clipped_mean::settle(clipped_case({{128}}, {1}, {1}, 64, 0), *parse_profile("float16"),
                                   std::vector<double>{64.0}));
}

TEST(Settle, DecidesNothingForWhatIsNoNumberOrOfAnotherLength) {
  const Case input = vectors_case({{2, 4}, {12, 8}}, {1, 3});
  const auto settle = [&](std::vector<double> numbers) {
    return vector_mean::settle(input, Profile{}, numbers);
  };
  EXPECT_EQ(settle({3.5, 3}), 0.0);
  EXPECT_EQ(settle({3.5}), std::nullopt);
  EXPECT_EQ(settle({3.5, 3, 0}), std::nullopt);
  EXPECT_EQ(settle({3.5, std::nan("")}), std::nullopt);
  EXPECT_EQ(settle({3.5, std::numeric_limits<double>::infinity()}), std::nullopt);
  EXPECT_EQ(settle({3.5, -3}), std::nullopt);
  EXPECT_EQ(settle({7, 6}), std::nullopt);
}

TEST(Settle, SettlesExactAnswersWhereNothingIsAllowed) {
  const Profile exact_profile = *parse_profile("exact");
  EXPECT_EQ(vector_mean::settle(vectors_case({{2}, {12}}, {1, 3}), exact_profile, std::vector<double>{3.5}),
            0.0);
  EXPECT_EQ(
      vector_mean::settle(vectors_case({{1}, {14}}, {1, 6}), exact_profile, std::vector<double>{15.0 / 7}),
      std::nullopt);
  EXPECT_EQ(
      unscaled_mean::settle(scaled_case({9, 30}, {3, 6}, {1, 3}), exact_profile, std::vector<double>{2}),
      0.0);
}

}  // namespace
}  // namespace gradvet
