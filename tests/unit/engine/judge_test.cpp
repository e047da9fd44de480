#include "src/engine/judge.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "oracles/rational.hpp"
#include "tests/support/function_candidate.hpp"
#include "tests/support/sample_cases.hpp"

namespace gradvet::test {
namespace {

class JudgeOfVectorMean : public testing::Test {
 protected:
  Judgement judge(const Outcome& outcome) { return judge_.judge(input_, outcome); }
  void expect_broken(const Outcome& outcome, FindingKind kind) {
    const Judgement judgement = judge(outcome);
    EXPECT_TRUE(judgement.is_broken());
    EXPECT_EQ(to_text(judgement.kind), to_text(kind));
  }

  // (1 + 6 + 8) / 7 = 15/7
  const Case input_ = vector_mean_case({{1}, {6}, {8}}, {1, 2, 4});
  const Profile profile_{};
  Judge judge_{contract_called("vector-mean"), profile_};
};

TEST_F(JudgeOfVectorMean, HoldsTheNearestFloat) { EXPECT_TRUE(judge(list_answer({15.0 / 7.0})).is_held()); }

TEST_F(JudgeOfVectorMean, HoldsANeighbourOfTheNearestFloat) {
  EXPECT_TRUE(judge(list_answer({std::nextafter(15.0 / 7.0, 3.0)})).is_held());
}

TEST_F(JudgeOfVectorMean, BreaksAValueBeyondWhatRoundingAllows) {
  // B = u(12*15/7 + 5*6/1)... is below 60u; one part in 2^40 is far outside.
  const Judgement judgement = judge(list_answer({15.0 / 7.0 * (1 + std::ldexp(1.0, -40))}));
  ASSERT_TRUE(judgement.is_broken());
  EXPECT_EQ(judgement.kind, FindingKind::kWrongValue);
  EXPECT_EQ(judgement.coordinate, 0u);
  EXPECT_GT(judgement.excess.value_or(0), 1);
}

TEST_F(JudgeOfVectorMean, BreaksNaNAndInfinityAsNonFinite) {
  expect_broken(list_answer({std::numeric_limits<double>::quiet_NaN()}), FindingKind::kNonFinite);
  expect_broken(list_answer({-std::numeric_limits<double>::infinity()}), FindingKind::kNonFinite);
}

TEST_F(JudgeOfVectorMean, BreaksOtherShapes) {
  expect_broken(list_answer({}), FindingKind::kWrongShape);
  expect_broken(list_answer({15.0 / 7.0, 0}), FindingKind::kWrongShape);
  expect_broken(scalar_answer(15.0 / 7.0), FindingKind::kWrongShape);
  expect_broken(NotAValue{"None"}, FindingKind::kWrongShape);
}

TEST_F(JudgeOfVectorMean, NamesTheKindOfEveryOtherOutcome) {
  expect_broken(Exception{"boom"}, FindingKind::kException);
  expect_broken(Crash{"exit status 0", ""}, FindingKind::kCrash);
  expect_broken(TimedOut{std::chrono::milliseconds(1)}, FindingKind::kTimeOut);
  expect_broken(ProtocolViolation{"garbage"}, FindingKind::kProtocol);
  EXPECT_EQ(judge(Declined{"no"}).standing, Judgement::Standing::kDeclined);
}

TEST_F(JudgeOfVectorMean, AsksEqualityOfAFraction) {
  Answer answer = list_answer({15.0 / 7.0});
  answer.exact = {{0, Answer::Exact::Kind::kFraction, Rational(15, 7)}};
  EXPECT_TRUE(judge(answer).is_held());
  answer.exact[0].value += Rational(1, Integer(1) << 200);
  expect_broken(answer, FindingKind::kWrongValue);
  EXPECT_FALSE(judge(answer).excess.has_value());
}

TEST(JudgeOfDeclaredOrders, HoldsTheExactFractionUnderEveryOrder) {
  // An order says how floats are rounded; the exact value was not rounded at all.
  const Case input = vector_mean_case({{0.1}, {0.2}, {0.3}}, {1, 1, 1});
  Answer answer = list_answer({0.2});
  answer.exact = {{0, Answer::Exact::Kind::kFraction, (exact(0.1) + exact(0.2) + exact(0.3)) / 3}};
  for (const char* order : {"any", "sum", "sum-then-divide", "sequential", "pairwise", "correctly-rounded"}) {
    const Profile profile = *parse_profile(std::string("order=") + order);
    Judge judge(contract_called("vector-mean"), profile);
    EXPECT_TRUE(judge.judge(input, answer).is_held()) << order;
    Answer near = answer;
    near.exact[0].value += power_of_two(-200);
    EXPECT_TRUE(judge.judge(input, near).is_broken()) << order;
  }
  // As a number it is rounded, and then it has to be what the order gives: (0.1 + 0.2) + 0.3 is
  // 0.6000000000000001.
  const Profile sequential = *parse_profile("order=sequential");
  Judge judge(contract_called("vector-mean"), sequential);
  EXPECT_TRUE(judge.judge(input, list_answer({0.2})).is_broken());
  EXPECT_TRUE(judge.judge(input, list_answer({0.20000000000000004})).is_held());
}

TEST_F(JudgeOfVectorMean, RoundsATokenOnceToTheOutputFormat) {
  const Profile float32{.input = NumberFormat::kFloat32,
                        .accumulator = NumberFormat::kFloat32,
                        .output = NumberFormat::kFloat32};
  Judge judge(contract_called("vector-mean"), float32);
  Answer answer = list_answer({15.0 / 7.0});
  answer.exact = {{0, Answer::Exact::Kind::kToken, Rational(15, 7)}};
  EXPECT_TRUE(judge.judge(input_, answer).is_held());
}

/// A root that is no fraction has to be cut off somewhere, whoever computes it.
TEST(JudgeOfClippedMean, HoldsAnExactAnswerWhoseRootWasCutOffFarOut) {
  const Contract& contract = contract_called("clipped-mean");
  const Profile profile = parse_profile("exact").value();
  Judge judge(contract, profile);
  const auto is_held = [&](const Case& input, const Rational& error) {
    ExactAnswer expected;
    contract.expect(input, expected);
    Answer answer;
    answer.reset(AnswerShape::kList);
    for (const Rational& number : expected.numbers) {
      answer.exact.push_back({static_cast<std::uint32_t>(answer.numbers.size()),
                              Answer::Exact::Kind::kFraction, number * (1 + error)});
      answer.numbers.push_back(0.5);
    }
    return judge.judge(input, answer).is_held();
  };
  const Rational far_out(Integer(1), Integer(1) << 85), near(Integer(1), Integer(1) << 75);
  const Case irrational = clipped_mean_case({{1, 1}}, {1}, {1}, 1, 0);
  EXPECT_TRUE(is_held(irrational, far_out));
  EXPECT_FALSE(is_held(irrational, near));
  const Case whole = clipped_mean_case({{3, 4}}, {1}, {1}, 1, 0);
  EXPECT_TRUE(is_held(whole, 0));
  EXPECT_FALSE(is_held(whole, far_out));
}

TEST(JudgeOfBatchTotal, AsksForTheUnroundedInteger) {
  const Profile profile{};
  Judge judge(contract_called("batch-total"), profile);
  // 2^53 - 1 + 2 = 2^53 + 1, which is no float64.
  const Case input = batch_total_case({(std::int64_t{1} << 53) - 1, 2}, 1);
  Answer answer = scalar_answer(9007199254740992.0);
  EXPECT_TRUE(judge.judge(input, answer).is_broken());
  answer.exact = {{0, Answer::Exact::Kind::kToken, Rational((Integer(1) << 53) + 1)}};
  EXPECT_TRUE(judge.judge(input, answer).is_held());
}

/// (2^53 + 1 + 1) / 3: from left to right each 1 is lost to a tie; from the right they are kept.
class JudgeOfADeclaredOrder : public testing::Test {
 protected:
  bool holds(const char* profile_text, double answer) const {
    const Profile profile = parse_profile(profile_text).value();
    Judge judge(contract_called("vector-mean"), profile);
    return judge.judge(input_, list_answer({answer})).is_held();
  }

