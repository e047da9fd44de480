#pragma once

#include <optional>
#include <span>
#include <vector>

#include "src/core/error.hpp"
#include "src/engine/shrink.hpp"
#include "src/engine/trial.hpp"

namespace gradvet {

/// Judges a sample of held cases again after others were run: a candidate that keeps state answers
/// differently. Takes about one case in a hundred.
class Recheck {
 public:
  /// Takes cases of a batch that the trial has just run and held.
  void sample(std::span<const Case> batch, const Trial& trial);
  /// True when enough cases have passed since the sampled ones.
  bool is_due() const { return waiting_ >= kEvery && !cases_.empty(); }
  /// Runs the sample; the first case that is broken now, if any. The sample is then taken anew.
  Result<std::optional<BrokenCase>> run(Trial& trial);
  /// True once equal cases got held answers that differ in their bits.
  bool has_bitwise_difference() const { return has_bitwise_difference_; }

 private:
  static constexpr std::size_t kEvery = 1000;
  static constexpr std::size_t kMost = 10;

  std::vector<Case> cases_;
  std::vector<std::vector<double>> answers_;
  std::size_t waiting_ = 0;
  bool has_bitwise_difference_ = false;
};

}  // namespace gradvet
