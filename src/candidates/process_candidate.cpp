#include "src/candidates/process_candidate.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "src/candidates/stderr_excerpt.hpp"
#include "src/core/invariant.hpp"

namespace gradvet {

namespace {

using std::chrono::milliseconds;

constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();
constexpr int kMostEarlyDeaths = 3;
constexpr int kStartCostFactor = 4;
/// Exit statuses of a POSIX shell (2.8.2) that is given no such program.
constexpr int kShellFoundNothing = 127;
constexpr int kShellCannotExecute = 126;
/// How long a process that closed its output may take to end, so that its status can be told.
constexpr milliseconds kEndGrace{500};
/// The same once one has been waited for in vain.
constexpr milliseconds kLaterEndGrace{20};
/// Requests are encoded in chunks while the child works on those before; a chunk ends at either figure.
constexpr std::size_t kChunkCases = 128;
constexpr std::size_t kChunkNumbers = 16 * 1024;
/// The next chunk is encoded when fewer bytes than this are unsent.
constexpr std::size_t kLowWater = 64 * 1024;

}  // namespace

ProcessCandidate::ProcessCandidate(std::string name, std::unique_ptr<Dialect> dialect)
    : name_(std::move(name)), dialect_(std::move(dialect)), end_grace_(kEndGrace) {}

std::string ProcessCandidate::stderr_tail() const {
  return child_ && !child_->stderr_tail().empty() ? std::string(child_->stderr_tail()) : last_stderr_;
}

Result<void> ProcessCandidate::open(const Contract& contract, const Profile& profile,
                                    const CandidateLimits& limits) {
  limits_ = limits;
  dialect_->open(contract, profile);
  return start_process();
}

Result<void> ProcessCandidate::evaluate(std::span<const Case> batch, std::span<Outcome> outcomes,
                                        TokenText text) {
  require_invariant(batch.size() == outcomes.size(), "a batch and its outcomes differ in size");
  batch_ = batch;
  outcomes_ = outcomes;
  text_ = text;
  queue_.resize(batch.size());
  std::iota(queue_.begin(), queue_.end(), 0U);
  queue_at_ = 0;
  // The first case of all goes alone: its answer ends the start limit, whatever the next one does.
  window_ = start_cost_ || !dialect_->answers_one_by_one() ? kNoLimit : 1;
  suspects_ = 0;
  unexplained_.reset();
  last_answered_.reset();
  sent_.clear();
  first_id_ = next_id_;
  unanswered_ = 0;
  faults_.clear();
  const Result<void> done = answer_all();
  if (!done) leave_rest(done.error());
  return done;
}

Result<void> ProcessCandidate::answer_all() {
  while (unanswered_ > 0 || queue_at_ < queue_.size()) {
    if (!child_) {
      if (Result<void> few = faults_.check(name_); !few) return few;
      if (Result<void> started = start_process(); !started) return started;
    }
    send_requests();
    if (Result<void> done = exchange(); !done) return done;
  }
  return {};
}

/// Those that are in flight, and those that were never sent.
void ProcessCandidate::leave_rest(const Error& why) {
  for (const Request& request : sent_)
    if (!request.is_answered) leave_unanswered({&outcomes_[request.index], 1}, why);
  for (std::size_t i = queue_at_; i < queue_.size(); ++i) leave_unanswered({&outcomes_[queue_[i]], 1}, why);
}

Outcome* ProcessCandidate::claim(std::uint64_t id) {
  if (id < first_id_ || id - first_id_ >= sent_.size()) return nullptr;
  Request& request = sent_[id - first_id_];
  if (request.is_answered) return nullptr;
  request.is_answered = true;
  --unanswered_;
  ++answered_now_;
  last_answered_ = request.index;
  return &outcomes_[request.index];
}

void ProcessCandidate::restart() {
  if (child_) stop_process(kEndGrace);
}

ProcessCandidate::Clock::time_point ProcessCandidate::answer_deadline() const {
  milliseconds limit = limits_.per_case;
  if (!process_has_answered_)
    limit = start_cost_ ? std::min(limit + kStartCostFactor * *start_cost_, limits_.start) : limits_.start;
  return Clock::now() + std::max(limit, limits_.per_case);
}

/// Starts a process and brings it to where a case can be timed; tries again where it dies on the way.
Result<void> ProcessCandidate::start_process() {
  for (;;) {
    inbox_.clear();
    sent_.clear();
    unanswered_ = 0;
    first_id_ = next_id_;
    ChildCommand command = dialect_->begin_process();
    command.memory_bytes = limits_.memory_bytes;
    Result<std::unique_ptr<ChildProcess>> child = ChildProcess::start(command, limits_.interruption);
    if (!child) return tl::unexpected(child.error());
    child_ = std::move(*child);
    started_at_ = Clock::now();
    process_has_answered_ = false;
    const Result<bool> ready = become_ready();
    if (!ready) return tl::unexpected(ready.error());
    if (*ready) {
      failed_starts_ = 0;
      return {};
    }
    const std::string how = to_text(stop_process(kEndGrace));
    if (++failed_starts_ >= kMostEarlyDeaths)
      return make_error(ErrorCode::kStartFailed, "'" + name_ + "' ended three times before it was ready (" +
                                                     how + ")" + stderr_excerpt(last_stderr_));
  }
}

/// False where the process ended on the way.
Result<bool> ProcessCandidate::become_ready() {
  const Clock::time_point deadline = Clock::now() + limits_.start;
  bool is_ready = !dialect_->announces_ready();
  while (!is_ready) {
    switch (child_->exchange(inbox_, 0, deadline)) {
      case ChildProcess::Event::kDrained:
        break;
      case ChildProcess::Event::kClosed:
        return false;
      case ChildProcess::Event::kInterrupted:
        return tl::unexpected(give_up_waiting());
      case ChildProcess::Event::kExpired: {
        stop_process(milliseconds(0));
        return make_error(ErrorCode::kNoAnswer,
                          "'" + name_ + "' was not ready within " + std::to_string(limits_.start.count()) +
                              " ms" + stderr_excerpt(last_stderr_),
                          "give it more time with --start-timeout");
      }
      case ChildProcess::Event::kReceived: {
        const Reading reading = dialect_->read(inbox_, *this);
        inbox_.erase(0, reading.consumed);
        if (reading.error) {
          stop_process(kEndGrace);
          return tl::unexpected(*reading.error);
        }
        if (reading.violation) return false;
        is_ready = is_ready || reading.is_ready;
        if (!is_ready && Clock::now() >= deadline)
          return make_error(ErrorCode::kNoAnswer, "'" + name_ +
                                                      "' wrote and wrote, and was not ready within " +
                                                      std::to_string(limits_.start.count()) + " ms");
      }
    }
  }
  return true;
}

/// Encodes the next chunk, if the window and the outbox have room for it.
void ProcessCandidate::send_requests() {
  if (queue_at_ == queue_.size() || unanswered_ >= window_ || child_->unsent() >= kLowWater) return;
  if (unanswered_ == 0) deadline_ = answer_deadline();
  const std::size_t room = std::min({queue_.size() - queue_at_, window_ - unanswered_, kChunkCases});
  std::size_t count = 0;
  for (std::size_t numbers = 0; count < room && numbers < kChunkNumbers; ++count) {
    const Case& next = batch_[queue_[queue_at_ + count]];
    numbers += next.all_reals().size() + next.all_integers().size();
    sent_.push_back({queue_[queue_at_ + count], false});
  }
  const std::span<const std::uint32_t> chunk(queue_.data() + queue_at_, count);
  dialect_->append_requests(batch_, chunk, next_id_, text_, child_->outbox());
  next_id_ += count;
  unanswered_ += count;
  queue_at_ += count;
}

Result<void> ProcessCandidate::exchange() {
  const bool wants_more = queue_at_ < queue_.size() && unanswered_ < window_;
  switch (child_->exchange(inbox_, wants_more ? kLowWater : 0, deadline_)) {
    case ChildProcess::Event::kDrained:
      return {};
    case ChildProcess::Event::kReceived:
      return read_inbox();
    case ChildProcess::Event::kClosed:
      return handle_close();
    case ChildProcess::Event::kExpired:
      return handle_expiry();
    case ChildProcess::Event::kInterrupted:
      return tl::unexpected(give_up_waiting());
  }
  return {};
}

Result<void> ProcessCandidate::read_inbox() {
  Reading reading = dialect_->read(inbox_, *this);
  if (reading.consumed == inbox_.size())
    inbox_.clear();
  else
    inbox_.erase(0, reading.consumed);
  if (answered_now_ > 0) note_answers();
  if (reading.error) return tl::unexpected(std::move(*reading.error));
  if (reading.violation) {
    stop_process(milliseconds(0));
    handle_fault(ProtocolViolation{std::move(*reading.violation)}, /*is_fact=*/true, reading.about);
  } else if (unanswered_ > 0 && Clock::now() >= deadline_) {
    return handle_expiry();  // bytes that are no answers do not buy time
  }
  return {};
}

void ProcessCandidate::note_answers() {
  process_has_answered_ = true;
  if (!start_cost_) start_cost_ = std::chrono::ceil<milliseconds>(Clock::now() - started_at_);
  deadline_ = answer_deadline();
  const std::size_t cleared = std::min(suspects_, answered_now_);
  suspects_ -= cleared;
  if (cleared > 0 && suspects_ == 0 && unexplained_) {
    outcomes_[first_suspect_] = std::move(*unexplained_);
    unexplained_.reset();
  }
  if (suspects_ == 0 && window_ != kNoLimit)
    for (std::size_t i = 0; i < answered_now_ && window_ <= kChunkCases; ++i) window_ *= 2;
  answered_now_ = 0;
}

Result<void> ProcessCandidate::handle_close() {
  const std::optional<std::string> cut = dialect_->cut_off(inbox_);
  const ChildEnd end = stop_process(end_grace_);
  if (end.kind == ChildEnd::Kind::kKilledByUs) end_grace_ = kLaterEndGrace;
  if (Result<void> counted = count_death(end); !counted) return counted;
  // A process that failed may well leave half a line; one that ended as if all were well wrote it on purpose.
  const bool failed =
      end.kind == ChildEnd::Kind::kSignaled || (end.kind == ChildEnd::Kind::kExited && end.number != 0);
  if (cut && !failed)
    handle_fault(ProtocolViolation{*cut + " (" + to_text(end) + ")"}, /*is_fact=*/true);
  else
    handle_fault(Crash{to_text(end), last_stderr_}, /*is_fact=*/true);
  return {};
}

Result<void> ProcessCandidate::handle_expiry() {
  stop_process(milliseconds(0));
  if (!start_cost_)
    return make_error(ErrorCode::kNoAnswer,
                      "'" + name_ + "' gave no answer within " + std::to_string(limits_.start.count()) +
                          " ms" + stderr_excerpt(last_stderr_),
                      std::string(dialect_->no_answer_hint()));
  handle_fault(TimedOut{limits_.per_case}, /*is_fact=*/false);
  return {};
}

Error ProcessCandidate::give_up_waiting() {
  stop_process(milliseconds(0));
  return interrupted_wait(name_, *limits_.interruption);
}

/// Gives up on a process that never answered: at once where the shell found no program, else at the third
/// death.
Result<void> ProcessCandidate::count_death(const ChildEnd& end) {
  if (start_cost_) return {};
  const bool is_absent = end.kind == ChildEnd::Kind::kExited &&
                         (end.number == kShellFoundNothing || end.number == kShellCannotExecute);
  if (!is_absent && ++early_deaths_ < kMostEarlyDeaths) return {};
  return make_error(is_absent ? ErrorCode::kNotExecutable : ErrorCode::kStartFailed,
                    "'" + name_ +
                        (is_absent ? "' cannot be run (" : "' died three times before its first answer (") +
                        to_text(end) + ")" + stderr_excerpt(last_stderr_));
}

/// The process is stopped already. Finds the culprit, or says how it will be found.
void ProcessCandidate::handle_fault(Outcome fault, bool is_fact, std::optional<std::uint64_t> about) {
  std::vector<std::uint32_t> unanswered;
  for (const Request& request : sent_)
    if (!request.is_answered) unanswered.push_back(request.index);
  std::optional<std::uint32_t> culprit;
  if (about && *about >= first_id_ && *about - first_id_ < sent_.size())
    culprit = sent_[*about - first_id_].index;
  else if (unanswered.size() <= 1)
    culprit = unanswered.empty() ? last_answered_ : unanswered.front();
  suspects_ = 0;
  unexplained_.reset();
  if (culprit) {
    std::erase(unanswered, *culprit);
    faults_.note(fault);
    outcomes_[*culprit] = std::move(fault);
  } else if (!unanswered.empty()) {
    suspects_ = unanswered.size();
    first_suspect_ = unanswered.front();
    if (is_fact) unexplained_ = std::move(fault);
  }
  send_again(std::move(unanswered));
}

/// Puts these before what is still to be sent, to a fresh process, one at a time at first.
void ProcessCandidate::send_again(std::vector<std::uint32_t> unanswered) {
  sent_.clear();
  unanswered_ = 0;
  window_ = 1;
  unanswered.insert(unanswered.end(), queue_.begin() + static_cast<std::ptrdiff_t>(queue_at_), queue_.end());
  queue_ = std::move(unanswered);
  queue_at_ = 0;
}

/// Ends the process and keeps what it wrote to stderr; tells how it ended.
ChildEnd ProcessCandidate::stop_process(milliseconds grace) {
  const ChildEnd end = child_->end(grace);
  last_stderr_ = child_->stderr_tail();
  child_.reset();
  inbox_.clear();
  return end;
}

}  // namespace gradvet
