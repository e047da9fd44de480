#include "src/engine/recheck.hpp"

#include <algorithm>
#include <cstring>

namespace gradvet {

void Recheck::sample(std::span<const Case> batch, const Trial& trial) {
  waiting_ += batch.size();
  const std::size_t stride = std::max<std::size_t>(1, batch.size() / 4);
  for (std::size_t i = 0; i < batch.size() && cases_.size() < kMost; i += stride) {
    const Answer* answer = std::get_if<Answer>(&trial.outcomes()[i]);
    if (answer == nullptr || !trial.judgements()[i].is_held()) continue;
    cases_.push_back(batch[i]);
    answers_.push_back(answer->numbers);
  }
}

Result<std::optional<BrokenCase>> Recheck::run(Trial& trial) {
  const std::vector<Case> cases = std::exchange(cases_, {});
  const std::vector<std::vector<double>> answers = std::exchange(answers_, {});
  waiting_ = 0;
  if (Result<void> done = trial.run(cases); !done) return tl::unexpected(done.error());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (trial.judgements()[i].is_broken())
      return std::optional(BrokenCase{cases[i], trial.outcomes()[i], trial.judgements()[i]});
    const Answer* answer = std::get_if<Answer>(&trial.outcomes()[i]);
    if (answer != nullptr && answer->numbers.size() == answers[i].size() && !answers[i].empty() &&
        std::memcmp(answer->numbers.data(), answers[i].data(), answers[i].size() * sizeof(double)) != 0)
      has_bitwise_difference_ = true;
  }
  return std::optional<BrokenCase>{};
}

}  // namespace gradvet
