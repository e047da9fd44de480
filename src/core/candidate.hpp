#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "src/core/case.hpp"
#include "src/core/contract.hpp"
#include "src/core/error.hpp"
#include "src/core/interruption.hpp"
#include "src/core/outcome.hpp"
#include "src/core/profile.hpp"

namespace gradvet {

/// Whether Answer::text is filled.
enum class TokenText { kDropped, kKept };

/// True for an error that leaves the outcomes of the cases that were come to.
inline bool is_partial(const Error& error) {
  return error.code == ErrorCode::kInterrupted || error.code == ErrorCode::kTooManyFaults;
}

/// Limits on a candidate.
struct CandidateLimits {
  std::chrono::milliseconds per_case{1000};  ///< the clock restarts at every answer
  std::chrono::milliseconds start{60000};    ///< from start to the first answer
  std::uint64_t memory_bytes = 4ULL << 30;   ///< data segment
  /// Ends any wait for the candidate with E208; null: nothing does. Outlives the candidate's use.
  const Interruption* interruption = nullptr;
};

/// Code under test. Not thread-safe; opened once, then called with batches. A candidate may keep state from
/// case to case; gradvet looks for that and calls it `unstable`.
class Candidate {
 public:
  virtual ~Candidate() = default;

  /// The user's word for it: "mean.py:solve". Goes into reports and replay lines.
  virtual const std::string& name() const = 0;

  /// Gets ready to take cases of the contract (loads, starts a process). Called once, before any evaluate().
  /// The references outlive the candidate.
  virtual Result<void> open(const Contract&, const Profile&, const CandidateLimits&) = 0;

  /// Evaluates every case of the batch, in order, one outcome each. outcomes.size() == batch.size(); outcomes
  /// that hold an Answer keep their memory. An Error means that nothing can be judged (it could not be
  /// started, or died three times before its first answer); outcomes are then without meaning. A crash or
  /// time-out in mid-batch is the outcome of the case that was in flight; the candidate is restarted for the
  /// rest. After so many of these that nobody wants to wait for more, the batch ends with E209. With E208 and
  /// E209 (is_partial) outcomes keep their meaning: the cases that were not come to are Declined.
  virtual Result<void> evaluate(std::span<const Case> batch, std::span<Outcome> outcomes, TokenText) = 0;

  /// Forgets all state that the code under test may have gathered, by starting it afresh before the next
  /// evaluate(). Does nothing for a candidate that cannot hold any.
  virtual void restart() {}

  /// How many cases a batch should have for this kind of candidate.
  virtual std::size_t preferred_batch() const = 0;

  /// The last of what it wrote to stderr, for the report of a finding; empty if none.
  virtual std::string stderr_tail() const { return {}; }

  /// The format that its values carried, where all carried the same one narrower than float64.
  virtual std::optional<NumberFormat> carried_format() const { return std::nullopt; }
};

}  // namespace gradvet
