#include "src/cli/interrupt.hpp"

#include <csignal>

namespace gradvet {

namespace {

// A signal handler reaches nothing but objects of static storage; only this file and the returned reference
// see it.
std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may only touch lock-free atomics");

void on_signal(int number) {
  if (!interrupted.exchange(true)) return;
  std::signal(number, SIG_DFL);
  std::raise(number);
}

}  // namespace

const std::atomic<bool>& watch_interrupts() {
  struct sigaction action = {};
  action.sa_handler = &on_signal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  return interrupted;
}

}  // namespace gradvet
