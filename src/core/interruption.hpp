#pragma once

#include <atomic>
#include <chrono>
#include <optional>
#include <string_view>

namespace gradvet {

/// Says that nobody wants an answer any more: asked by whoever waits for a candidate, so that one that hangs
/// cannot hold up the end of a run. Safe to ask from any thread.
class Interruption {
 public:
  using Clock = std::chrono::steady_clock;

  /// Over once `asked` is true, or at `end`. The reference outlives the object.
  explicit Interruption(const std::atomic<bool>& asked, std::optional<Clock::time_point> end = std::nullopt)
      : asked_(asked), end_(end) {}

  bool is_over() const { return is_asked() || (end_ && Clock::now() >= *end_); }

  /// Why it is over, as the beginning of a sentence.
  std::string_view why() const { return is_asked() ? "interrupted" : "the time was over"; }

 private:
  bool is_asked() const { return asked_.load(std::memory_order_relaxed); }

  const std::atomic<bool>& asked_;
  std::optional<Clock::time_point> end_;
};

}  // namespace gradvet