  static constexpr double kTwoTo53 = 9007199254740992.0;
  const Case input_ = vector_mean_case({{kTwoTo53}, {1}, {1}}, {1, 1, 1});
  const double from_left_ = kTwoTo53 / 3.0, from_right_ = (kTwoTo53 + 2.0) / 3.0;
};

TEST_F(JudgeOfADeclaredOrder, HoldsEitherOrderWhereNoneIsDeclared) {
  ASSERT_NE(from_left_, from_right_);
  EXPECT_TRUE(holds("float64", from_left_));
  EXPECT_TRUE(holds("float64", from_right_));
}

TEST_F(JudgeOfADeclaredOrder, AsksForTheBitsOfASequentialSum) {
  EXPECT_TRUE(holds("float64,order=sequential", from_left_));
  EXPECT_FALSE(holds("float64,order=sequential", from_right_));
}

TEST_F(JudgeOfADeclaredOrder, AsksForTheBitsOfAPairwiseSum) {
  EXPECT_TRUE(holds("float64,order=pairwise", from_right_));
  EXPECT_FALSE(holds("float64,order=pairwise", from_left_));
}

TEST_F(JudgeOfADeclaredOrder, HoldsWhatSomeTreeReachesAndNothingBeside) {
  EXPECT_TRUE(holds("float64,order=sum-then-divide", from_left_));
  EXPECT_TRUE(holds("float64,order=sum-then-divide", from_right_));
  EXPECT_FALSE(holds("float64,order=sum-then-divide", std::nextafter(from_left_, 0.0)));
}

TEST_F(JudgeOfADeclaredOrder, AsksForTheNearestFloatWhereCorrectlyRounded) {
  EXPECT_TRUE(holds("float64,order=correctly-rounded", from_right_));
  EXPECT_FALSE(holds("float64,order=correctly-rounded", from_left_));
}

TEST(RoundUp, GivesTheLeastFloatThatIsNotBelow) {
  EXPECT_EQ(round_up(Rational(1, 2)), 0.5);
  const double above = round_up(Rational(1, 3));
  EXPECT_EQ(above,
            std::nextafter(1.0 / 3.0, 1.0));  // 1/3 lies above its nearest float64, 0x1.5555555555555p-2
}

}  // namespace
}  // namespace gradvet::test
