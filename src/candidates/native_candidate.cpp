#include "src/candidates/native_candidate.hpp"

#include <algorithm>
#include <csignal>
#include <optional>
#include <utility>

#include "src/candidates/child_process.hpp"
#include "src/candidates/fault_note.hpp"
#include "src/candidates/in_process_candidate.hpp"
#include "src/candidates/native_worker.hpp"
#include "src/candidates/stderr_excerpt.hpp"
#include "src/candidates/unanswered.hpp"
#include "src/core/batch_faults.hpp"
#include "src/core/invariant.hpp"

namespace gradvet {

namespace {

using std::chrono::milliseconds;
using Clock = ChildProcess::Clock;

constexpr int kMostDeathsWhileLoading = 3;
constexpr int kStartCostFactor = 4;
constexpr int kFirstCallFactor = 10;
/// How long a worker that closed its pipe may take to end, so that its status can be told.
constexpr milliseconds kEndGrace{500};
/// How often we look how far a worker is: a time-out is found so much late, never early.
constexpr milliseconds kLookInterval{50};

/// Has the code called by workers.
class ForkedCandidate final : public Candidate {
 public:
  ForkedCandidate(std::string name, std::unique_ptr<NativeTarget> target)
      : name_(std::move(name)), target_(std::move(target)) {}

  const std::string& name() const override { return name_; }
  std::size_t preferred_batch() const override { return RoundCases::kMost; }

  Result<void> open(const Contract& contract, const Profile& profile,
                    const CandidateLimits& limits) override {
    contract_ = &contract.info();
    profile_ = profile;
    limits_ = limits;
    wants_ = {contract.info().result_shape, profile.output, false};
    if (Result<void> inspected = target_->inspect(); !inspected) return inspected;
    if (Result<void> made = make_memory(0); !made) return made;
    return start_worker();
  }

  Result<void> evaluate(std::span<const Case> batch, std::span<Outcome> outcomes, TokenText text) override {
    require_invariant(batch.size() == outcomes.size(), "a batch and its outcomes differ in size");
    wants_.keeps_text = text == TokenText::kKept;
    most_in_round_ = RoundCases::kMost;
    faults_.clear();
    while (!batch.empty()) {
      const Result<std::size_t> done = run_round(batch, outcomes);
      if (!done) return tl::unexpected(done.error());
      batch = batch.subspan(*done);
      outcomes = outcomes.subspan(*done);
      if (const Result<void> few = faults_.check(name_); !few && !batch.empty()) {
        leave_unanswered(outcomes, few.error());
        return few;
      }
    }
    return {};
  }

  void restart() override {
    if (child_) stop_worker(kEndGrace);
  }

  std::string stderr_tail() const override {
    return child_ && !child_->stderr_tail().empty() ? std::string(child_->stderr_tail()) : last_stderr_;
  }

 private:
  enum class RoundEnd { kDone, kDied, kTimedOut };

  /// Memory for cases of up to this size. A worker keeps the memory that it was started with.
  Result<void> make_memory(std::size_t case_bytes) {
    if (child_) stop_worker(kEndGrace);
    Result<WorkerMemory> memory = WorkerMemory::make(case_bytes);
    if (!memory) return tl::unexpected(memory.error());
    memory_ = std::move(*memory);
    return {};
  }

  /// Starts a worker and waits until it has loaded the code; tries again where it dies of that.
  Result<void> start_worker() {
    for (int deaths = 0;;) {
      if (Result<void> unchanged = target_->check_unchanged(); !unchanged) return unchanged;
      if (Result<void> forked = fork_worker(); !forked) return forked;
      const Result<RoundEnd> loaded = wait(Clock::now() + limits_.start, limits_.start);
      if (!loaded) return tl::unexpected(loaded.error());
      if (*loaded == RoundEnd::kDone) return load_error();
      const ChildEnd how = stop_worker(*loaded == RoundEnd::kDied ? kEndGrace : milliseconds(0));
      if (*loaded == RoundEnd::kTimedOut)
        return make_error(ErrorCode::kNoAnswer,
                          "'" + name_ + "' was not loaded within " + std::to_string(limits_.start.count()) +
                              " ms" + stderr_excerpt(last_stderr_),
                          "give it more time with --start-timeout");
      if (++deaths == kMostDeathsWhileLoading)
        return make_error(
            ErrorCode::kStartFailed,
            "'" + name_ + "' ended three times while it was loaded (" + how_it_ended(how) + ")" +
                stderr_excerpt(last_stderr_),
            "what runs while it is loaded (constructors, static objects) must not end the process");
    }
  }

