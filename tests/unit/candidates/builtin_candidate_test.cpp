#include "src/candidates/builtin_candidate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/candidates/bare_contract.hpp"

namespace gradvet {
namespace {

using ::testing::ElementsAre;

void third(const Case& value, const Profile&, Answer& out) {
  out.reset(AnswerShape::kList);
  out.numbers.push_back(value.reals(0)[0] / 4);
}
bool third_exactly(const Case& value, ExactAnswer& out) {
  if (value.integers(1)[0] == 0) return false;
  out.shape = AnswerShape::kList;
  out.rows.clear();
  out.numbers = {Rational(1, 3)};
  return true;
}
constexpr Form kForm{"vector-mean/repair", FormRole::kRepair, "", "", third, third_exactly, false};

TEST(BuiltinCandidate, ComputesInTheProfilesArithmetic) {
  const auto candidate = make_builtin_candidate("builtin:vector-mean/repair", kForm);
  ASSERT_TRUE(candidate->open(vector_mean(), {}, {}).has_value());
  const std::vector<Case> cases = {small_case(2, 1), small_case(6, 1)};
  std::vector<Outcome> outcomes(2);
  ASSERT_TRUE(candidate->evaluate(cases, outcomes, TokenText::kKept).has_value());
  EXPECT_THAT(std::get<Answer>(outcomes[0]).numbers, ElementsAre(0.5));
  EXPECT_EQ(std::get<Answer>(outcomes[1]).text, "[1.5]");
}

TEST(BuiltinCandidate, ComputesExactlyUnderTheExactProfile) {
  Profile profile;
  profile.output = NumberFormat::kExact;
  const auto candidate = make_builtin_candidate("builtin:vector-mean/repair", kForm);
  ASSERT_TRUE(candidate->open(vector_mean(), profile, {}).has_value());
  const std::vector<Case> cases = {small_case(2, 1), small_case(6, 0)};
  std::vector<Outcome> outcomes(2);
  ASSERT_TRUE(candidate->evaluate(cases, outcomes, TokenText::kKept).has_value());
  const Answer& answer = std::get<Answer>(outcomes[0]);
  ASSERT_EQ(answer.exact.size(), 1U);
  EXPECT_EQ(answer.exact[0].value, Rational(1, 3));
  EXPECT_EQ(answer.numbers[0], 1.0 / 3.0);
  EXPECT_EQ(answer.text, R"(["1/3"])");
  EXPECT_EQ(kind_of(outcomes[1]), "exception");
}

TEST(BuiltinCandidate, RefusesAFormOfAnotherContract) {
  const BareContract other("batch-total", kBatchTotalParameters, AnswerShape::kScalar, ResultKind::kInteger);
  const auto candidate = make_builtin_candidate("builtin:vector-mean/repair", kForm);
  const Result<void> opened = candidate->open(other, {}, {});
  ASSERT_FALSE(opened.has_value());
  EXPECT_EQ(opened.error().code, ErrorCode::kUnknownName);
}

}  // namespace
}  // namespace gradvet
