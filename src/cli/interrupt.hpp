#pragma once

#include <atomic>

namespace gradvet {

/// From now on the first SIGINT or SIGTERM makes the returned flag true, so that a hunt ends after the batch
/// in flight and reports what it has; the second ends the program at once.
const std::atomic<bool>& watch_interrupts();

}  // namespace gradvet