  Result<void> fork_worker() {
    begin_round();
    memory_.progress().load_error = 0;
    memory_.progress().touched = 0;
    memory_.progress().is_cut_off = false;
    ChildBody body;
    body.run = [this] {
      run_worker({memory_, *target_, *contract_, profile_, limits_.per_case, limits_.start});
    };
    body.memory_bytes = limits_.memory_bytes;
    body.others = target_->other_descriptors();
    body.kept_descriptor = target_->kept_descriptor();
    Result<std::unique_ptr<ChildProcess>> child = ChildProcess::start(body, limits_.interruption);
    if (!child) return tl::unexpected(child.error());
    child_ = std::move(*child);
    started_at_ = Clock::now();
    worker_has_answered_ = false;
    return {};
  }

  void begin_round() {
    RoundProgress& progress = memory_.progress();
    progress.begun = 0;
    progress.answered = 0;
    progress.is_done = false;
  }

  /// What load() said in the worker.
  Result<void> load_error() {
    const RoundProgress& progress = memory_.progress();
    if (progress.load_error == 0) return {};
    Error error{static_cast<ErrorCode>(progress.load_error), progress.load_message, progress.load_hint};
    stop_worker(kEndGrace);
    return tl::unexpected(std::move(error));
  }

  /// Runs the first cases of the batch; how many of them have an outcome now. None has where a worker was cut
  /// off by one of several: they then go one at a time.
  Result<std::size_t> run_round(std::span<const Case> batch, std::span<Outcome> outcomes) {
    batch = batch.first(std::min(batch.size(), most_in_round_));
    std::size_t sent = RoundCases(memory_.cases.bytes()).pack(batch);
    if (sent == 0) {
      if (Result<void> made = make_memory(2 * RoundCases::bytes_for(batch.front())); !made)
        return tl::unexpected(made.error());
      sent = RoundCases(memory_.cases.bytes()).pack(batch);
    }
    if (!child_)
      if (Result<void> started = start_worker(); !started) {
        leave_unanswered(outcomes, started.error());
        return tl::unexpected(started.error());
      }
    begin_round();
    RoundProgress& progress = memory_.progress();
    child_->outbox() += '\1';
    const milliseconds limit = first_limit();
    const Result<RoundEnd> end = wait(Clock::now() + limit, limits_.per_case);
    if (!end && end.error().code != ErrorCode::kInterrupted) return tl::unexpected(end.error());
    if (Result<void> unchanged = target_->check_unchanged(); !unchanged)
      return tl::unexpected(unchanged.error());
    // Until it is stopped a worker that cannot be heard goes on, and what it has come to changes.
    std::optional<ChildEnd> how;
    if (end && *end != RoundEnd::kDone)
      how = stop_worker(*end == RoundEnd::kDied ? kEndGrace : milliseconds(0));
    const std::size_t answered = std::min<std::size_t>(progress.answered, sent);
    if (Result<void> read = read_records(outcomes.first(answered)); !read)
      return tl::unexpected(read.error());
    if (!end) {
      leave_unanswered(outcomes.subspan(answered), end.error());
      return tl::unexpected(end.error());
    }
    if (answered > 0) note_answer();
    if (*end == RoundEnd::kDone && answered > 0) return answered;
    // Stopped between two cases: neither took too long.
    if (*end == RoundEnd::kTimedOut && answered > 0 && progress.begun == answered) return answered;
    if (!how) how = stop_worker(milliseconds(0));
    if (*end == RoundEnd::kDied && is_cut_off(*how) && sent > 1) {
      most_in_round_ = 1;
      return 0;
    }
    most_in_round_ = RoundCases::kMost;
    // The case in flight; where none was, the last that was answered.
    const std::size_t begun = std::clamp<std::size_t>(progress.begun, 1, sent);
    blame(*end, *how, outcomes[begun - 1]);
    faults_.note(outcomes[begun - 1]);
    return begun;
  }

  Result<void> read_records(std::span<Outcome> outcomes) {
    const std::span<const std::byte> room = memory_.room();
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      // A copy: a thread that the code left running may still write.
      const NativeRecord record = memory_.progress().records[i];
      if (record.status == GRADVET_MISFIT)
        return tl::unexpected(native_misfit(name_, native_text(record, room)));
      read_native_record(record, room, wants_, outcomes[i]);
    }
    return {};
  }

