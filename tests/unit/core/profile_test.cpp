#include "src/core/profile.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <utility>

namespace gradvet {
namespace {

using testing::HasSubstr;

constexpr std::array kEveryFormat = {NumberFormat::kFloat64, NumberFormat::kFloat32, NumberFormat::kFloat16,
                                     NumberFormat::kBfloat16, NumberFormat::kExact};
constexpr std::array kEveryOrder = {SummationOrder::kAny,           SummationOrder::kSum,
                                    SummationOrder::kSumThenDivide, SummationOrder::kSequential,
                                    SummationOrder::kPairwise,      SummationOrder::kCorrectlyRounded};

Profile read(std::string_view text) {
  const Result<Profile> profile = parse_profile(text);
  EXPECT_TRUE(profile.has_value()) << text << ": " << (profile ? "" : profile.error().message);
  return profile.value_or(Profile{});
}

Error refusal(std::string_view text) {
  const Result<Profile> profile = parse_profile(text);
  EXPECT_FALSE(profile.has_value()) << text;
  return profile ? Error{} : profile.error();
}

TEST(Profile, IsFloat64ThroughoutByDefault) {
  EXPECT_EQ(read("float64"), Profile{});
  EXPECT_EQ(to_text(Profile{}), "float64");
}

TEST(Profile, TakesOneFormatForAll) {
  const Profile profile = read("float32");
  EXPECT_EQ(profile.input, NumberFormat::kFloat32);
  EXPECT_EQ(profile.accumulator, NumberFormat::kFloat32);
  EXPECT_EQ(profile.output, NumberFormat::kFloat32);
}

TEST(Profile, HoldsCountsAndScalesInTheWiderOfFloat32AndTheAccumulator) {
  EXPECT_EQ(read("bfloat16").counts, NumberFormat::kFloat32);
  EXPECT_EQ(read("float16").scales, NumberFormat::kFloat32);
  EXPECT_EQ(read("float32").counts, NumberFormat::kFloat32);
  EXPECT_EQ(read("float64").counts, NumberFormat::kFloat64);
  EXPECT_EQ(read("exact").scales, NumberFormat::kExact);
}

TEST(Profile, KnowsNarrowValuesInAWideAccumulator) {
  const Profile profile = read("bf16-acc32");
  EXPECT_EQ(profile.input, NumberFormat::kBfloat16);
  EXPECT_EQ(profile.accumulator, NumberFormat::kFloat32);
  EXPECT_EQ(profile.output, NumberFormat::kBfloat16);
  EXPECT_EQ(read("f16-acc32").input, NumberFormat::kFloat16);
  EXPECT_EQ(read("bf16"), read("bfloat16"));
}

TEST(Profile, ReadsEveryKey) {
  const Profile profile = read(
      "input=float16,accumulator=float32,output=float64,counts=float16,scales=bf16,order=pairwise,ftz,"
      "rounding=stochastic");
  EXPECT_EQ(profile.input, NumberFormat::kFloat16);
  EXPECT_EQ(profile.accumulator, NumberFormat::kFloat32);
  EXPECT_EQ(profile.output, NumberFormat::kFloat64);
  EXPECT_EQ(profile.counts, NumberFormat::kFloat16);
  EXPECT_EQ(profile.scales, NumberFormat::kBfloat16);
  EXPECT_EQ(profile.order, SummationOrder::kPairwise);
  EXPECT_EQ(profile.subnormals, Subnormals::kFlushedToZero);
  EXPECT_EQ(profile.rounding, Rounding::kStochastic);
}

TEST(Profile, AddsKeysToAShortName) {
  const Profile profile = read("bf16-acc32,output=float32,order=sum");
  EXPECT_EQ(profile.input, NumberFormat::kBfloat16);
  EXPECT_EQ(profile.output, NumberFormat::kFloat32);
  EXPECT_EQ(profile.order, SummationOrder::kSum);
}

TEST(Profile, ReadsBackWhatItWrites) {
  for (const NumberFormat input : kEveryFormat)
    for (const NumberFormat accumulator : kEveryFormat)
      for (const NumberFormat output : kEveryFormat)
        for (const NumberFormat side : kEveryFormat)
          for (const SummationOrder order : kEveryOrder)
            for (const Subnormals subnormals : {Subnormals::kKept, Subnormals::kFlushedToZero}) {
              const Profile profile{input, accumulator, output, side, NumberFormat::kFloat32,
                                    order, subnormals};
              ASSERT_EQ(read(to_text(profile)), profile) << to_text(profile);
            }
}

TEST(Profile, IsWrittenInItsCanonicalForm) {
  EXPECT_EQ(to_text(read("input=bfloat16,accumulator=float32")), "bf16-acc32");
  EXPECT_EQ(to_text(read("f32,order=sum,ftz")), "float32,order=sum,ftz");
  EXPECT_EQ(to_text(read("float32,accumulator=float16")), "float32,accumulator=float16");
  EXPECT_EQ(to_text(read("float64,counts=float32")), "float64,counts=float32");
}

TEST(Profile, RefusesAnUnknownNameAndOffersTheNearest) {
  const Error error = refusal("flaot32");
  EXPECT_EQ(error.code, ErrorCode::kBadProfile);
  EXPECT_THAT(error.message, HasSubstr("'flaot32'"));
  EXPECT_THAT(error.hint, HasSubstr("did you mean 'float32'?"));
}

TEST(Profile, RefusesAnUnknownKeyAndOffersTheNearest) {
  const Error error = refusal("acumulator=float32");
  EXPECT_EQ(error.code, ErrorCode::kBadProfile);
  EXPECT_THAT(error.message, HasSubstr("'acumulator'"));
  EXPECT_THAT(error.hint, HasSubstr("did you mean 'accumulator'?"));
}

TEST(Profile, RefusesAnUnknownValueAndListsTheKnown) {
  const Error error = refusal("order=pairwize");
  EXPECT_THAT(error.message, HasSubstr("order 'pairwize'"));
  EXPECT_THAT(error.hint, HasSubstr("did you mean 'pairwise'?"));
  EXPECT_THAT(error.hint, HasSubstr("correctly-rounded"));
  EXPECT_THAT(refusal("float32,rounding=up").hint, HasSubstr("nearest, stochastic"));
}

TEST(Profile, RefusesAKeyGivenTwice) {
  EXPECT_THAT(refusal("order=sum,order=any").message, HasSubstr("'order' is given twice"));
  EXPECT_THAT(refusal("float32,ftz,ftz").message, HasSubstr("'ftz' is given twice"));
  EXPECT_THAT(refusal("float32,input=float64").message, HasSubstr("'input' is given twice"));
}

TEST(Profile, ReadsTheNamesThatOthersGiveToFormats) {
  const std::pair<const char*, const char*> names[] = {{"double", "float64"},
                                                       {"single", "float32"},
                                                       {"half", "float16"},
                                                       {"fp64", "float64"},
                                                       {"fp32", "float32"},
                                                       {"fp16", "float16"},
                                                       {"bf16", "bfloat16"},
                                                       {"f64", "float64"},
                                                       {"float16-acc32", "f16-acc32"},
                                                       {"bfloat16-acc32", "bf16-acc32"},
                                                       {"float32-acc64", "f32-acc64"}};
  for (const auto& [name, canonical] : names) {
    EXPECT_EQ(to_text(read(name)), canonical);
    EXPECT_EQ(read(std::string(name) + ",order=sum"), read(std::string(canonical) + ",order=sum"));
  }
  EXPECT_EQ(read("float32,output=half").output, NumberFormat::kFloat16);
}

TEST(Profile, SaysThatFlushingTakesNoValue) {
  for (const char* text : {"ftz=1", "float32,ftz=true", "float32,ftz="}) {
    const Error error = refusal(text);
    EXPECT_EQ(error.code, ErrorCode::kBadProfile);
    EXPECT_THAT(error.message, HasSubstr("'ftz' takes no value")) << text;
    EXPECT_THAT(error.hint, testing::Not(HasSubstr("did you mean"))) << text;
  }
}

TEST(Profile, RefusesEmptyText) {
  EXPECT_EQ(refusal("").code, ErrorCode::kBadProfile);
  EXPECT_EQ(refusal("float32,").code, ErrorCode::kBadProfile);
  EXPECT_EQ(refusal("float32,float64").code, ErrorCode::kBadProfile);
}

}  // namespace
}  // namespace gradvet
