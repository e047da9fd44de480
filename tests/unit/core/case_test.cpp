#include "src/core/case.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>

namespace gradvet {
namespace {

constexpr Parameter kVectors{"gradient_vectors", Layout::kMatrix, NumberRole::kValue};
constexpr Parameter kCounts{"example_counts", Layout::kPerMicrobatch, NumberRole::kCount};
constexpr Parameter kItems{"values", Layout::kRagged, NumberRole::kValue};

/// [[1, 2], [3, 4], [5, 6]] with counts [7, 8, 9].
Case three_rows() {
  Case made;
  made.append(kVectors, 3, 2);
  for (std::size_t i = 0; i < 6; ++i) made.reals(0)[i] = static_cast<double>(i + 1);
  made.append(kCounts, 3, 1);
  for (std::size_t i = 0; i < 3; ++i) made.integers(1)[i] = static_cast<std::int64_t>(i + 7);
  return made;
}

TEST(Case, HoldsNoArgumentAtFirst) {
  const Case empty;
  EXPECT_EQ(empty.argument_count(), 0U);
  EXPECT_EQ(empty.microbatches(), 0U);
  EXPECT_EQ(empty.width(), 0U);
}

TEST(Case, AppendsZeros) {
  Case made;
  made.append(kVectors, 2, 2);
  for (const double number : made.reals(0)) EXPECT_EQ(number, 0.0);
}

TEST(Case, KeepsArgumentsApart) {
  const Case made = three_rows();
  EXPECT_EQ(made.argument_count(), 2U);
  EXPECT_EQ(made.microbatches(), 3U);
  EXPECT_EQ(made.width(), 2U);
  EXPECT_EQ(made.reals(0)[5], 6.0);
  EXPECT_EQ(made.integers(1)[2], 9);
  EXPECT_EQ(made.all_reals().size(), 6U);
  EXPECT_EQ(made.all_integers().size(), 3U);
}

TEST(Case, KeepsTheWidthOfAMatrixWithoutRows) {
  Case made;
  made.append(kVectors, 0, 4);
  EXPECT_EQ(made.microbatches(), 0U);
  EXPECT_EQ(made.width(), 4U);
  EXPECT_TRUE(made.reals(0).empty());
}

TEST(Case, KeepsTheOffsetsOfRaggedRows) {
  Case made;
  constexpr std::array<std::uint32_t, 4> kOffsets = {0, 2, 2, 5};
  made.append_ragged(kItems, kOffsets);
  EXPECT_EQ(made.extent(0).rows, 3U);
  EXPECT_EQ(made.extent(0).width, 1U);
  EXPECT_EQ(made.items(), 5U);
  EXPECT_EQ(made.reals(0).size(), 5U);
  EXPECT_EQ(made.offsets(0)[2], 2U);
}

TEST(Case, EqualsACopyAndHashesAlike) {
  const Case one = three_rows();
  const Case other = three_rows();
  EXPECT_EQ(one, other);
  EXPECT_EQ(one.hash(), other.hash());
}

TEST(Case, DiffersByOneNumber) {
  Case changed = three_rows();
  changed.reals(0)[3] = 4.5;
  EXPECT_FALSE(changed == three_rows());
  Case other_count = three_rows();
  other_count.integers(1)[0] = 1;
  EXPECT_FALSE(other_count == three_rows());
}

TEST(Case, DiffersByShapeWhereNumbersAgree) {
  Case tall;
  tall.append(kVectors, 2, 1);
  Case wide;
  wide.append(kVectors, 1, 2);
  EXPECT_FALSE(tall == wide);
}

TEST(Case, ComparesBitsSoThatZerosOfEachSignDiffer) {
  Case positive;
  positive.append(kVectors, 1, 1);
  Case negative = positive;
  negative.reals(0)[0] = -0.0;
  EXPECT_FALSE(positive == negative);
  Case not_a_number = positive;
  not_a_number.reals(0)[0] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(not_a_number, Case(not_a_number));
}

TEST(Case, ForgetsEverythingWhenCleared) {
  Case made = three_rows();
  made.clear();
  EXPECT_EQ(made, Case());
  made.append(kVectors, 1, 1);
  EXPECT_EQ(made.reals(0)[0], 0.0);
}

}  // namespace
}  // namespace gradvet
