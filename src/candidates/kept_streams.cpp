#include "src/candidates/kept_streams.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>

namespace gradvet {

namespace {

constexpr int kOutOfTheWay = 64;

/// What is buffered belongs to whoever wrote it, not to whoever writes next.
void flush() {
  std::cout.flush();
  std::fflush(stdout);
}

}  // namespace

KeptStreams::KeptStreams() {
  flush();
  for (int i = 0; i < 3; ++i) kept_[static_cast<std::size_t>(i)] = ::fcntl(i, F_DUPFD_CLOEXEC, kOutOfTheWay);
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
}

KeptStreams::~KeptStreams() { put_back(); }

bool KeptStreams::put_back() {
  // What is still buffered was written by the code, which may have closed where it was to go.
  if (kept_[STDERR_FILENO] >= 0) ::dup2(kept_[STDERR_FILENO], STDOUT_FILENO);
  flush();
  bool is_complete = true;
  for (int i = 0; i < 3; ++i) {
    int& kept = kept_[static_cast<std::size_t>(i)];
    if (kept < 0) continue;
    is_complete = ::dup2(kept, i) >= 0 && is_complete;
    ::close(kept);
    kept = -1;
  }
  return is_complete;
}

}  // namespace gradvet
