#pragma once

#include "src/core/error.hpp"
#include "src/core/run_report.hpp"

namespace gradvet {

/// How the program ends. Of several runs kBroken wins over kUnjudged, and that over kHeld.
enum class ExitCode : int {
  kHeld = 0,
  kBroken = 1,
  kUsage = 2,     ///< usage or configuration; a malformed or absent candidate too
  kUnjudged = 3,  ///< nothing could be judged, or interrupted
  kOwnBug = 4,
};

/// By the verdict; an unjudged run by its candidate's error, where that is why.
ExitCode exit_code_of(const RunReport& run);
/// kUnjudged for a candidate that is there but could not be started or called, kUsage for everything else.
ExitCode exit_code_of(const Error& error);
/// The one that wins.
ExitCode worse(ExitCode a, ExitCode b);

}  // namespace gradvet
