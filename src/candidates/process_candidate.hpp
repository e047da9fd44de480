#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/candidates/child_process.hpp"
#include "src/candidates/dialect.hpp"
#include "src/candidates/unanswered.hpp"
#include "src/core/batch_faults.hpp"
#include "src/core/candidate.hpp"

namespace gradvet {

/// A candidate in a process of its own: pipelining, time-outs, deaths and restarts, for any dialect.
///
/// A batch is sent at once while answers are read. When something goes wrong (the process ends, a time-out,
/// garbage) and exactly one request is unanswered, that case is the culprit. Where several are, the process
/// is started afresh and they are sent one at a time until the culprit shows itself; after that the number in
/// flight doubles with each answer. If none of them fails alone, a death or garbage is still a fact and goes
/// to the first of them (a time-out is not: the machine may have been busy).
///
/// What a process costs to start (imports, a first compilation) must not count against the case that it
/// answers first. The first process of a run has CandidateLimits::start for its first answer; later ones have
/// the time-out of a case and four times what the first one took. (Sending a case that is known to be
/// answered would be a sharper clock, but leaves a trace in code that keeps state.)
class ProcessCandidate final : public Candidate, private AnswerSink {
 public:
  ProcessCandidate(std::string name, std::unique_ptr<Dialect> dialect);

  const std::string& name() const override { return name_; }
  Result<void> open(const Contract&, const Profile&, const CandidateLimits&) override;
  Result<void> evaluate(std::span<const Case> batch, std::span<Outcome> outcomes, TokenText) override;
  void restart() override;
  std::size_t preferred_batch() const override { return dialect_->preferred_batch(); }
  std::string stderr_tail() const override;
  std::optional<NumberFormat> carried_format() const override { return dialect_->carried_format(); }

 private:
  using Clock = ChildProcess::Clock;

  struct Request {
    std::uint32_t index;  ///< in the batch
    bool is_answered;
  };

  Outcome* claim(std::uint64_t id) override;

  Result<void> answer_all();
  void leave_rest(const Error& why);
  Result<void> start_process();
  Result<bool> become_ready();
  void send_requests();
  Result<void> exchange();
  Result<void> read_inbox();
  void note_answers();
  Result<void> handle_close();
  Result<void> handle_expiry();
  void handle_fault(Outcome fault, bool is_fact, std::optional<std::uint64_t> about = std::nullopt);
  void send_again(std::vector<std::uint32_t> unanswered);
  Error give_up_waiting();
  Result<void> count_death(const ChildEnd& end);
  ChildEnd stop_process(std::chrono::milliseconds grace);
  Clock::time_point answer_deadline() const;

  std::string name_;
  std::unique_ptr<Dialect> dialect_;
  CandidateLimits limits_;

  // The process.
  std::unique_ptr<ChildProcess> child_;
  std::string inbox_;
  std::string last_stderr_;  ///< of the last process that was stopped
  std::uint64_t next_id_ = 1;
  int early_deaths_ = 0;
  int failed_starts_ = 0;
  std::chrono::milliseconds end_grace_;
  Clock::time_point started_at_;
  bool process_has_answered_ = false;
  /// From the start of the first process that answered to its first answer.
  std::optional<std::chrono::milliseconds> start_cost_;

  // What this process was sent of the batch: requests with the ids first_id_, first_id_ + 1, …
  std::vector<Request> sent_;
  std::uint64_t first_id_ = 1;
  std::size_t unanswered_ = 0;
  std::size_t answered_now_ = 0;
  Clock::time_point deadline_;

  // The batch.
  std::span<const Case> batch_;
  std::span<Outcome> outcomes_;
  TokenText text_ = TokenText::kDropped;
  std::vector<std::uint32_t> queue_;  ///< indices still to be sent, from queue_at_ on
  std::size_t queue_at_ = 0;
  std::size_t window_ = 0;    ///< most requests in flight
  std::size_t suspects_ = 0;  ///< requests at the head of the queue that are sent one at a time
  std::optional<Outcome> unexplained_;
  std::uint32_t first_suspect_ = 0;
  std::optional<std::uint32_t> last_answered_;
  BatchFaults faults_;
};

}  // namespace gradvet
