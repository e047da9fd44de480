#include "src/core/invariant.hpp"

#include <unistd.h>

#include <cstdio>

namespace gradvet {

namespace {
constexpr int kOwnBugExitCode = 4;
}

void fail_invariant(const char* what) {
  std::fprintf(stderr, "gradvet: internal error: %s; please report it with the command line\n", what);
  std::fflush(stderr);
  _exit(kOwnBugExitCode);
}

}  // namespace gradvet
