#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "src/core/candidate.hpp"
#include "src/core/contract.hpp"
#include "src/core/error.hpp"
#include "src/core/run_report.hpp"
#include "src/core/shard.hpp"
#include "src/engine/pins.hpp"
#include "src/engine/reference.hpp"

namespace gradvet {

/// What a hunt measures beside its verdict.
enum class Measured {
  kVerdict,
  kAccuracy  ///< RunReport::accuracy too: exact fractions for every held number, which is slow
};

/// What bounds a hunt. Without `time` everything is bounded by counts, so that the same seed gives the same
/// report.
struct HuntOptions {
  std::uint64_t seed = 1;
  std::uint64_t cases = 10000;        ///< random cases
  std::uint64_t scope_cases = 20000;  ///< at most so many exhaustive cases where the scope is chosen
  std::optional<std::chrono::milliseconds> time;
  std::optional<ScopeRequest> scope = ScopeRequest{};  ///< nothing: no exhaustive phase
  bool has_fixtures = true;  ///< false: nothing but pins comes before the other phases
  DrawLimits draw;
  std::uint64_t shrink_calls = 2000;     ///< budget of candidate calls for shrinking and proving
  const Reference* reference = nullptr;  ///< judges in the oracle's place; is open, outlives the hunt
  bool is_laws_only = false;             ///< judges values by the contract's laws alone
  bool is_all = false;  ///< goes on after a wrong value, and reports one case for each distinct mistake
  Measured measured = Measured::kVerdict;
  /// The same candidate opened again: batches are split among all of them, each in a thread of its own.
  /// Reports do not depend on how many there are, as long as the candidate keeps no state.
  std::span<Candidate* const> copies;
  /// Runs what falls to this part alone: pins, fixtures, cases of the scope, random cases. Not with `time`.
  std::optional<Shard> shard;
};

/// Is told what happens while a hunt runs.
class HuntObserver {
 public:
  virtual ~HuntObserver() = default;
  /// A phase begins; `planned` cases at most.
  virtual void on_phase(Phase, std::uint64_t planned) = 0;
  /// After each batch: cases done in this phase, findings so far.
  virtual void on_progress(Phase, std::uint64_t done, std::size_t findings) = 0;
};

/// Hunts for a case on which the candidate departs from the contract: pins, fixtures, exhaustive scope,
/// random. The candidate is opened already. `pins` are those of this contract. `interrupted`, once true, ends
/// the hunt after the batch in flight. A candidate that cannot be judged gives a report with
/// Verdict::kUnjudged and its reason, never an Error.
RunReport hunt(Candidate&, const Contract&, const Profile&, const HuntOptions&, std::span<const Pin> pins,
               HuntObserver&, const std::atomic<bool>& interrupted);

}  // namespace gradvet
