#include "src/engine/trial.hpp"

namespace gradvet {

Result<void> Trial::run(std::span<const Case> batch, TokenText tokens) {
  // Never shrinks, so that outcomes keep their memory from batch to batch.
  if (outcomes_.size() < batch.size()) outcomes_.resize(batch.size());
  judgements_.clear();
  if (batch.empty()) return {};
  if (Result<void> done = candidate_.evaluate(batch, {outcomes_.data(), batch.size()}, tokens); !done)
    return done;
  calls_ += batch.size();
  for (std::size_t i = 0; i < batch.size(); ++i) judgements_.push_back(judge_.judge(batch[i], outcomes_[i]));
  return {};
}

}  // namespace gradvet
