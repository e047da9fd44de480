#pragma once

#include <functional>
#include <string>

#include "src/core/candidate.hpp"

namespace gradvet::test {

/// A candidate that calls a function of the test. `on_restart`, if given, is called for every restart.
class FunctionCandidate final : public Candidate {
 public:
  explicit FunctionCandidate(std::function<Outcome(const Case&)> function,
                             std::function<void()> on_restart = {})
      : function_(std::move(function)), on_restart_(std::move(on_restart)) {}

  const std::string& name() const override { return name_; }
  Result<void> open(const Contract&, const Profile&, const CandidateLimits&) override { return {}; }
  Result<void> evaluate(std::span<const Case> batch, std::span<Outcome> outcomes, TokenText) override {
    for (std::size_t i = 0; i < batch.size(); ++i) outcomes[i] = function_(batch[i]);
    calls_ += batch.size();
    return {};
  }
  void restart() override {
    if (on_restart_) on_restart_();
  }
  std::size_t preferred_batch() const override { return 64; }

  std::uint64_t calls() const { return calls_; }

 private:
  std::string name_ = "function of a test";
  std::function<Outcome(const Case&)> function_;
  std::function<void()> on_restart_;
  std::uint64_t calls_ = 0;
};

/// An answer that is one list of float64 numbers.
inline Answer list_answer(std::vector<double> numbers) {
  Answer answer;
  answer.reset(AnswerShape::kList);
  answer.numbers = std::move(numbers);
  return answer;
}

inline Answer scalar_answer(double number) {
  Answer answer;
  answer.reset(AnswerShape::kScalar);
  answer.numbers = {number};
  return answer;
}

}  // namespace gradvet::test
