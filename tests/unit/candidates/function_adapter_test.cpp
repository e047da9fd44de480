// gradvet.hpp: a plain function behind the C ABI.

#include <gtest/gtest.h>
#include <gradvet.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "src/candidates/native_case.hpp"
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

std::optional<std::string> why_misfit(
    const std::function<int(const gradvet_case*, gradvet_result*)>& function, const gradvet_case& input) {
  struct Told {
    std::optional<std::string> text;
  } told;
  gradvet_result result{};
  result.owner = &told;
  result.reals = [](gradvet_result*, std::int32_t, std::size_t) {
    static double room[4];
    return &room[0];
  };
  result.text = [](gradvet_result* to, const char* text, std::size_t size) {
    static_cast<Told*>(to->owner)->text.emplace(text, size);
  };
  const int status = function(&input, &result);
  EXPECT_EQ(status, told.text ? GRADVET_MISFIT : GRADVET_OK);
  return told.text;
}

TEST(FunctionAdapter, MayLeaveOptionalArgumentsAside) {
  static constexpr std::array kParameters = {
      Parameter{"means", Layout::kPerMicrobatch, NumberRole::kValue},
      Parameter{"tokens", Layout::kPerMicrobatch, NumberRole::kCount},
      Parameter{"samples", Layout::kPerMicrobatch, NumberRole::kSize, true}};
  const BareContract contract("bare", kParameters, AnswerShape::kList, ResultKind::kReal);
  NativeCase shown(contract.info(), Profile{});
  const auto one = native::adapt([](const std::vector<double>&) { return std::vector<double>{1}; });
  const auto two = native::adapt(
      [](const std::vector<double>&, const std::vector<std::int64_t>&) { return std::vector<double>{2}; });
  const auto three = native::adapt([](const std::vector<double>&, const std::vector<std::int64_t>&,
                                      const std::vector<std::int64_t>&) { return std::vector<double>{3}; });
  for (std::size_t i = 0; i < 3; ++i) shown.point_at(i, {});
  EXPECT_EQ(why_misfit(one, shown.view()), "the function takes 1 arguments, the contract has 3");
  EXPECT_EQ(why_misfit(two, shown.view()), std::nullopt);
  EXPECT_EQ(why_misfit(three, shown.view()), std::nullopt);

  // A gradvet that is older than the flag has shorter arguments: all of them are needed.
  gradvet_case old = shown.view();
  old.argument_bytes = offsetof(gradvet_argument, is_optional);
  EXPECT_EQ(why_misfit(two, old), "the function takes 2 arguments, the contract has 3");
}

}  // namespace
}  // namespace gradvet
