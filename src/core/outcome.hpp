#pragma once

#include <chrono>
#include <string>
#include <variant>

#include "src/core/answer.hpp"

namespace gradvet {

/// The candidate raised, or returned an error with a text.
struct Exception {
  std::string text;
};

/// The candidate's process ended (any status) or closed its output while the case was in flight.
struct Crash {
  std::string what;         ///< "exit status 3", "signal 11 (SIGSEGV)", "closed its output"
  std::string stderr_tail;  ///< the last of what it wrote to stderr, at most 64 KiB
};

struct TimedOut {
  std::chrono::milliseconds limit;
};

/// Output that is no answer of the protocol.
struct ProtocolViolation {
  std::string what;
};

/// A value that is no number and no list of numbers of the contract's form: None, missing, ragged, text.
struct NotAValue {
  std::string what;
};

/// The candidate says that it does not take this case. Counted, not judged.
struct Declined {
  std::string why;
};

/// What came of one case. Crash, time-out and garbage are outcomes of a candidate, not errors of gradvet.
using Outcome = std::variant<Answer, Exception, Crash, TimedOut, ProtocolViolation, NotAValue, Declined>;

/// The outcome as an Answer to be filled, keeping the memory where it was one already.
inline Answer& answer_of(Outcome& outcome) {
  if (Answer* held = std::get_if<Answer>(&outcome)) return *held;
  return outcome.emplace<Answer>();
}

}  // namespace gradvet
