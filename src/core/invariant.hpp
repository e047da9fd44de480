#pragma once

namespace gradvet {

/// Prints `what` to stderr and ends the process with exit code 4 (a bug of ours). Each `what` stands in one
/// place only, so that it says where.
[[noreturn]] void fail_invariant(const char* what);

/// Stops when `holds` is false; on in every build. For what only a mistake in gradvet can make false, never
/// for input of a user or of a candidate.
inline void require_invariant(bool holds, const char* what) {
  if (!holds) [[unlikely]]
    fail_invariant(what);
}

}  // namespace gradvet
