#pragma once

#include <sys/types.h>

namespace gradvet {

/// Waits for a child of ours that SIGKILL was sent to, and gives its status as waitpid() does; 0 where it is
/// no child. What another process traces is not handed over to us before that one has waited for it or is
/// gone: where it does not within 200 ms (a debugger does), it is killed too.
int reap_killed(pid_t child);

}  // namespace gradvet
