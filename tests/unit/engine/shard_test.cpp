// What the shards of a hunt run, beside what one hunt runs.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "src/engine/hunt.hpp"
#include "src/engine/shard_cases.hpp"
#include "src/text/case_json.hpp"
#include "tests/support/function_candidate.hpp"
#include "tests/support/quiet_observer.hpp"
#include "tests/support/sample_cases.hpp"

namespace gradvet::test {
namespace {

/// How often each case was asked, by its JSON.
using Asked = std::map<std::string, int>;

class Shards : public testing::TestWithParam<std::uint64_t> {
 protected:
  Shards() {
    options_.scope = ScopeRequest{};
    options_.scope->microbatches = 2;
    options_.scope->width = 1;
    // An odd number, and too few for held ones to be asked again.
    options_.cases = 777;
  }

  /// Hunts, and tallies what the candidate is asked.
  RunReport run(std::optional<Shard> shard, Asked& asked, const Form& form) {
    options_.shard = shard;
    FunctionCandidate candidate([&](const Case& input) -> Outcome {
      ++asked[case_json(input, contract_.info().parameters)];
      Answer answer;
      form.compute(input, profile_, answer);
      return answer;
    });
    QuietObserver quiet;
    const std::atomic<bool> interrupted{false};
    return hunt(candidate, contract_, profile_, options_, pins_, quiet, interrupted);
  }

  const Contract& contract_ = contract_called("vector-mean");
  const Profile profile_{};
  HuntOptions options_;
  std::vector<Pin> pins_;
};

TEST_P(Shards, AskTogetherWhatOneRunAsks) {
  for (const double value : {2.0, 3.0, 5.0}) {
    Pin pin;
    pin.contract = &contract_;
    pin.cases = {vector_mean_case({{value, 1024}}, {7})};
    pins_.push_back(pin);
  }
  Asked whole;
  const RunReport single = run({}, whole, contract_.repair());
  ASSERT_EQ(single.verdict, Verdict::kHeld);
  ASSERT_EQ(single.cases.pinned, 3U);
  ASSERT_GT(single.cases.exhaustive, 30U);
  Asked together;
  CaseCounts counts;
  std::map<std::string, std::uint64_t, std::less<>> classes;
  std::vector<std::string> checks;
  for (std::uint64_t index = 1; index <= GetParam(); ++index) {
    const RunReport part = run(Shard{index, GetParam()}, together, contract_.repair());
    counts.pinned += part.cases.pinned;
    counts.fixture += part.cases.fixture;
    counts.exhaustive += part.cases.exhaustive;
    counts.random += part.cases.random;
    for (const auto& [name, count] : part.classes) classes[name] += count;
    for (const Observation& observation : part.observations) checks.push_back(observation.check);
    // No part is more than one case larger than another.
    EXPECT_LE(part.cases.random, 777 / GetParam() + 1);
    EXPECT_GE(part.cases.random, 777 / GetParam());
  }
  EXPECT_EQ(together, whole);
  EXPECT_EQ(counts.pinned, 3U);
  EXPECT_EQ(counts.fixture, contract_.fixtures(1).size());
  EXPECT_EQ(counts.exhaustive, contract_.count_cases(*single.scope, profile_));
  EXPECT_EQ(counts.random, 777U);
  EXPECT_EQ(classes, single.classes);
  std::vector<std::string> published;
  for (const Fixture& fixture : contract_.fixtures(1)) published.emplace_back(fixture.name);
  EXPECT_THAT(checks, testing::UnorderedElementsAreArray(published));
}

TEST_P(Shards, ThatFindABreachProveTheLeastCaseOfTheWholeScope) {
  const Form& failure = *contract_.mechanisms().front().failure;
  Asked asked;
  const RunReport single = run({}, asked, failure);
  ASSERT_EQ(single.findings.size(), 1U);
  // The least of the scope by hand: it divides by the number of microbatches, and one case of one microbatch
  // with the least values that shows it is 1 over two examples.
  ASSERT_EQ(single.findings[0].last_case(), vector_mean_case({{1}}, {2}));
  for (std::uint64_t index = 1; index <= GetParam(); ++index) {
    const RunReport part = run(Shard{index, GetParam()}, asked, failure);
    ASSERT_EQ(part.findings.size(), 1U);
    EXPECT_EQ(part.findings[0].last_case(), vector_mean_case({{1}}, {2})) << "shard " << index;
    EXPECT_EQ(part.findings[0].least_in, single.findings[0].least_in) << "shard " << index;
    EXPECT_EQ(part.findings[0].least_of, single.findings[0].least_of) << "shard " << index;
  }
}

TEST_P(Shards, LeaveItOpenWhereTheirOwnCasesCannotTell) {
  options_.scope.reset();
  options_.cases = 0;
  options_.has_fixtures = false;
  Asked asked;
  for (std::uint64_t index = 1; index <= GetParam(); ++index) {
    const RunReport part = run(Shard{index, GetParam()}, asked, contract_.repair());
    EXPECT_EQ(part.verdict, Verdict::kUnjudged);
    ASSERT_TRUE(part.shard.has_value());
    EXPECT_TRUE(part.shard->is_pending);
    EXPECT_EQ(part.reason->starts_with("in this part of the hunt "), GetParam() > 1) << *part.reason;
  }
}

INSTANTIATE_TEST_SUITE_P(Counts, Shards, testing::Values(1, 2, 3, 8));

TEST(Shard, SharesAreWhatItTakes) {
  for (const std::uint64_t count : {1, 2, 3, 8, 11})
    for (std::uint64_t index = 1; index <= count; ++index)
      for (std::uint64_t total = 0; total < 30; ++total) {
        const Shard shard{index, count};
        std::uint64_t taken = 0;
        for (std::uint64_t position = 0; position < total; ++position) taken += shard.takes(position);
        EXPECT_EQ(shard.share_of(total), taken) << index << "/" << count << " of " << total;
      }
}

TEST(Shard, ListsAreDealtInTurn) {
  const std::vector<int> all = {10, 11, 12, 13, 14, 15, 16};
  EXPECT_THAT(share_of(all, {1, 3}), testing::ElementsAre(10, 13, 16));
  EXPECT_THAT(share_of(all, {2, 3}), testing::ElementsAre(11, 14));
  EXPECT_THAT(share_of(all, {8, 8}), testing::IsEmpty());
}

}  // namespace
}  // namespace gradvet::test
