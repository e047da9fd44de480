#include "src/engine/reference.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "src/engine/pairs.hpp"
#include "tests/support/form_candidate.hpp"
#include "tests/support/quiet_observer.hpp"
#include "tests/support/sample_cases.hpp"

namespace gradvet::test {
namespace {

class JudgeAgainst : public testing::Test {
 protected:
  Judgement judge(const Outcome& outcome, const Outcome& reference, std::optional<std::uint64_t> within = {},
                  const Profile& profile = {}) {
    return judge_against(outcome, reference, within, contract_called("vector-mean").info(), profile);
  }
};

TEST_F(JudgeAgainst, AsksForTheSameBits) {
  EXPECT_TRUE(judge(list_answer({0.5, 3}), list_answer({0.5, 3})).is_held());
  EXPECT_TRUE(judge(list_answer({0.5}), list_answer({std::nextafter(0.5, 1)})).is_broken());
  EXPECT_TRUE(judge(list_answer({0.0}), list_answer({-0.0})).is_broken());
  EXPECT_TRUE(judge(list_answer({0.0}), list_answer({-0.0}), 0).is_held());
  EXPECT_TRUE(judge(list_answer({1.0}), list_answer({1.0, 1.0})).kind == FindingKind::kWrongShape);
}

TEST_F(JudgeAgainst, CountsUnitsInTheLastPlaceOfTheReference) {
  // 2^-52 is one unit of 1, and two of the number below 1.
  const double below = std::nextafter(1.0, 0.0), above = std::nextafter(1.0, 2.0);
  EXPECT_TRUE(judge(list_answer({above}), list_answer({1.0}), 1).is_held());
  EXPECT_TRUE(judge(list_answer({above}), list_answer({below}), 2).is_broken());
  EXPECT_TRUE(judge(list_answer({above}), list_answer({below}), 3).is_held());
  const Judgement far = judge(list_answer({1.0, 1.0 + 8 * 0x1p-52}), list_answer({1.0, 1.0}), 2);
  EXPECT_EQ(far.coordinate, 1u);
  EXPECT_EQ(far.excess, 4.0);
}

TEST_F(JudgeAgainst, RoundsBothToTheOutputFormat) {
  // 1 and 1 + 2^-30 are the same float32.
  EXPECT_TRUE(judge(list_answer({1.0}), list_answer({1.0 + 0x1p-30})).is_broken());
  EXPECT_TRUE(
      judge(list_answer({1.0}), list_answer({1.0 + 0x1p-30}), {}, *parse_profile("float32")).is_held());
}

TEST_F(JudgeAgainst, HasNothingToCompareWithWhereTheReferenceGaveNoValue) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const Outcome& reference :
       {Outcome(Exception{"x"}), Outcome(list_answer({nan})), Outcome(Declined{"x"})})
    EXPECT_TRUE(judge(list_answer({1.0}), reference).standing == Judgement::Standing::kNoReference);
  EXPECT_TRUE(judge(list_answer({nan}), list_answer({1.0})).kind == FindingKind::kNonFinite);
  EXPECT_TRUE(judge(Exception{"x"}, list_answer({1.0})).kind == FindingKind::kException);
  EXPECT_TRUE(judge(Declined{"x"}, list_answer({1.0})).standing == Judgement::Standing::kDeclined);
}

TEST(ComparePairs, CountsEveryCaseOnceForEachPair) {
  const Contract& contract = contract_called("vector-mean");
  const Profile profile{};
  FunctionCandidate right = form_candidate(contract.repair(), profile);
  FunctionCandidate honest = form_candidate(*contract.honest_forms().back(), profile);
  FunctionCandidate wrong = form_candidate(*contract.mechanisms()[0].failure, profile);
  const std::array<Candidate*, 3> candidates = {&right, &honest, &wrong};
  HuntOptions options;
  options.cases = 300;
  options.scope_cases = 500;
  QuietObserver quiet;
  const std::atomic<bool> never{false};
  const std::vector<PairReport> pairs = compare_pairs(candidates, contract, profile, options, quiet, never);
  ASSERT_EQ(pairs.size(), 3u);
  for (const PairReport& pair : pairs)
    EXPECT_EQ(pair.same_bits + pair.within_rounding + pair.apart + pair.one_answered + pair.neither_answered +
                  pair.not_judged,
              right.calls());
  EXPECT_EQ(pairs[0].apart, 0u);
  // Never apart: what is shown is the least case on which their bits differ, if there is one.
  EXPECT_EQ(pairs[0].parting.has_value(), pairs[0].within_rounding > 0);
  EXPECT_GT(pairs[1].apart, 0u);
  EXPECT_EQ(pairs[1].parting, vector_mean_case({{1}}, {2}));
}

class HuntAgainst : public testing::Test {
 protected:
  RunReport run(Candidate& reference) {
    FunctionCandidate candidate = form_candidate(contract_.repair(), Profile{});
    const Reference against{reference, std::nullopt};
    HuntOptions options;
    options.cases = 300;
    options.reference = &against;
    const std::atomic<bool> never{false};
    QuietObserver quiet;
    return hunt(candidate, contract_, Profile{}, options, {}, quiet, never);
  }
  Outcome right(const Case& input) const {
    Answer answer;
    contract_.repair().compute(input, Profile{}, answer);
    return answer;
  }
  const Contract& contract_ = contract_called("vector-mean");
};

TEST_F(HuntAgainst, IsUnjudgedAndShortWhereTheReferenceCrashesOnEveryCase) {
  FunctionCandidate reference([](const Case&) -> Outcome { return Crash{"exit status 1", {}}; });
  const RunReport report = run(reference);
  EXPECT_EQ(to_text(report.verdict), "unjudged");
  EXPECT_NE(report.reason.value_or("").find("the reference crashed"), std::string::npos);
  EXPECT_LT(reference.calls(), 100u);
  EXPECT_EQ(report.unjudged.no_reference, report.cases.total());
}

TEST_F(HuntAgainst, IsUnjudgedWhereTheReferenceCrashesTooOften) {
  FunctionCandidate reference([this](const Case& input) -> Outcome {
    if (input.microbatches() >= 2) return Crash{"exit status 1", {}};
    return right(input);
  });
  const RunReport report = run(reference);
  EXPECT_EQ(to_text(report.verdict), "unjudged");
  EXPECT_NE(report.reason.value_or("").find("and the hunt ended early"), std::string::npos);
}

TEST_F(HuntAgainst, SaysHowOftenTheReferenceCrashed) {
  int calls = 0;
  FunctionCandidate reference([&](const Case& input) -> Outcome {
    if (++calls % 100 == 50 && calls < 1000) return Crash{"exit status 1", {}};
    return right(input);
  });
  const RunReport report = run(reference);
  EXPECT_EQ(to_text(report.verdict), "held");
  ASSERT_FALSE(report.notes.empty());
  EXPECT_EQ(report.notes.back(),
            "the reference crashed, timed out or broke the protocol 10 times: these cases were not judged");
}

}  // namespace
}  // namespace gradvet::test
