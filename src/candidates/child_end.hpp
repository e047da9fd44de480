#pragma once

#include <string>

namespace gradvet {

/// How a child ended.
struct ChildEnd {
  enum class Kind { kExited, kSignaled, kKilledByUs };
  Kind kind = Kind::kKilledByUs;
  int number = 0;  ///< exit status or signal
};

/// `exit status 3`, `signal 11 (SIGSEGV)`, `exit status 139 (128 + signal 11, SIGSEGV)`, `closed its output`.
std::string to_text(const ChildEnd& end);

}  // namespace gradvet
