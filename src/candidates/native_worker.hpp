#pragma once

#include <chrono>

#include "src/candidates/native_round.hpp"
#include "src/candidates/native_target.hpp"
#include "src/core/contract.hpp"
#include "src/core/profile.hpp"

namespace gradvet {

/// What a worker shares with us. The cases are read-only to it; what it writes its results into is its own.
struct WorkerMemory {
  SharedMemory cases;
  SharedMemory results;
  ResultRooms rooms;

  /// Made for cases of up to this size in bytes.
  static Result<WorkerMemory> make(std::size_t case_bytes);

  RoundProgress& progress() const;
  std::span<std::byte> room() const;
};

/// What a worker is started with.
struct WorkerSetup {
  WorkerMemory& memory;
  NativeTarget& target;
  const ContractInfo& contract;
  const Profile& profile;
  std::chrono::milliseconds per_case;
  std::chrono::milliseconds start;
};

/// The life of a worker, in the child: loads the target, writes a byte to descriptor 4, and then for each
/// byte read from descriptor 3 answers the cases of a round and writes a byte. A round ends early where the
/// room for results does. Returns at the end of input, or after leaving an error of load() in the progress.
void run_worker(const WorkerSetup& setup);

}  // namespace gradvet
