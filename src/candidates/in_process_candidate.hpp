#pragma once

#include <memory>
#include <string>

#include "src/candidates/native_target.hpp"
#include "src/core/candidate.hpp"

namespace gradvet {

/// A candidate behind the C ABI that is called in this process, for debuggers: Isolation::kInProcess.
///
/// It sees the same memory as in a worker: cases that it must not write to, results between guards. What it
/// prints to stdout goes to stderr, so that no report is mixed with it. CandidateLimits::interruption is
/// asked before each case, its other limits are void: an endless loop is ended from outside only.
std::unique_ptr<Candidate> make_in_process_candidate(std::string name, std::unique_ptr<NativeTarget> target);

}  // namespace gradvet
