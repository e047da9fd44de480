#pragma once

#include <string>
#include <variant>

#include "src/core/error.hpp"
#include "src/core/outcome.hpp"

namespace gradvet {

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
