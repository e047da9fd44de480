#include "src/candidates/reap_killed.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>

namespace gradvet {

namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

/// The process that traces it (proc(5): "TracerPid" of status); 0: none.
pid_t tracer_of(pid_t process) {
  constexpr std::string_view kField = "TracerPid:\t";
  std::ifstream file("/proc/" + std::to_string(process) + "/status");
  pid_t tracer = 0;
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(kField))
      std::from_chars(line.data() + kField.size(), line.data() + line.size(), tracer);
  return tracer;
}

}  // namespace

int reap_killed(pid_t child) {
  constexpr milliseconds kGrace{200};
  constexpr microseconds kPause{100}, kLongPause{20000};
  using Clock = std::chrono::steady_clock;
  const Clock::time_point overdue = Clock::now() + kGrace;
  int status = 0;
  for (microseconds pause = kPause;; pause = std::min(2 * pause, kLongPause)) {
    const pid_t reaped = ::waitpid(child, &status, WNOHANG);
    if (reaped == child) return status;
    if (reaped < 0 && errno != EINTR) return 0;
    if (Clock::now() >= overdue)
      if (const pid_t tracer = tracer_of(child); tracer > 0) ::kill(tracer, SIGKILL);
    std::this_thread::sleep_for(pause);
  }
}

}  // namespace gradvet
