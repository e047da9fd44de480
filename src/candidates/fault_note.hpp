#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace gradvet {

/// What of gradvet's own a worker touched when a segmentation fault ended it.
enum class Touched : std::uint32_t { kNothing, kCase, kBehindResult, kBeforeResult, kTakenAway };

/// ": it wrote to its case" and so on; empty for kNothing.
std::string_view to_text(Touched touched);

struct WatchedMemory {
  std::span<const std::byte> memory;
  Touched means;
};

/// From now on a segmentation fault in this process that comes from touching watched memory is noted before
/// it ends the process, as it would have done anyway. Does nothing where someone else handles the signal. The
/// note outlives the process's use of it.
void note_faults(const std::array<WatchedMemory, 5>& watched, std::atomic<std::uint32_t>& note);

}  // namespace gradvet
