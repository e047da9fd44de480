// One hunt by several instances of a candidate: it gives what one instance gives.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <utility>

#include "src/engine/hunt.hpp"
#include "tests/support/function_candidate.hpp"
#include "tests/support/quiet_observer.hpp"
#include "tests/support/sample_cases.hpp"

namespace gradvet::test {
namespace {

class Jobs : public testing::Test {
 protected:
  Jobs() {
    options_.scope = ScopeRequest{};
    options_.scope->microbatches = 2;
    options_.cases = 3000;
  }

  /// Hunts with instances of the candidate that `make` makes.
  RunReport run(std::size_t jobs, const std::function<std::unique_ptr<Candidate>(std::size_t)>& make) {
    std::vector<std::unique_ptr<Candidate>> instances;
    std::vector<Candidate*> copies;
    for (std::size_t job = 0; job < jobs; ++job) {
      instances.push_back(make(job));
      if (job > 0) copies.push_back(instances.back().get());
    }
    options_.copies = copies;
    QuietObserver quiet;
    const std::atomic<bool> interrupted{false};
    return hunt(*instances.front(), contract_, profile_, options_, {}, quiet, interrupted);
  }

  Outcome repaired(const Case& input) const {
    Answer answer;
    contract_.repair().compute(input, profile_, answer);
    return answer;
  }

  const Contract& contract_ = contract_called("vector-mean");
  const Profile profile_{};
  HuntOptions options_;
};

TEST_F(Jobs, AreSplitAmongAllInstancesAndCountWhatOneCounts) {
  std::vector<std::uint64_t> calls;
  const auto counting = [&](std::size_t job) {
    calls.resize(job + 1);
    return std::make_unique<FunctionCandidate>([this, &calls, job](const Case& input) {
      ++calls[job];
      return repaired(input);
    });
  };
  const RunReport one = run(1, counting);
  const std::uint64_t calls_of_one = std::exchange(calls, {}).front();
  const RunReport three = run(3, counting);
  EXPECT_EQ(three.verdict, Verdict::kHeld);
  EXPECT_EQ(calls[0] + calls[1] + calls[2], calls_of_one);
  EXPECT_THAT(calls, testing::Each(testing::Gt(500U)));
  EXPECT_EQ(three.cases.exhaustive, one.cases.exhaustive);
  EXPECT_EQ(three.cases.random, one.cases.random);
  EXPECT_EQ(three.classes, one.classes);
  EXPECT_EQ(three.max_excess, one.max_excess);
  ASSERT_EQ(three.power.size(), one.power.size());
  for (std::size_t i = 0; i < one.power.size(); ++i)
    EXPECT_EQ(three.power[i].told_apart, one.power[i].told_apart);
}

TEST_F(Jobs, FindTheSameLeastCase) {
  options_.scope.reset();
  const auto wrong_where_long = [this](std::size_t) {
    return std::make_unique<FunctionCandidate>([this](const Case& input) -> Outcome {
      if (input.microbatches() < 5) return repaired(input);
      return list_answer(std::vector<double>(input.width(), 1e30));
    });
  };
  const RunReport one = run(1, wrong_where_long);
  const RunReport four = run(4, wrong_where_long);
  ASSERT_EQ(one.findings.size(), 1U);
  ASSERT_EQ(four.findings.size(), 1U);
  EXPECT_EQ(four.findings[0].cases, one.findings[0].cases);
  EXPECT_EQ(four.findings[0].calls, one.findings[0].calls);
  EXPECT_EQ(four.cases.random, one.cases.random);
}

TEST_F(Jobs, KeepWhatOneInstanceAloneGetsWrong) {
  const auto second_is_wrong = [this](std::size_t job) -> std::unique_ptr<Candidate> {
    if (job != 1)
      return std::make_unique<FunctionCandidate>([this](const Case& input) { return repaired(input); });
    return std::make_unique<FunctionCandidate>(
        [](const Case& input) -> Outcome { return list_answer(std::vector<double>(input.width(), 1e30)); });
  };
  const RunReport report = run(2, second_is_wrong);
  EXPECT_EQ(report.verdict, Verdict::kBroken);
  ASSERT_FALSE(report.findings.empty());
  EXPECT_EQ(report.findings[0].kind, FindingKind::kUnstable);
}

/// Cannot be run at all.
class DeadCandidate final : public Candidate {
 public:
  const std::string& name() const override { return name_; }
  Result<void> open(const Contract&, const Profile&, const CandidateLimits&) override { return {}; }
  Result<void> evaluate(std::span<const Case>, std::span<Outcome>, TokenText) override {
    return make_error(ErrorCode::kStartFailed, "it died three times before its first answer");
  }
  std::size_t preferred_batch() const override { return 64; }

 private:
  std::string name_ = "dead";
};

TEST_F(Jobs, GoOnWithoutACopyThatDiesBeforeItsFirstAnswer) {
  std::uint64_t calls = 0;
  const RunReport report = run(2, [&](std::size_t job) -> std::unique_ptr<Candidate> {
    if (job == 1) return std::make_unique<DeadCandidate>();
    return std::make_unique<FunctionCandidate>([this, &calls](const Case& input) {
      ++calls;
      return repaired(input);
    });
  });
  EXPECT_EQ(report.verdict, Verdict::kHeld);
  EXPECT_EQ(report.cases.random, 3000U);
  EXPECT_GE(calls, report.cases.total());
}

TEST_F(Jobs, AreUnjudgedWhereTheCandidateItselfCannotRun) {
  const RunReport report = run(2, [](std::size_t) { return std::make_unique<DeadCandidate>(); });
  EXPECT_EQ(report.verdict, Verdict::kUnjudged);
  EXPECT_EQ(report.reason_code, ErrorCode::kStartFailed);
}

}  // namespace
}  // namespace gradvet::test
