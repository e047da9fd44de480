#include "src/core/interruption.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>

#include "src/candidates/native_candidate.hpp"
#include "tests/unit/candidates/bare_contract.hpp"

namespace gradvet {
namespace {

using std::chrono::milliseconds;
using ::testing::HasSubstr;

/// Limits under which a hang lasts for hours unless it is interrupted.
CandidateLimits hours(const Interruption& interruption) {
  return {milliseconds(36'000'000), milliseconds(36'000'000), 4ULL << 30, &interruption};
}

Error end_of(const std::string& word, const Interruption& interruption) {
  const Trial trial = try_candidate(word, {small_case(13, 1)}, hours(interruption));
  return trial.status ? Error{ErrorCode::kNotYet, "answered", ""} : trial.status.error();
}

Interruption over_soon(const std::atomic<bool>& asked) {
  return Interruption(asked, Interruption::Clock::now() + milliseconds(300));
}

TEST(Interruption, SaysWhyItIsOver) {
  std::atomic<bool> asked{false};
  const Interruption none(asked);
  EXPECT_FALSE(none.is_over());
  const Interruption past(asked, Interruption::Clock::now());
  EXPECT_TRUE(past.is_over());
  EXPECT_EQ(past.why(), "the time was over");
  asked = true;
  EXPECT_TRUE(none.is_over());
  EXPECT_EQ(none.why(), "interrupted");
}

TEST(Interruption, EndsTheWaitForAPythonFunction) {
  const std::atomic<bool> asked{false};
  const Interruption interruption = over_soon(asked);
  const Error error = end_of(fixture_path("behaviours.py") + ":hangs_on_mark", interruption);
  EXPECT_EQ(error.code, ErrorCode::kInterrupted);
  EXPECT_THAT(error.message, HasSubstr("behaviours.py:hangs_on_mark"));
}

TEST(Interruption, EndsTheWaitForACommand) {
  const std::atomic<bool> asked{false};
  const Interruption interruption = over_soon(asked);
  EXPECT_EQ(end_of("exec:sleep 36000", interruption).code, ErrorCode::kInterrupted);
}

TEST(Interruption, EndsTheWaitForAWorker) {
  const std::atomic<bool> asked{false};
  const Interruption interruption = over_soon(asked);
  const NativeFunction hangs = [](const gradvet_case*, gradvet_result*) { return ::pause(); };
  const auto candidate = make_native_candidate("f", make_function_target(hangs), Isolation::kForked);
  ASSERT_TRUE(candidate->open(vector_mean(), Profile{}, hours(interruption)).has_value());
  const std::vector<Case> cases = {small_case(1, 1)};
  std::vector<Outcome> outcomes(1);
  const Result<void> done = candidate->evaluate(cases, outcomes, TokenText::kDropped);
  ASSERT_FALSE(done.has_value());
  EXPECT_EQ(done.error().code, ErrorCode::kInterrupted);
}

TEST(Interruption, LeavesTheOutcomesOfTheCasesThatWereComeTo) {
  const std::atomic<bool> asked{false};
  const Interruption interruption = over_soon(asked);
  const std::string word = "exec:python3 " + fixture_path("json_lines_peer.py") + " hangs";
  const Trial trial =
      try_candidate(word, {small_case(1, 1), small_case(13, 1), small_case(2, 1)}, hours(interruption));
  ASSERT_FALSE(trial.status.has_value());
  EXPECT_EQ(kind_of(trial.outcomes.back()), "declined");
}

TEST(BatchFaults, AreEnoughAfterADozenTimeOuts) {
  const NativeFunction hangs = [](const gradvet_case*, gradvet_result*) { return ::pause(); };
  const auto candidate = make_native_candidate("f", make_function_target(hangs), Isolation::kForked);
  const CandidateLimits limits{milliseconds(10), milliseconds(10'000), 4ULL << 30, nullptr};
  ASSERT_TRUE(candidate->open(vector_mean(), Profile{}, limits).has_value());
  const std::vector<Case> cases(30, small_case(1, 1));
  std::vector<Outcome> outcomes(cases.size());
  const Result<void> done = candidate->evaluate(cases, outcomes, TokenText::kDropped);
  ASSERT_FALSE(done.has_value());
  EXPECT_EQ(done.error().code, ErrorCode::kTooManyFaults);
  EXPECT_EQ(kind_of(outcomes[11]), "time-out");
  EXPECT_EQ(kind_of(outcomes[12]), "declined");
}

TEST(Interruption, EndsARunInThisProcessBeforeItsNextCase) {
  std::atomic<bool> asked{false};
  const Interruption interruption(asked);
  int calls = 0;
  const NativeFunction asks = [&](const gradvet_case*, gradvet_result* result) {
    ++calls;
    asked = true;
    return gradvet_decline(result, "no");
  };
  const auto candidate = make_native_candidate("f", make_function_target(asks), Isolation::kInProcess);
  ASSERT_TRUE(candidate->open(vector_mean(), Profile{}, hours(interruption)).has_value());
  const std::vector<Case> cases = {small_case(1, 1), small_case(2, 1)};
  std::vector<Outcome> outcomes(2);
  const Result<void> done = candidate->evaluate(cases, outcomes, TokenText::kDropped);
  ASSERT_FALSE(done.has_value());
  EXPECT_EQ(done.error().code, ErrorCode::kInterrupted);
  EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace gradvet
