#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "src/candidates/abi/gradvet.h"
#include "src/candidates/native_case.hpp"
#include "src/candidates/native_round.hpp"
#include "tests/unit/candidates/bare_contract.hpp"

namespace gradvet {
namespace {

/// Shows the case as a round does, in memory that stays.
void show(const Case& value, NativeCase& shown) {
  static std::vector<std::byte> memory(1 << 16);
  RoundCases round(memory);
  ASSERT_EQ(round.pack({&value, 1}), 1U);
  round.show(0, shown);
}

TEST(NarrowBits, GiveBackEveryPatternOfBothFormats) {
  for (std::uint32_t pattern = 0; pattern <= 0xffff; ++pattern) {
    const auto bits = static_cast<std::uint16_t>(pattern);
    const double half = gradvet_from_float16_bits(bits);
    const double brain = gradvet_from_bfloat16_bits(bits);
    // A bfloat16 is the upper half of a float32.
    const float wide = std::bit_cast<float>(pattern << 16);
    if (std::isnan(wide)) {
      EXPECT_TRUE(std::isnan(brain)) << pattern;
    } else {
      EXPECT_EQ(std::bit_cast<std::uint64_t>(brain), std::bit_cast<std::uint64_t>(double{wide})) << pattern;
      EXPECT_EQ(gradvet_bfloat16_bits(brain), bits);
    }
    if (!std::isnan(half)) {
      EXPECT_EQ(gradvet_float16_bits(half), bits);
    }
  }
}

TEST(NarrowBits, HoldTheEndsOfFloat16) {
  EXPECT_EQ(gradvet_from_float16_bits(0x7bff), 65504.0);
  EXPECT_EQ(gradvet_from_float16_bits(0x0001), std::ldexp(1.0, -24));
  EXPECT_EQ(gradvet_from_float16_bits(0x0400), std::ldexp(1.0, -14));
  EXPECT_EQ(gradvet_from_float16_bits(0xfc00), -std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(gradvet_from_float16_bits(0x7e00)));
}

TEST(NarrowBits, RoundToNearestTiesToEven) {
  EXPECT_EQ(gradvet_float16_bits(2049.0), gradvet_float16_bits(2048.0));
  EXPECT_EQ(gradvet_float16_bits(2051.0), gradvet_float16_bits(2052.0));
  EXPECT_EQ(gradvet_float16_bits(std::nextafter(2049.0, 3000.0)), gradvet_float16_bits(2050.0));
  EXPECT_EQ(gradvet_float16_bits(65519.999), 0x7bff);
  EXPECT_EQ(gradvet_float16_bits(65520.0), 0x7c00);
  EXPECT_EQ(gradvet_float16_bits(std::ldexp(1.0, -25)), 0);  // half of the least, a tie with zero
  EXPECT_EQ(gradvet_float16_bits(std::ldexp(1.5, -25)), 1);
  EXPECT_EQ(gradvet_float16_bits(std::ldexp(1.0, -14) - std::ldexp(1.0, -26)), 0x0400);  // carries to normal
  EXPECT_EQ(gradvet_float16_bits(-0.0), 0x8000);
  EXPECT_EQ(gradvet_float16_bits(5e-324), 0);
  EXPECT_EQ(gradvet_bfloat16_bits(std::numeric_limits<double>::quiet_NaN()), 0x7fc0);
}

TEST(NativeCase, ShowsArgumentsByPositionAndName) {
  const Case value = small_case(2.5, 3);
  NativeCase shown(vector_mean().info(), Profile{});
  show(value, shown);
  const gradvet_case& view = shown.view();
  EXPECT_EQ(view.abi_version, 1U);
  EXPECT_STREQ(view.contract, "vector-mean");
  EXPECT_STREQ(view.profile, "float64");
  EXPECT_EQ(view.result_shape, GRADVET_RESULT_LIST);
  const gradvet_argument* const rows = gradvet_argument_at(&view, 0);
  const gradvet_argument* const counts = gradvet_find(&view, "example_counts");
  ASSERT_NE(counts, nullptr);
  EXPECT_EQ(rows->reals[0], 2.5);
  EXPECT_EQ(rows->integers, nullptr);
  EXPECT_EQ(rows->layout, GRADVET_MATRIX);
  EXPECT_EQ(counts->integers[0], 3);
  EXPECT_EQ(counts->rows, 1U);
  EXPECT_EQ(gradvet_argument_at(&view, 2), nullptr);
  EXPECT_EQ(gradvet_find(&view, "sizes"), nullptr);
}

TEST(NativeCase, TellsTheFormats) {
  const NativeCase shown(vector_mean().info(), parse_profile("bf16-acc32").value());
  EXPECT_EQ(shown.view().input_format, GRADVET_BFLOAT16);
  EXPECT_EQ(shown.view().accumulator_format, GRADVET_FLOAT32);
  EXPECT_EQ(shown.view().output_format, GRADVET_BFLOAT16);
}

TEST(NativeCase, ShowsRaggedRowsByTheirOffsets) {
  static constexpr std::array kParameters = {Parameter{"sizes", Layout::kRankVector, NumberRole::kSize}};
  const BareContract contract("ragged", kParameters, AnswerShape::kScalar, ResultKind::kInteger);
  Case value;
  value.append_ragged(kParameters[0], std::array<std::uint32_t, 4>{0, 2, 2, 3});
  NativeCase shown(contract.info(), Profile{});
  show(value, shown);
  const gradvet_argument* const sizes = gradvet_argument_at(&shown.view(), 0);
  EXPECT_EQ(sizes->layout, GRADVET_RANK_VECTOR);
  EXPECT_EQ(sizes->rows, 3U);
  EXPECT_EQ(sizes->width, 1U);
  EXPECT_EQ(sizes->offset_count, 4U);
  EXPECT_EQ(sizes->offsets[3], 3U);
  EXPECT_EQ(sizes->size, 3U);
}

TEST(NativeCase, GivesAnEmptyWindowAnArrayToPointAt) {
  Case value;
  value.append(kVectorMeanParameters[0], 0, 0);
  value.append(kVectorMeanParameters[1], 0, 1);
  NativeCase shown(vector_mean().info(), Profile{});
  show(value, shown);
  EXPECT_NE(gradvet_argument_at(&shown.view(), 0)->reals, nullptr);
  EXPECT_NE(gradvet_argument_at(&shown.view(), 1)->integers, nullptr);
}

}  // namespace
}  // namespace gradvet
