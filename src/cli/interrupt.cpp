#include "src/cli/interrupt.hpp"

#include <time.h>

#include <csignal>
#include <cstdint>

namespace gradvet {

namespace {

constexpr std::int64_t kSameStopMs = 1000;

// A signal handler reaches nothing but objects of static storage; only this file and the returned reference
// see them.
std::atomic<bool> interrupted{false};
std::atomic<std::int64_t> interrupted_at_ms{0};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<std::int64_t>::is_always_lock_free,
              "a signal handler may only touch lock-free atomics");

std::int64_t now_ms() {
  timespec now = {};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

void on_signal(int number) {
  if (!interrupted.exchange(true)) {
    interrupted_at_ms = now_ms();
    return;
  }
  if (now_ms() - interrupted_at_ms < kSameStopMs) return;
  std::signal(number, SIG_DFL);
  std::raise(number);
}

}  // namespace

const std::atomic<bool>& watch_interrupts() {
  struct sigaction action = {};
  action.sa_handler = &on_signal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  // The other one waits, so that the time of the first is written before it is read.
  sigaddset(&action.sa_mask, SIGINT);
  sigaddset(&action.sa_mask, SIGTERM);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  return interrupted;
}

}  // namespace gradvet
