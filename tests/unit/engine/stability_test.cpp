#include "src/engine/stability.hpp"

#include <gtest/gtest.h>

#include "tests/support/function_candidate.hpp"
#include "tests/support/sample_cases.hpp"

namespace gradvet::test {
namespace {

Case numbered(std::int64_t number) { return batch_total_case({number}, 1); }

TEST(LeastSequence, CountsEveryFreshStartAgainstItsBudget) {
  // Ends the process on every case: a sequence of 41 costs 42 starts.
  std::uint64_t restarts = 0;
  FunctionCandidate candidate(
      [](const Case&) -> Outcome {
        return Crash{"exit status 1", {}};
      },
      [&restarts] { ++restarts; });
  Trial trial(candidate, contract_called("batch-total"), Profile{});
  std::vector<Case> history;
  for (std::int64_t i = 1; i <= 40; ++i) history.push_back(numbered(i));
  SequenceBudget budget;
  budget.restarts = 100;
  least_sequence(trial, history, numbered(41), budget);
  EXPECT_GE(trial.starts(), 100u);
  EXPECT_LT(trial.starts(), 100u + 42u) << "no sequence is begun once the budget is spent";
  EXPECT_EQ(trial.starts(), restarts + candidate.calls());
}

}  // namespace
}  // namespace gradvet::test
