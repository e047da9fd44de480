#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <variant>

#include "src/core/candidate.hpp"
#include "src/core/error.hpp"
#include "src/core/outcome.hpp"

namespace gradvet {

/// For the cases that a partial evaluate() did not come to: they count as declined, so that what the others
/// came to can be judged. Other errors leave outcomes without a meaning.
inline void leave_unanswered(std::span<Outcome> outcomes, const Error& why) {
  if (is_partial(why)) std::ranges::fill(outcomes, Outcome(Declined{why.message}));
}

/// Counts the faults of one batch, each of which costs a fresh start, a time-out its wait as well.
class BatchFaults {
 public:
  void clear() { faults_ = time_outs_ = 0; }
  void note(const Outcome& outcome) {
    ++faults_;
    if (std::holds_alternative<TimedOut>(outcome)) ++time_outs_;
  }
  /// E209 once there are enough of them.
  Result<void> check(const std::string& name) const {
    constexpr int kMostFaults = 32;
    constexpr int kMostTimeOuts = 12;
    if (faults_ < kMostFaults && time_outs_ < kMostTimeOuts) return {};
    return make_error(ErrorCode::kTooManyFaults, "'" + name + "' crashed, timed out or broke the protocol " +
                                                     std::to_string(faults_) + " times in one batch");
  }

 private:
  int faults_ = 0;
  int time_outs_ = 0;
};

}  // namespace gradvet
