#include "src/text/case_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>

namespace gradvet {
namespace {

using ::testing::HasSubstr;

constexpr std::array kVectorMean = {
    Parameter{"gradient_vectors", Layout::kMatrix, NumberRole::kValue},
    Parameter{"example_counts", Layout::kPerMicrobatch, NumberRole::kCount},
};
constexpr std::array kRagged = {
    Parameter{"weights", Layout::kRagged, NumberRole::kWeight},
    Parameter{"target", Layout::kScalar, NumberRole::kTarget},
};

Case two_coordinates() {
  Case value;
  value.append(kVectorMean[0], 2, 2);
  const std::array numbers = {2.0, 4.0, 12.0, 8.0};
  std::copy(numbers.begin(), numbers.end(), value.reals(0).begin());
  value.append(kVectorMean[1], 2, 1);
  value.integers(1)[0] = 1;
  value.integers(1)[1] = 3;
  return value;
}

Result<Case> read(std::string_view text, Signature signature = kVectorMean) {
  return parse_json(text).and_then([&](const JsonValue& value) { return read_case(value, signature); });
}

std::string refusal(std::string_view text, Signature signature = kVectorMean) {
  const Result<Case> value = read(text, signature);
  if (value) return "read";
  EXPECT_EQ(value.error().code, ErrorCode::kBadCase);
  return value.error().message;
}

TEST(CaseJson, WritesThePublishedForm) {
  EXPECT_EQ(case_json(two_coordinates(), kVectorMean),
            R"({"gradient_vectors":[[2.0,4.0],[12.0,8.0]],"example_counts":[1,3]})");
}

TEST(CaseJson, ReadsWhatItWrites) {
  const Result<Case> value = read(R"({"example_counts":[1,3],"gradient_vectors":[[2,4.0],[12.0,80e-1]]})");
  ASSERT_TRUE(value.has_value());
  EXPECT_TRUE(*value == two_coordinates());
}

TEST(CaseJson, KeepsEmptyWindowsApart) {
  const std::array texts = {R"({"gradient_vectors":[],"example_counts":[]})",
                            R"({"gradient_vectors":[[],[]],"example_counts":[1,2]})"};
  for (const char* text : texts) EXPECT_EQ(case_json(read(text).value(), kVectorMean), text);
}

TEST(CaseJson, CarriesRaggedRowsAndScalars) {
  const char* const text = R"({"weights":[[0.5],[],[1.0,-0.0]],"target":9007199254740991})";
  EXPECT_EQ(case_json(read(text, kRagged).value(), kRagged), text);
}

TEST(CaseJson, ReadsARealWrittenExactlyShortestOrWithSeventeenDigits) {
  for (const char* token : {"0.1", "0.10", "1e-1", "0.10000000000000001",
                            "0.1000000000000000055511151231257827021181583404541015625"}) {
    const Result<Case> value =
        read(std::string(R"({"gradient_vectors":[[)") + token + R"(]],"example_counts":[1]})");
    ASSERT_TRUE(value.has_value()) << token;
    EXPECT_EQ(std::bit_cast<std::uint64_t>(value->reals(0)[0]), 0x3FB999999999999AULL) << token;
  }
}

TEST(CaseJson, RefusesARealBetweenTwoFloats) {
  for (const char* token : {"0.1000000000000000001", "9007199254740993", "1e400", "1e-400", "3e-324"})
    EXPECT_THAT(refusal(std::string(R"({"gradient_vectors":[[)") + token + R"(]],"example_counts":[1]})"),
                HasSubstr(token));
}

TEST(CaseJson, SaysWhichArgumentIsWrong) {
  EXPECT_THAT(refusal(R"([1])"), HasSubstr("object"));
  EXPECT_THAT(refusal(R"({"gradient_vectors":[[1.0]]})"), HasSubstr("no argument 'example_counts'"));
  EXPECT_THAT(refusal(R"({"gradient_vectors":[],"example_counts":[],"x":1})"), HasSubstr("'x'"));
  EXPECT_THAT(refusal(R"({"gradient_vectors":[[1],[1,2]],"example_counts":[1,1]})"), HasSubstr("ragged"));
  EXPECT_THAT(refusal(R"({"gradient_vectors":[1],"example_counts":[1]})"), HasSubstr("rows"));
  EXPECT_THAT(refusal(R"({"gradient_vectors":[["1"]],"example_counts":[1]})"), HasSubstr("no number"));
  EXPECT_THAT(refusal(R"({"gradient_vectors":[[1]],"example_counts":[1.0]})"), HasSubstr("1.0"));
  EXPECT_THAT(refusal(R"({"gradient_vectors":[[1]],"example_counts":[9223372036854775808]})"),
              HasSubstr("'example_counts' holds 9223372036854775808"));
  EXPECT_THAT(refusal(R"({"weights":[],"target":[1]})", kRagged), HasSubstr("'target'"));
}

}  // namespace
}  // namespace gradvet
