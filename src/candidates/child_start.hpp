#pragma once

#include <sys/types.h>

#include <cstdint>
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

/// A child that was started, and our ends of its pipes, which the caller closes. They never block.
struct StartedChild {
  pid_t pid;
  int requests;  ///< written by us
  int answers;   ///< read by us
  int errors;    ///< read by us: its stderr
};

/// Forks and executes, in a process group of its own, without a core dump and without any descriptor of ours
/// but its pipes. E202 says why it could not be executed.
Result<StartedChild> start_child(const ChildCommand& command);

}  // namespace gradvet
