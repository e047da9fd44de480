#include "src/engine/trial.hpp"

#include <algorithm>

namespace gradvet {

Result<void> Trial::run(std::span<const Case> batch, TokenText tokens) {
  // Never shrinks, so that outcomes keep their memory from batch to batch.
  if (outcomes_.size() < batch.size()) outcomes_.resize(batch.size());
  judgements_.clear();
  if (batch.empty()) return {};
  if (Result<void> done = candidate_.evaluate(batch, {outcomes_.data(), batch.size()}, tokens); !done)
    return done;
  calls_ += batch.size();
  if (reference_ == nullptr) {
    for (std::size_t i = 0; i < batch.size(); ++i)
      judgements_.push_back(judge_.judge(batch[i], outcomes_[i]));
    return {};
  }
  reference_outcomes_.resize(std::max(reference_outcomes_.size(), batch.size()));
  if (Result<void> done = reference_->candidate.evaluate(batch, {reference_outcomes_.data(), batch.size()},
                                                         TokenText::kDropped);
      !done)
    return done;
  for (std::size_t i = 0; i < batch.size(); ++i)
    judgements_.push_back(
        judge_against(outcomes_[i], reference_outcomes_[i], reference_->within, contract_.info(), profile_));
  return {};
}

void Trial::restart() {
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
