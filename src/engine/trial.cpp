#include "src/engine/trial.hpp"

#include <algorithm>

#include "src/engine/patience.hpp"

namespace gradvet {

namespace {

std::uint64_t count_faults(std::span<const Outcome> outcomes) {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(outcomes, [](const Outcome& outcome) { return costs_a_restart(outcome); }));
}

}  // namespace

Result<void> Trial::run(std::span<const Case> batch, TokenText tokens) {
  // Never shrinks, so that outcomes keep their memory from batch to batch.
  if (outcomes_.size() < batch.size()) outcomes_.resize(batch.size());
  judgements_.clear();
  if (batch.empty()) return {};
  const std::span<Outcome> outcomes{outcomes_.data(), batch.size()};
  const Result<void> done = candidate_.evaluate(batch, outcomes, tokens);
  if (!done && !is_partial(done.error())) return done;
  calls_ += batch.size();
  starts_ += count_faults(outcomes);
  if (reference_ == nullptr) {
    for (std::size_t i = 0; i < batch.size(); ++i)
      judgements_.push_back(judge_.judge(batch[i], outcomes_[i]));
    return done;
  }
  if (!done && done.error().code == ErrorCode::kInterrupted) return done;
  reference_outcomes_.resize(std::max(reference_outcomes_.size(), batch.size()));
  const std::span<Outcome> references{reference_outcomes_.data(), batch.size()};
  const Result<void> compared = reference_->candidate.evaluate(batch, references, TokenText::kDropped);
  if (!compared && !is_partial(compared.error())) return compared;
  reference_faults_ += count_faults(references);
  starts_ += count_faults(references);
  for (std::size_t i = 0; i < batch.size(); ++i)
    judgements_.push_back(
        judge_against(outcomes_[i], reference_outcomes_[i], reference_->within, contract_.info(), profile_));
  return done ? compared : done;
}

void Trial::restart() {
  ++starts_;
  candidate_.restart();
  if (reference_ != nullptr) reference_->candidate.restart();
}

ExactAnswer Trial::expected(const Case& input) {
  ExactAnswer value;
  if (reference_ == nullptr) {
    contract_.expect(input, value);
    return value;
  }
  Outcome outcome;
  if (reference_->candidate.evaluate({&input, 1}, {&outcome, 1}, TokenText::kDropped))
    if (std::optional<ExactAnswer> answer = exact_answer(outcome, contract_.info(), profile_)) return *answer;
  return value;
}

}  // namespace gradvet
