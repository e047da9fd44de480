#include "src/candidates/in_process_candidate.hpp"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <utility>

#include "src/candidates/child_process.hpp"
#include "src/candidates/kept_streams.hpp"
#include "src/candidates/native_worker.hpp"
#include "src/candidates/runtime_state.hpp"
#include "src/candidates/unanswered.hpp"
#include "src/core/invariant.hpp"

namespace gradvet {

namespace {

/// Name of the candidate that is being called in this process; null between calls. Read by an exit handler,
/// which reaches nothing but objects of static storage.
std::atomic<const char*> called_in_process{nullptr};

/// A candidate that calls exit() in this process would end gradvet as if all were well.
void end_as_unjudged() {
  const char* const name = called_in_process.load();
  if (name == nullptr) return;
  constexpr int kUnjudged = 3;
  std::fprintf(
      stderr,
      "gradvet: error[E203]: '%s' ended the process in a call; without --in-process that is a finding\n",
      name);
  std::_Exit(kUnjudged);
}

/// Marks a call for end_as_unjudged().
class InProcessCall {
 public:
  explicit InProcessCall(const std::string& name) {
    static std::once_flag once;
    std::call_once(once, [] { std::atexit(end_as_unjudged); });
    called_in_process = name.c_str();
  }
  InProcessCall(const InProcessCall&) = delete;
  InProcessCall& operator=(const InProcessCall&) = delete;
  ~InProcessCall() { called_in_process = nullptr; }
};

class InProcessCandidate final : public Candidate {
 public:
  InProcessCandidate(std::string name, std::unique_ptr<NativeTarget> target)
      : name_(std::move(name)), target_(std::move(target)) {}

  const std::string& name() const override { return name_; }
  std::size_t preferred_batch() const override { return RoundCases::kMost; }

  Result<void> open(const Contract& contract, const Profile& profile,
                    const CandidateLimits& limits) override {
    if (Result<void> inspected = target_->inspect(); !inspected) return inspected;
    interruption_ = limits.interruption;
    {
      const RuntimeState kept;
      KeptStreams streams;
      Result<NativeFunction> function = target_->load();
      if (!function) return tl::unexpected(function.error());
      function_ = std::move(*function);
      if (!streams.put_back()) return tl::unexpected(closed_everything());
    }
    shown_ = std::make_unique<NativeCase>(contract.info(), profile);
    wants_ = {contract.info().result_shape, profile.output, false};
    return make_memory(0);
  }

  Result<void> evaluate(std::span<const Case> batch, std::span<Outcome> outcomes, TokenText text) override {
    require_invariant(batch.size() == outcomes.size(), "a batch and its outcomes differ in size");
    wants_.keeps_text = text == TokenText::kKept;
    while (!batch.empty()) {
      const Result<std::size_t> done = run_round(batch, outcomes);
      if (!done) return tl::unexpected(done.error());
      batch = batch.subspan(*done);
      outcomes = outcomes.subspan(*done);
    }
    return {};
  }

 private:
  Result<void> make_memory(std::size_t case_bytes) {
    result_.reset();
    Result<WorkerMemory> memory = WorkerMemory::make(case_bytes);
    if (!memory) return tl::unexpected(memory.error());
    memory_ = std::move(*memory);
    result_ = std::make_unique<NativeResult>(memory_.room(), memory_.rooms);
    return {};
  }

  /// Runs the first cases of the batch; how many of them have an outcome now, at least one.
  Result<std::size_t> run_round(std::span<const Case> batch, std::span<Outcome> outcomes) {
    memory_.cases.make_writable();
    std::size_t count = RoundCases(memory_.cases.bytes()).pack(batch);
    if (count == 0) {
      if (Result<void> made = make_memory(2 * RoundCases::bytes_for(batch.front())); !made)
        return tl::unexpected(made.error());
      count = RoundCases(memory_.cases.bytes()).pack(batch);
    }
    memory_.cases.make_read_only();
    const RuntimeState kept;
    KeptStreams streams;
    for (std::size_t i = 0; i < count; ++i)
      if (Result<void> called = call(i, outcomes[i]); !called) {
        leave_unanswered(outcomes.subspan(i), called.error());
        return tl::unexpected(called.error());
      }
    if (!streams.put_back()) return tl::unexpected(closed_everything());
    return count;
  }

  Result<void> call(std::size_t index, Outcome& outcome) {
    if (interruption_ != nullptr && interruption_->is_over())
      return tl::unexpected(interrupted_wait(name_, *interruption_));
    const InProcessCall marked(name_);
    RoundCases(memory_.cases.bytes()).show(index, *shown_);
    result_->rewind();
    const NativeRecord record = result_->finish(function_(&shown_->view(), result_->begin()));
    if (record.status == GRADVET_MISFIT)
      return tl::unexpected(native_misfit(name_, native_text(record, memory_.room())));
    read_native_record(record, memory_.room(), wants_, outcome);
    return {};
  }

  Error closed_everything() const {
    return {ErrorCode::kStartFailed, "'" + name_ + "' closed the descriptors of this process",
            "without --in-process that is a finding"};
  }

  std::string name_;
  std::unique_ptr<NativeTarget> target_;
  NativeFunction function_;
  NativeWants wants_;
  const Interruption* interruption_ = nullptr;
  WorkerMemory memory_;
  std::unique_ptr<NativeCase> shown_;
  std::unique_ptr<NativeResult> result_;
};

}  // namespace

std::unique_ptr<Candidate> make_in_process_candidate(std::string name, std::unique_ptr<NativeTarget> target) {
  return std::make_unique<InProcessCandidate>(std::move(name), std::move(target));
}

}  // namespace gradvet
