#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "oracles/float_format.hpp"
#include "properties/contract_table.hpp"
#include "tests/support/sample_cases.hpp"

namespace gradvet {
namespace {

using test::contract_called;

#ifdef GRADVET_SOAK
constexpr std::uint64_t kCases = 1000000;
#else
constexpr std::uint64_t kCases = 10000;
#endif

constexpr std::string_view kProfiles[] = {"float64", "float32", "float16", "bfloat16", "exact", "bf16-acc32"};

int size_of(std::uint64_t word) { return static_cast<int>(word % 101); }

TEST(Draw, StaysInTheDomainOfEveryProfile) {
  Case drawn;
  for (const Contract* contract : contract_table())
    for (const std::string_view text : kProfiles) {
      const Profile profile = parse_profile(text).value();
      for (std::uint64_t word = 0; word < kCases / std::size(kProfiles); ++word) {
        contract->draw(word, size_of(word), DrawLimits{}, profile, drawn);
        const auto why = contract->refuse(drawn, profile);
        ASSERT_FALSE(why.has_value())
            << contract->info().id << " " << text << " word " << word << ": " << *why;
      }
    }
}

TEST(Draw, IsAFunctionOfItsArguments) {
  for (const Contract* contract : contract_table()) {
    Case first;
    Case second;
    for (std::uint64_t word = 0; word < 200; ++word) {
      const ClassSet classes = contract->draw(word, 50, DrawLimits{}, Profile{}, first);
      contract->draw(~word, 100, DrawLimits{}, Profile{}, second);  // leaves memory of another size
      EXPECT_EQ(contract->draw(word, 50, DrawLimits{}, Profile{}, second), classes);
      EXPECT_TRUE(first == second);
    }
  }
}

TEST(Draw, FindsEveryClass) {
  Case drawn;
  for (const Contract* contract : contract_table()) {
    ClassSet seen = 0;
    for (std::uint64_t word = 0; word < 10000; ++word)
      seen |= contract->draw(word, size_of(word), DrawLimits{}, Profile{}, drawn);
    for (std::size_t i = 0; i < contract->class_names().size(); ++i)
      EXPECT_NE(seen & (ClassSet{1} << i), 0U) << contract->info().id << ": " << contract->class_names()[i];
    EXPECT_LT(contract->class_names().size(), 64U);
    EXPECT_EQ(seen >> contract->class_names().size(), 0U)
        << contract->info().id << " sets a bit without a name";
  }
}

TEST(Draw, NamesOnlyClassesThatTheCaseIsIn) {
  const Contract& contract = contract_called("vector-mean");
  const auto has = [&](ClassSet classes, std::string_view name) {
    const auto names = contract.class_names();
    return ((classes >> (std::ranges::find(names, name) - names.begin())) & 1) != 0;
  };
  Case drawn;
  for (std::uint64_t word = 0; word < 5000; ++word) {
    const ClassSet classes = contract.draw(word, size_of(word), DrawLimits{}, Profile{}, drawn);
    const auto counts = drawn.integers(1);
    const auto values = drawn.reals(0);
    EXPECT_EQ(has(classes, "no microbatches"), counts.empty());
    EXPECT_EQ(has(classes, "one microbatch"), counts.size() == 1);
    EXPECT_EQ(has(classes, "many microbatches"), counts.size() > 20);
    EXPECT_EQ(has(classes, "no coordinates"), !counts.empty() && drawn.width() == 0);
    EXPECT_EQ(has(classes, "wide"), drawn.width() > 6);
    EXPECT_EQ(has(classes, "zero count"), std::ranges::count(counts, 0) > 0);
    if (has(classes, "all zero")) {
      EXPECT_TRUE(std::ranges::all_of(values, [](double value) { return value == 0; }));
    }
    if (has(classes, "one-hot")) {
      EXPECT_LE(std::ranges::count_if(values, [](double value) { return value != 0; }), 1);
    }
    if (has(classes, "subnormals")) {
      EXPECT_TRUE(std::ranges::all_of(values, [](double value) { return std::fabs(value) < 0x1p-1022; }));
    }
  }
}

TEST(Draw, RespectsItsLimits) {
  Case drawn;
  for (const Contract* contract : contract_table())
    for (std::uint64_t word = 0; word < 3000; ++word) {
      contract->draw(word, 100, DrawLimits{3, 2}, Profile{}, drawn);
      EXPECT_LE(drawn.microbatches(), 3U);
      EXPECT_LE(drawn.width(), 2U);
    }
}

/// Tallies of many drawn cases of vector-mean.
struct Tally {
  int cases = 0;
  int no_rows = 0;
  int many_rows = 0;
  int few_rows = 0;  ///< 2 to 4
  int wide = 0;
  int usual_width = 0;  ///< 0 to 5
  int unequal = 0;
  int zero_count = 0;
  int huge_ratio = 0;
  std::size_t most_rows = 0;
  std::size_t most_width = 0;
  double numbers = 0;
};

Tally tally(const Profile& profile) {
  Tally result;
  Case drawn;
  for (std::uint64_t word = 0; word < 20000; ++word) {
    contract_called("vector-mean").draw(word, size_of(word), DrawLimits{}, profile, drawn);
    const auto counts = drawn.integers(1);
    ++result.cases;
    result.no_rows += counts.empty();
    result.many_rows += counts.size() > 20;
    result.few_rows += counts.size() >= 2 && counts.size() <= 4;
    result.wide += drawn.width() > 5;
    result.usual_width += drawn.width() <= 5;
    result.most_rows = std::max(result.most_rows, counts.size());
    result.most_width = std::max(result.most_width, drawn.width());
    result.numbers += static_cast<double>(drawn.reals(0).size());
    if (counts.size() < 2) continue;
    const auto [least, greatest] = std::ranges::minmax(counts);
    result.unequal += least != greatest;
    result.zero_count += least == 0;
    result.huge_ratio += greatest >= (std::int64_t{1} << 20);
  }
  return result;
}

TEST(VectorMeanDraw, HasTheSharesThatTheReadmeStates) {
  const Tally share = tally(Profile{});
  EXPECT_GT(share.no_rows, share.cases / 100);
  EXPECT_LT(share.no_rows, share.cases / 20);
  EXPECT_GT(share.many_rows, share.cases / 400);
  EXPECT_GT(share.most_rows, 200U);
  EXPECT_GT(share.usual_width, share.cases * 9 / 10);
  EXPECT_GT(share.wide, share.cases / 200);
  EXPECT_EQ(share.most_width, 1024U);
  EXPECT_GT(share.unequal, share.cases * 3 / 4);
  EXPECT_GT(share.zero_count, share.cases / 8);
  EXPECT_GT(share.huge_ratio, share.cases / 16);
  EXPECT_LT(share.numbers / share.cases, 60.0) << "the mean case grows too expensive";
}

TEST(VectorMeanDraw, KeepsCoarseFormatsToFewRowsAndSmallTotals) {
  const Profile profile = parse_profile("bfloat16").value();
  EXPECT_GT(tally(profile).few_rows, tally(profile).cases * 2 / 3);
  Case drawn;
  int small_totals = 0;
  for (std::uint64_t word = 0; word < 10000; ++word) {
    contract_called("vector-mean").draw(word, size_of(word), DrawLimits{}, profile, drawn);
    const auto counts = drawn.integers(1);
    small_totals += std::accumulate(counts.begin(), counts.end(), std::int64_t{0}) <= 16;
  }
  EXPECT_GT(small_totals, 7000);
}

TEST(VectorMeanDraw, HoldsZerosOfBothSigns) {
  Case drawn;
  int negative = 0;
  int positive = 0;
  for (std::uint64_t word = 0; word < 5000; ++word) {
    contract_called("vector-mean").draw(word, size_of(word), DrawLimits{}, Profile{}, drawn);
    for (const double value : drawn.reals(0))
      if (value == 0) ++(std::signbit(value) ? negative : positive);
  }
  EXPECT_GT(negative, 100);
  EXPECT_GT(positive, 100);
}

TEST(VectorMeanDraw, ReachesSubnormalsOfTheInputFormat) {
  for (const std::string_view text : {"float64", "float32", "float16", "bfloat16"}) {
    const Profile profile = parse_profile(text).value();
    const double least_normal_number = std::ldexp(1.0, float_format(profile.input).min_exponent);
    Case drawn;
    int subnormal = 0;
    for (std::uint64_t word = 0; word < 5000; ++word) {
      contract_called("vector-mean").draw(word, size_of(word), DrawLimits{}, profile, drawn);
      subnormal += std::ranges::any_of(
          drawn.reals(0), [&](double value) { return value != 0 && std::fabs(value) < least_normal_number; });
    }
    EXPECT_GT(subnormal, 20) << text;
  }
}

TEST(UnscaledMeanDraw, PutsZeroScalesEverywhereTheyMatter) {
  Case drawn;
  int first = 0;
  int last = 0;
  int inner = 0;
  int all = 0;
  for (std::uint64_t word = 0; word < 10000; ++word) {
    contract_called("unscaled-mean").draw(word, size_of(word), DrawLimits{}, Profile{}, drawn);
    const auto scales = drawn.reals(1);
    if (scales.size() < 3) continue;
    first += scales.front() == 0 && scales.back() != 0;
    last += scales.back() == 0 && scales.front() != 0;
    inner += scales.front() != 0 && scales.back() != 0 && std::ranges::count(scales, 0.0) > 0;
    all += std::ranges::count(scales, 0.0) == static_cast<std::ptrdiff_t>(scales.size());
  }
  for (const int seen : {first, last, inner, all}) EXPECT_GT(seen, 100);
}

/// A scale that a candidate keeps in float32, float16 or bfloat16 by mistake has other bits, or is zero
/// there.
TEST(UnscaledMeanDraw, HasScalesThatNarrowFormatsLack) {
  Case drawn;
  int rounded = 0;
  int lost = 0;
  for (std::uint64_t word = 0; word < 10000; ++word) {
    contract_called("unscaled-mean").draw(word, size_of(word), DrawLimits{}, Profile{}, drawn);
    const auto scales = drawn.reals(1);
    rounded += std::ranges::any_of(
        scales, [](double scale) { return scale >= 1 && static_cast<float>(scale) != scale; });
    lost +=
        std::ranges::any_of(scales, [](double scale) { return scale > 0 && static_cast<float>(scale) == 0; });
  }
  EXPECT_GT(rounded, 100);
  EXPECT_GT(lost, 10);
}

TEST(UnscaledMeanDraw, ScalesUpToTwoToTheTwentyFour) {
  Case drawn;
  double least = 1;
  double greatest = 1;
  for (std::uint64_t word = 0; word < 10000; ++word) {
    contract_called("unscaled-mean").draw(word, size_of(word), DrawLimits{}, Profile{}, drawn);
    for (const double scale : drawn.reals(1)) {
      if (scale > 0) least = std::min(least, scale);
      greatest = std::max(greatest, scale);
    }
  }
  EXPECT_EQ(least, 0x1p-160);
  EXPECT_EQ(greatest, 0x1p24);
}

/// A guard that looks at the total in float32 takes it for zero.
TEST(WeightedMeanDraw, HasTotalsThatFloat32TakesForZero) {
  Case drawn;
  int lost = 0;
  for (std::uint64_t word = 0; word < 10000; ++word) {
    contract_called("weighted-mean").draw(word, size_of(word), DrawLimits{}, Profile{}, drawn);
    const auto weights = drawn.reals(1);
    const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
    lost += total > 0 && static_cast<float>(total) == 0;
  }
  EXPECT_GT(lost, 10);
}

TEST(BatchTotalDraw, LiesBelowAtAndAboveTheTarget) {
  Case drawn;
  std::map<std::string_view, int> seen;
  for (std::uint64_t word = 0; word < 10000; ++word) {
    contract_called("batch-total").draw(word, size_of(word), DrawLimits{}, Profile{}, drawn);
    const std::int64_t target = drawn.integers(1)[0];
    const auto sizes = drawn.integers(0);
    seen["below"] += std::ranges::any_of(sizes, [&](std::int64_t size) { return size > 0 && size < target; });
    seen["at"] += std::ranges::count(sizes, target) > 0;
    seen["above"] += std::ranges::any_of(sizes, [&](std::int64_t size) { return size > target; });
    seen["zero"] += std::ranges::count(sizes, 0) > 0;
    const std::int64_t total = std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0});
    seen["past 2^31"] += total > (std::int64_t{1} << 31);
    seen["past 2^53"] += total > (std::int64_t{1} << 53);
  }
  for (const auto& [what, count] : seen) EXPECT_GT(count, 50) << what;
}

}  // namespace
}  // namespace gradvet
