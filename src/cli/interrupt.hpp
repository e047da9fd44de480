#pragma once

#include <atomic>

namespace gradvet {

/// From now on the first SIGINT or SIGTERM makes the returned flag true, so that a hunt ends after the batch
/// in flight and reports what it has; another ends the program at once. What comes within a second of the
/// first is the same stop: timeout(1) sends its signal to the process and again to its group.
const std::atomic<bool>& watch_interrupts();

}  // namespace gradvet
