#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "src/candidates/native_case.hpp"
#include "src/candidates/native_result.hpp"
#include "src/candidates/shared_memory.hpp"
#include "src/core/case.hpp"

namespace gradvet {

/// The cases of a round on their way to a worker, one after another; numbers end with a word of NaN each, so
/// that a sum that runs behind the end shows.
class RoundCases {
 public:
  static constexpr std::size_t kMost = 256;

  explicit RoundCases(std::span<std::byte> memory) : memory_(memory) {}

  /// Writes as many of the cases as there is room for, and how many these are: 0 where the first does not
  /// fit.
  std::size_t pack(std::span<const Case> cases);
  /// What pack() needs for this case alone.
  static std::size_t bytes_for(const Case& value);

  std::size_t count() const;
  /// Shows case `index` of the round.
  void show(std::size_t index, NativeCase& shown) const;

 private:
  std::span<std::byte> memory_;
};

/// How far a worker is, and what came of each case; written by the worker, read by us while it runs.
struct RoundProgress {
  std::atomic<std::uint32_t> begun{0};     ///< cases begun in this round: the last of them is in flight
  std::atomic<std::uint32_t> answered{0};  ///< cases with a record
  std::atomic<bool> is_done{false};        ///< the round has ended; a byte without it is not the worker's
  std::atomic<bool> is_cut_off{false};     ///< the descriptors of the worker are closed
  std::atomic<std::uint32_t> touched{0};   ///< a Touched: what a segmentation fault came from
  std::uint32_t load_error = 0;            ///< an ErrorCode, once the worker could not load its target
  char load_message[kMostTextBytes] = {};
  char load_hint[kMostTextBytes] = {};
  NativeRecord records[RoundCases::kMost];
};
static_assert(std::atomic<std::uint32_t>::is_always_lock_free, "it is shared between processes");

}  // namespace gradvet
