// gradvet.hpp: a plain function behind the C ABI.

#include <gradvet.hpp>
#include <gtest/gtest.h>

#include "tests/unit/candidates/operation_cases.hpp"

namespace gradvet {
namespace {

TEST(FunctionAdapter, GivesNoUpdateForAnEmptyOptional) {
  const BareContract contract("bare", kVectorMeanParameters, AnswerShape::kListOrNull, ResultKind::kReal);
  const auto function =
      native::adapt([](const std::vector<std::vector<double>>& rows,
                       const std::vector<std::int64_t>& counts) -> std::optional<std::vector<double>> {
        if (counts[0] == 0) return std::nullopt;
        return rows[0];
      });
  EXPECT_EQ(answer_text_of(function, small_case(2.5, 1), contract), "[2.5]");
  EXPECT_EQ(answer_text_of(function, small_case(0, 0), contract), "null");
}

TEST(FunctionAdapter, TakesAnEntryPointAsItIs) {
  const auto entry = [](const gradvet_case*, gradvet_result* result) {
    gradvet_list(result, 1)[0] = 7;
    return static_cast<int>(GRADVET_OK);
  };
  EXPECT_EQ(answer_text_of(native::adapt(entry), small_case(1, 1), vector_mean()), "[7.0]");
}

TEST(FunctionAdapter, TakesRanksOfRows) {
  static constexpr std::array kRanks = {Parameter{"gradients", Layout::kRankMatrix, NumberRole::kValue}};
  const BareContract contract("ranks", kRanks, AnswerShape::kList, ResultKind::kReal);
  const Case value =
      read_case(parse_json(R"({"gradients":[[[1.0,2.0]],[],[[3.0,4.0],[5.0,6.0]]]})").value(), kRanks)
          .value();
  const auto sizes_and_last = [](const std::vector<std::vector<std::vector<double>>>& ranks) {
    std::vector<double> seen;
    for (const auto& rows : ranks) seen.push_back(static_cast<double>(rows.size()));
    seen.push_back(ranks.back().back().back());
    return seen;
  };
  EXPECT_EQ(answer_text_of(native::adapt(sizes_and_last), value, contract), "[1.0, 0.0, 2.0, 6.0]");
}

}  // namespace
}  // namespace gradvet
