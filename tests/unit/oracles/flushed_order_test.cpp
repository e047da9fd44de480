#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "oracles/float_format.hpp"
#include "oracles/rational.hpp"
#include "oracles/unscaled_mean.hpp"
#include "oracles/vector_mean.hpp"
#include "tests/unit/oracles/made_cases.hpp"

// Bit rules where subnormals are flushed: hardware differs in when it looks, and no honest kind is refused.

namespace gradvet {
namespace {

using Interval = std::optional<std::pair<Rational, Rational>>;

template <auto allow>
Interval reachable_of(const Case& input, const char* profile) {
  Allowance allowance;
  allow(input, *parse_profile(profile), allowance);
  EXPECT_EQ(allowance.unjudged, "");
  if (allowance.reachable.size() != 1 || !allowance.reachable[0]) return std::nullopt;
  return std::pair{allowance.reachable[0]->least, allowance.reachable[0]->greatest};
}
constexpr auto vectors =
    reachable_of<static_cast<void (*)(const Case&, const Profile&, Allowance&)>(&vector_mean::allow)>;
constexpr auto scaled =
    reachable_of<static_cast<void (*)(const Case&, const Profile&, Allowance&)>(&unscaled_mean::allow)>;

Interval between(const Rational& least, const Rational& greatest) { return std::pair{least, greatest}; }

/// Normal numbers of float16 whose mean is (1025 + 2046)/3 = 1023 2/3 units of 2^-24. The least normal number
/// is 1024 units, which is the nearest.
Case below_the_least_normal(double sign) {
  return vectors_case({{sign * 1025 * 0x1p-24}, {sign * 2046 * 0x1p-24}}, {1, 2});
}

TEST(FlushedOrder, HoldsWhatIsFlushedBeforeRoundingAndWhatIsRoundedUpBefore) {
  const Rational normal = power_of_two(-14);
  const char* flushed = "f16-acc32,order=sequential,ftz";
  EXPECT_EQ(vectors(below_the_least_normal(1), flushed), between(0, normal));
  EXPECT_EQ(vectors(below_the_least_normal(-1), flushed), between(-normal, 0));
  EXPECT_EQ(vectors(below_the_least_normal(1), "f16-acc32,order=sequential"), between(normal, normal));
}

TEST(FlushedOrder, HoldsOneValueWhereEveryHardwareFlushes) {
  // 1023 1/3 units: the nearest is subnormal.
  const Case input = vectors_case({{1024 * 0x1p-24}, {2046 * 0x1p-24}}, {1, 2});
  EXPECT_EQ(vectors(input, "f16-acc32,order=sequential,ftz"), between(0, 0));
}

TEST(FlushedOrder, LetsTheNearestValueBeFlushedToo) {
  const char* profile = "float16,order=correctly-rounded,ftz";
  const Case input = below_the_least_normal(1);
  EXPECT_EQ(vectors(input, profile), between(0, power_of_two(-14)));
  Allowance allowance;
  vector_mean::allow(input, *parse_profile(profile), allowance);
  EXPECT_EQ(allowance.bounds, (std::vector{Rational(3071, 3) * power_of_two(-24)}));
}

TEST(FlushedOrder, IsSilentWhereAnOperandIsSubnormal) {
  // 0x1p-15 is flushed as an operand by some, kept by others.
  const Case input = vectors_case({{0x1p-15}, {1}}, {1, 1});
  for (const char* order : {"sequential", "pairwise", "sum-then-divide"}) {
    const std::string kept = std::string("float16,order=") + order;
    EXPECT_NE(vectors(input, kept.c_str()), std::nullopt);
    EXPECT_EQ(vectors(input, (kept + ",ftz").c_str()), std::nullopt);
    // In float32 it is normal, but not where it comes from.
    const std::string wide = std::string("f16-acc32,order=") + order;
    EXPECT_NE(vectors(input, wide.c_str()), std::nullopt);
    EXPECT_EQ(vectors(input, (wide + ",ftz").c_str()), std::nullopt);
    const Case quotient = scaled_case({0x1p-15, 1}, {0x1p-4, 1}, {1, 1});
    EXPECT_NE(scaled(quotient, kept.c_str()), std::nullopt);
    EXPECT_EQ(scaled(quotient, (kept + ",ftz").c_str()), std::nullopt);
  }
}

TEST(FlushedOrder, FlushesASumLikeAnyHardware) {
  // 1025 - 1024 = 1 unit needs no rounding; divided by 2 it would be half of one.
  const Case input = vectors_case({{1025 * 0x1p-24}, {-1024 * 0x1p-24}}, {1, 1});
  EXPECT_EQ(vectors(input, "float16,order=sequential,ftz"), between(0, 0));
}

TEST(FlushedOrder, TakesAQuotientByAScaleForFlushedOrRounded) {
  // 1024 units / (1 + 2^-20) lies just below 1024 units, and rounds up to them; N = 1 adds nothing.
  const Case input = scaled_case({0x1p-14}, {0x1.00001p+0}, {1});
  EXPECT_EQ(scaled(input, "float16,order=sequential,ftz"), between(0, power_of_two(-14)));
  EXPECT_EQ(scaled(input, "float16,order=sequential"), between(power_of_two(-14), power_of_two(-14)));
}

}  // namespace
}  // namespace gradvet
