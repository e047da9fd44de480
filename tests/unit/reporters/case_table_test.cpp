#include "src/reporters/case_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "tests/unit/reporters/toy_contract.hpp"

namespace gradvet {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> draw(const ToyContract& contract, const Case& value) {
  return draw_case(value, contract.info().parameters);
}

TEST(DrawCase, GivesEachMicrobatchARow) {
  const ToyContract contract;
  EXPECT_THAT(draw(contract, contract.make_case({2, 4, 12, 8}, {1, 3})),
              ElementsAre("              rows         counts",  //
                          "microbatch 1  [2.0, 4.0]   1",       //
                          "microbatch 2  [12.0, 8.0]  3"));
}

TEST(DrawCase, SaysThatThereAreNoMicrobatches) {
  const ToyContract contract;
  EXPECT_THAT(draw(contract, contract.make_case({}, {})), ElementsAre("no microbatches"));
}

TEST(DrawCase, ElidesRowsAndSaysHowMany) {
  const ToyContract contract;
  const std::vector<std::string> lines =
      draw(contract, contract.make_case(std::vector<double>(100, 1), std::vector<std::int64_t>(100, 1)));
  ASSERT_EQ(lines.size(), 1U + 6 + 1 + 2);
  EXPECT_EQ(lines[7], "… 92 more microbatches");
  EXPECT_EQ(lines[9].substr(0, 14), "microbatch 100");
}

TEST(DrawCase, PutsLoneNumbersBelow) {
  constexpr std::array<Parameter, 2> kParameters = {{{"sizes", Layout::kPerMicrobatch, NumberRole::kSize},
                                                     {"target", Layout::kScalar, NumberRole::kTarget}}};
  Case value;
  value.append(kParameters[0], 1, 1);
  value.integers(0)[0] = 3;
  value.append(kParameters[1], 1, 1);
  value.integers(1)[0] = 4;
  EXPECT_THAT(draw_case(value, kParameters),
              ElementsAre("              sizes", "microbatch 1  3", "target 4"));
}

TEST(DrawCase, DrawsRaggedRows) {
  constexpr std::array<Parameter, 1> kParameters = {{{"items", Layout::kRagged, NumberRole::kValue}}};
  Case value;
  value.append_ragged(kParameters[0], std::array<std::uint32_t, 3>{0, 0, 2});
  value.reals(0)[1] = 0.5;
  EXPECT_THAT(draw_case(value, kParameters),
              ElementsAre("              items", "microbatch 1  []", "microbatch 2  [0.0, 0.5]"));
}

}  // namespace
}  // namespace gradvet
