#include "src/engine/trial.hpp"

#include <algorithm>

#include "src/core/batch_faults.hpp"
#include "src/engine/patience.hpp"

namespace gradvet {

namespace {

std::uint64_t count_faults(std::span<const Outcome> outcomes) {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(outcomes, [](const Outcome& outcome) { return costs_a_restart(outcome); }));
}

/// Of a part that nobody came to.
const Judgement kNotJudged = {Judgement::Standing::kDeclined, FindingKind::kWrongValue, {}, {}};

/// The smallest part of a batch that is worth a thread: a few small cases, or any large one.
std::size_t least_part(std::span<const Case> batch) {
  constexpr std::size_t kFewCases = 16;
  constexpr std::size_t kManyNumbers = 1 << 16;
  return batch.front().all_reals().size() >= kManyNumbers ? 1 : kFewCases;
}

}  // namespace

Trial::Trial(Candidate& candidate, const Contract& contract, const Profile& profile,
             const Reference* reference, std::span<Candidate* const> copies)
    : pool_(1 + copies.size()), contract_(contract), profile_(profile), reference_(reference) {
  runners_.push_back({&candidate, Judge(contract, profile), {}, {}});
  for (Candidate* copy : copies) runners_.push_back({copy, Judge(contract, profile), {}, {}});
}

Result<void> Trial::evaluate(std::span<const Case> batch, TokenText tokens) {
  if (reference_ == nullptr) judgements_.assign(batch.size(), kNotJudged);
  for (Runner& runner : runners_) runner.done = {};
  const std::size_t least = is_alone_ ? batch.size() : least_part(batch);
  const auto run_part = [&](Runner& runner, std::size_t first, std::size_t last) {
    runner.done = runner.candidate->evaluate(batch.subspan(first, last - first),
                                             {outcomes_.data() + first, last - first}, tokens);
    if (reference_ != nullptr || (!runner.done && !is_partial(runner.done.error()))) return;
    for (std::size_t i = first; i < last; ++i) judgements_[i] = runner.judge.judge(batch[i], outcomes_[i]);
  };
  pool_.run(batch.size(), least, [&](std::size_t job, std::size_t first, std::size_t last) {
    run_part(runners_[job], first, last);
    runners_[job].part = {first, last};
  });
  // A copy that dies before its first answer says nothing of a candidate that has given many.
  for (std::size_t job = 1; job < runners_.size() && runners_.front().done; ++job) {
    if (runners_[job].done || is_partial(runners_[job].done.error())) continue;
    is_alone_ = true;
    run_part(runners_.front(), runners_[job].part.first, runners_[job].part.second);
    runners_[job].done = {};
  }
  for (const Runner& runner : runners_)
    if (!runner.done && !is_partial(runner.done.error())) return runner.done;
  if (const Result<void> borne = end_where_faults_end(batch.size()); !borne) return borne;
  for (const Runner& runner : runners_)
    if (!runner.done) return runner.done;
  return {};
}

/// Ends the batch where a single instance would have ended it: each of several bears as many faults.
Result<void> Trial::end_where_faults_end(std::size_t count) {
  if (runners_.size() == 1) return {};
  BatchFaults faults;
  for (std::size_t i = 0; i < count; ++i) {
    if (!costs_a_restart(outcomes_[i])) continue;
    faults.note(outcomes_[i]);
    const Result<void> borne = faults.check(candidate().name());
    if (borne) continue;
    for (std::size_t after = i + 1; after < count; ++after) {
      outcomes_[after] = Declined{borne.error().message};
      if (!judgements_.empty()) judgements_[after] = kNotJudged;
    }
    return borne;
  }
  return {};
}

Result<void> Trial::run(std::span<const Case> batch, TokenText tokens) {
  // Never shrinks, so that outcomes keep their memory from batch to batch.
  if (outcomes_.size() < batch.size()) outcomes_.resize(batch.size());
  judgements_.clear();
  if (batch.empty()) return {};
  const Result<void> done = evaluate(batch, tokens);
  if (!done && !is_partial(done.error())) {
    judgements_.clear();
    return done;
  }
  calls_ += batch.size();
  starts_ += count_faults({outcomes_.data(), batch.size()});
  if (reference_ == nullptr) return done;
  if (!done && done.error().code == ErrorCode::kInterrupted) return done;
  reference_outcomes_.resize(std::max(reference_outcomes_.size(), batch.size()));
  const std::span<Outcome> references{reference_outcomes_.data(), batch.size()};
  const Result<void> compared = reference_->candidate.evaluate(batch, references, TokenText::kDropped);
  if (!compared && !is_partial(compared.error())) return compared;
  reference_faults_ += count_faults(references);
  starts_ += count_faults(references);
  for (std::size_t i = 0; i < batch.size(); ++i)
    judgements_.push_back(
        judge_against(outcomes_[i], reference_outcomes_[i], reference_->within, contract_.info(), profile_));
  return done ? compared : done;
}

void Trial::restart() {
  ++starts_;
  for (Runner& runner : runners_) runner.candidate->restart();
  if (reference_ != nullptr) reference_->candidate.restart();
}

ExactAnswer Trial::expected(const Case& input) {
  ExactAnswer value;
  if (reference_ == nullptr) {
    contract_.expect(input, value);
    return value;
  }
  Outcome outcome;
  if (reference_->candidate.evaluate({&input, 1}, {&outcome, 1}, TokenText::kDropped))
    if (std::optional<ExactAnswer> answer = exact_answer(outcome, contract_.info(), profile_)) return *answer;
  return value;
}

}  // namespace gradvet
