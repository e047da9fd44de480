#pragma once

#include <span>

#include "src/core/accuracy.hpp"
#include "src/engine/trial.hpp"

namespace gradvet {

/// Measures the held answers of a trial in exact fractions. Slow beside the fast proof that holds most of
/// them: asked for where somebody reads it.
class AccuracyMeter {
 public:
  AccuracyMeter();

  /// Takes the batch that the trial has just run.
  void observe(std::span<const Case> batch, const Trial& trial);

  const Accuracy& result() const { return accuracy_; }

 private:
  void observe_answer(const Case& input, const Answer& answer, const Trial& trial);

  Accuracy accuracy_;
  ExactAnswer expected_;
  Allowance allowance_;
};

}  // namespace gradvet
