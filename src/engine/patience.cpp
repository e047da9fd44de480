#include "src/engine/patience.hpp"

#include <algorithm>
#include <variant>

namespace gradvet {

namespace {

constexpr std::uint64_t kMostFaults = 24;
/// Time-outs are waited for so long in all, where that does not cost the least case of one.
constexpr std::chrono::milliseconds kMostWaiting{6000};
/// What the fresh start after a time-out is taken for.
constexpr std::chrono::milliseconds kStart{400};
constexpr std::size_t kBatchAfterFault = 4;

std::string times(std::uint64_t count) { return std::to_string(count) + (count == 1 ? " time" : " times"); }

}  // namespace

bool costs_a_restart(FindingKind kind) {
  return kind == FindingKind::kCrash || kind == FindingKind::kTimeOut || kind == FindingKind::kProtocol;
}

bool costs_a_restart(const Outcome& outcome) {
  return std::holds_alternative<Crash>(outcome) || std::holds_alternative<TimedOut>(outcome) ||
         std::holds_alternative<ProtocolViolation>(outcome);
}

std::uint64_t shrink_calls_for(FindingKind kind, std::uint64_t usual) {
  if (kind == FindingKind::kTimeOut) return std::min<std::uint64_t>(usual, 30);
  return costs_a_restart(kind) ? std::min<std::uint64_t>(usual, 150) : usual;
}

int sequence_starts_for(FindingKind kind) {
  if (kind == FindingKind::kTimeOut) return 6;
  return costs_a_restart(kind) ? 30 : 100;
}

void Patience::note(Phase phase, const Outcome& outcome) {
  ++faults_;
  const TimedOut* const hang = std::get_if<TimedOut>(&outcome);
  if (hang == nullptr) return;
  waited_ += hang->limit + kStart;
  if (phase == Phase::kExhaustive) awaits_least_ = false;
}

bool Patience::has_worn_out_candidate() const {
  return faults_ >= kMostFaults || (waited_ >= kMostWaiting && !awaits_least_);
}

bool Patience::has_worn_out_reference() const { return reference_faults_ >= kMostFaults; }

std::size_t Patience::most_in_batch(std::size_t wanted) const {
  if (waited_ >= kMostWaiting) return 1;
  return faults_ + reference_faults_ > 0 ? std::min(wanted, kBatchAfterFault) : wanted;
}

std::optional<std::string> Patience::candidate_note() const {
  if (!has_worn_out_candidate()) return std::nullopt;
  return "the hunt ended early: the candidate crashed, timed out or broke the protocol " + times(faults_);
}

std::optional<std::string> Patience::reference_note() const {
  if (reference_faults_ == 0) return std::nullopt;
  return "the reference crashed, timed out or broke the protocol " + times(reference_faults_) +
         (has_worn_out_reference() ? ", and the hunt ended early" : "") + ": these cases were not judged";
}

}  // namespace gradvet
