#pragma once

#include <array>

namespace gradvet {

/// Keeps stdin, stdout and stderr of this process from code that runs in it: until they are put back, what is
/// written to stdout goes to stderr, and any of them may be closed or replaced.
class KeptStreams {
 public:
  KeptStreams();
  ~KeptStreams();
  KeptStreams(const KeptStreams&) = delete;
  KeptStreams& operator=(const KeptStreams&) = delete;

  /// False where that is impossible, since what was kept was closed too.
  bool put_back();

 private:
  std::array<int, 3> kept_{};  ///< -1: was not open, or was put back
};

}  // namespace gradvet
