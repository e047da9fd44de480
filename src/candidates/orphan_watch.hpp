#pragma once

#include <sys/types.h>

#include <vector>

namespace gradvet {

/// Takes in the descendants of candidates that outlive their parents, and ends them: what a candidate leaves
/// in a session of its own is in no process group that dies with it.
///
/// For a program of its own that waits for nobody else's children. Does nothing in a process that has
/// children already (it was started by exec, in the place of a shell that has some), since theirs are none of
/// ours.
class OrphanWatch {
 public:
  /// From now on they become children of this process (PR_SET_CHILD_SUBREAPER).
  OrphanWatch();
  /// Ends every child that there is: all candidates must have ended.
  ~OrphanWatch();
  OrphanWatch(const OrphanWatch&) = delete;
  OrphanWatch& operator=(const OrphanWatch&) = delete;

 private:
  bool is_watching_ = false;
};

/// The children of this process, from /proc; those that have ended and are not reaped among them.
std::vector<pid_t> own_children();

}  // namespace gradvet