  /// The worker died, hangs, or says that it is done without an answer; it is stopped already.
  void blame(RoundEnd end, const ChildEnd& how, Outcome& outcome) {
    const bool is_out_of_cpu = how.kind == ChildEnd::Kind::kSignaled && how.number == SIGXCPU;
    if (end == RoundEnd::kTimedOut || is_out_of_cpu) {
      outcome = TimedOut{limits_.per_case};
      // The grace for what a first call sets up is spent: code that always hangs must not have it each time.
      if (!start_cost_) start_cost_ = milliseconds(0);
    } else if (end == RoundEnd::kDied) {
      outcome = Crash{how_it_ended(how), last_stderr_};
    } else {
      outcome = ProtocolViolation{"it wrote into the memory that gradvet keeps its results in"};
    }
  }

  /// Whether a worker that seems to have died only cannot be heard any more: it says that it is done, and
  /// ends as all do whose input has.
  bool is_cut_off(const ChildEnd& how) const {
    const bool is_done = memory_.progress().is_done && how.kind == ChildEnd::Kind::kExited && how.number == 0;
    return memory_.progress().is_cut_off || is_done || how.kind == ChildEnd::Kind::kKilledByUs;
  }

  std::string how_it_ended(const ChildEnd& how) const {
    if (is_cut_off(how)) return "closed the descriptors that gradvet speaks through";
    const bool is_fault = how.kind == ChildEnd::Kind::kSignaled && how.number == SIGSEGV;
    const std::uint32_t touched = is_fault ? memory_.progress().touched.load() : 0;
    return to_text(how).append(to_text(static_cast<Touched>(touched)));
  }

  /// Waits for the byte that a worker writes when it has loaded or is done. The clock restarts at each
  /// answer.
  Result<RoundEnd> wait(Clock::time_point deadline, milliseconds per_case) {
    const milliseconds look = std::clamp(per_case / 4, milliseconds(1), kLookInterval);
    std::uint32_t seen = 0;
    for (;;) {
      switch (child_->exchange(inbox_, 0, std::min(deadline, Clock::now() + look))) {
        case ChildProcess::Event::kReceived:
          inbox_.clear();
          if (memory_.progress().is_done.load(std::memory_order_acquire)) return RoundEnd::kDone;
          break;
        case ChildProcess::Event::kClosed:
          return RoundEnd::kDied;
        case ChildProcess::Event::kInterrupted:
          stop_worker(milliseconds(0));
          return tl::unexpected(interrupted_wait(name_, *limits_.interruption));
        case ChildProcess::Event::kDrained:
        case ChildProcess::Event::kExpired:
          break;
      }
      const std::uint32_t answered = memory_.progress().answered.load(std::memory_order_acquire);
      if (answered != seen) {
        seen = answered;
        note_answer();
        deadline = Clock::now() + per_case;
      } else if (Clock::now() >= deadline) {
        return RoundEnd::kTimedOut;
      }
    }
  }

  milliseconds first_limit() const {
    if (worker_has_answered_) return limits_.per_case;
    const milliseconds grace =
        start_cost_ ? kStartCostFactor * *start_cost_ : kFirstCallFactor * limits_.per_case;
    return std::max(std::min(limits_.per_case + grace, limits_.start), limits_.per_case);
  }

  void note_answer() {
    worker_has_answered_ = true;
    if (!start_cost_) start_cost_ = std::chrono::ceil<milliseconds>(Clock::now() - started_at_);
  }

  ChildEnd stop_worker(milliseconds grace) {
    const ChildEnd end = child_->end(grace);
    last_stderr_ = child_->stderr_tail();
    child_.reset();
    inbox_.clear();
    return end;
  }

  std::string name_;
  std::unique_ptr<NativeTarget> target_;
  const ContractInfo* contract_ = nullptr;
  Profile profile_;
  CandidateLimits limits_;
  NativeWants wants_;
  WorkerMemory memory_;
  std::unique_ptr<ChildProcess> child_;
  std::string inbox_;
  std::string last_stderr_;
  Clock::time_point started_at_;
  bool worker_has_answered_ = false;
  std::size_t most_in_round_ = RoundCases::kMost;
  BatchFaults faults_;
  std::optional<milliseconds> start_cost_;
};

}  // namespace

std::unique_ptr<Candidate> make_native_candidate(std::string name, std::unique_ptr<NativeTarget> target,
                                                 Isolation isolation) {
  if (isolation == Isolation::kInProcess)
    return make_in_process_candidate(std::move(name), std::move(target));
  return std::make_unique<ForkedCandidate>(std::move(name), std::move(target));
}

}  // namespace gradvet
