#include "src/cli/exit_code.hpp"

#include "src/core/invariant.hpp"

namespace gradvet {

namespace {

int rank(ExitCode code) {
  switch (code) {
    case ExitCode::kHeld:
      return 0;
    case ExitCode::kUnjudged:
      return 1;
    case ExitCode::kUsage:
      return 2;
    case ExitCode::kBroken:
      return 3;
    case ExitCode::kOwnBug:
      return 4;
  }
  fail_invariant("an exit code without a rank");
}

}  // namespace

ExitCode exit_code_of(const RunReport& run) {
  switch (run.verdict) {
    case Verdict::kHeld:
      return ExitCode::kHeld;
    case Verdict::kBroken:
      return ExitCode::kBroken;
    case Verdict::kUnjudged:
      return run.reason_code ? exit_code_of(Error{*run.reason_code, {}, {}}) : ExitCode::kUnjudged;
  }
  fail_invariant("a verdict without an exit code");
}

ExitCode exit_code_of(const Error& error) {
  switch (error.code) {
    case ErrorCode::kStartFailed:
    case ErrorCode::kMissingSymbol:
    case ErrorCode::kAbiMismatch:
    case ErrorCode::kWrongArity:
    case ErrorCode::kNoAnswer:
    case ErrorCode::kInterrupted:
    case ErrorCode::kTooManyFaults:
    case ErrorCode::kNothingJudged:
      return ExitCode::kUnjudged;
    default:
      return ExitCode::kUsage;
  }
}

ExitCode worse(ExitCode a, ExitCode b) { return rank(a) < rank(b) ? b : a; }

}  // namespace gradvet
