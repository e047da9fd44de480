#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "src/core/error.hpp"

namespace gradvet {

/// Where a child reads requests and writes answers.
enum class ChildStreams {
  kStandard,  ///< requests on its stdin, answers on its stdout
  kPrivate    ///< requests on descriptor 3, answers on 4; stdin is /dev/null, stdout goes where stderr goes
};

struct ChildCommand {
  std::vector<std::string> arguments;    ///< the program first, as a path with a slash
  std::vector<std::string> environment;  ///< "NAME=value", each added unless the name is set already
  ChildStreams streams = ChildStreams::kStandard;
  std::uint64_t memory_bytes = 0;  ///< RLIMIT_DATA; 0 sets none
};

/// What a child does with descriptors of ours that are none of its streams.
enum class OtherDescriptors {
  kClosed,
  kKept  ///< for code of this process, which may have files and devices open
};

/// A child that runs a function of ours instead of a program, with ChildStreams::kPrivate.
struct ChildBody {
  /// Called in the child, on a copy of this process with this thread alone. Its return ends the child with
  /// status 0; an exception that leaves it ends it with SIGABRT.
  std::function<void()> run;
  std::uint64_t memory_bytes = 0;  ///< on top of what this process has already; 0 sets no limit
  OtherDescriptors others = OtherDescriptors::kClosed;
  std::optional<int> kept_descriptor;  ///< kept open under its own number, which is at least 64
};

/// A child that was started, and our ends of its pipes, which the caller closes. They never block.
struct StartedChild {
  pid_t pid;
  int requests;  ///< written by us
  int answers;   ///< read by us
  int errors;    ///< read by us: its stderr
};

/// Forks and executes, in a process group of its own, without a core dump and without any descriptor of ours
/// but its pipes. E202 says why it could not be executed.
///
/// Both kinds of children may write files of 1 GiB at most, which no result needs and a runaway log reaches.
Result<StartedChild> start_child(const ChildCommand& command);

/// Forks and calls, with the same care. E203 says why there is no child.
Result<StartedChild> start_child(const ChildBody& body);

}  // namespace gradvet
