#include "src/engine/hunt.hpp"

#include <algorithm>

#include "src/engine/accuracy_meter.hpp"
#include "src/engine/diagnose.hpp"
#include "src/engine/explain_value.hpp"
#include "src/engine/found.hpp"
#include "src/engine/free_numbers.hpp"
#include "src/engine/largest_excess.hpp"
#include "src/engine/law_check.hpp"
#include "src/engine/mistakes.hpp"
#include "src/engine/observe.hpp"
#include "src/engine/patience.hpp"
#include "src/engine/power.hpp"
#include "src/engine/prove.hpp"
#include "src/engine/recheck.hpp"
#include "src/engine/shard_cases.hpp"
#include "src/engine/shrink.hpp"
#include "src/engine/stability.hpp"
#include "src/engine/suspect_band.hpp"
#include "src/engine/trial.hpp"
#include "src/engine/verdict_of_counts.hpp"

namespace gradvet {

namespace {

using Clock = std::chrono::steady_clock;

/// A broken case is asked so often again before anything is said of it.
constexpr std::size_t kAskedAgain = 128;
/// So many fresh starts may a shard spend on the cases of other shards, to prove its own finding least.
constexpr std::uint64_t kMostStartsOfProof = 24;

class Hunt {
 public:
  Hunt(Candidate& candidate, const Contract& contract, const Profile& profile, const HuntOptions& options,
       HuntObserver& observer, const std::atomic<bool>& interrupted)
      : trial_(candidate, contract, profile, options.reference, options.copies),
        options_(options),
        shard_(options.shard.value_or(Shard{})),
        observer_(observer),
        interrupted_(interrupted),
        start_(Clock::now()),
        power_(contract, profile),
        excess_(contract, profile),
        patience_(options.scope.has_value()),
        mistakes_(trial_),
        laws_(trial_, options.seed) {
    if (options.reference != nullptr)
      report_.against = AgainstWhat{options.reference->candidate.name(), options.reference->within};
    report_.is_laws_only = options.is_laws_only;
    report_.candidate = candidate.name();
    report_.contract = &contract;
    report_.profile = profile;
    report_.seed = options.seed;
    if (options.shard) report_.shard = ShardReport{*options.shard, false, {}};
    if (options.measured == Measured::kAccuracy) accuracy_.emplace();
  }

  RunReport run(std::span<const Pin> pins) {
    if (options_.is_all)
      if (const auto probes = run_probes(trial_, contract().probes())) mistakes_.learn(*probes);
    run_pins(share_of(std::vector<Pin>(pins.begin(), pins.end()), shard_));
    if (may_go_on() && options_.has_fixtures) run_fixtures();
    if (may_go_on() && options_.scope) run_scope();
    if (may_go_on() && !found_.has_wrong_value()) run_random();
    if (may_go_on() && !options_.is_laws_only) recheck_fixtures();
    write_findings();
    write_laws();
    write_verdict();
    return std::move(report_);
  }

 private:
  const Contract& contract() const { return trial_.contract(); }
  bool is_interrupted() const { return interrupted_.load(std::memory_order_relaxed); }
  /// Whether the contract's own values judge.
  bool has_oracle() const { return options_.reference == nullptr && !options_.is_laws_only; }
  bool may_go_on() const { return !failure_ && !is_interrupted() && !patience_.is_over(); }
  bool is_past(double share_of_time) const {
    return options_.time && Clock::now() - start_ > *options_.time * share_of_time;
  }

  /// Runs a batch and tallies it. False where the phase must end: a wrong value, no more to be learned,
  /// interrupted.
  bool run_batch(Phase phase, std::span<const Case> batch, std::uint64_t& counter, TokenText tokens) {
    if (Result<void> done = trial_.run(batch, tokens); !done) {
      if (done.error().code != ErrorCode::kTooManyFaults) failure_ = done.error();
      note_part(phase, batch, counter);
      return may_go_on();
    }
    patience_.note_reference(trial_.reference_faults());
    if (has_oracle()) {
      suspect_.observe(batch, trial_);
      if (accuracy_) accuracy_->observe(batch, trial_);
    }
    bool has_wrong_value = false;
    for (std::size_t i = 0; i < batch.size() && !has_wrong_value; ++i) {
      const Judgement& judgement = trial_.judgements()[i];
      has_answered_ = has_answered_ || !judgement.is_broken() || !costs_a_restart(judgement.kind);
      ++counter;
      if (has_oracle() && judgement.standing != Judgement::Standing::kDeclined) power_.observe(batch[i]);
      switch (judgement.standing) {
        case Judgement::Standing::kDeclined:
          ++report_.unjudged.declined;
          break;
        case Judgement::Standing::kOverflow:
          ++report_.unjudged.overflow;
          break;
        case Judgement::Standing::kNoReference:
          ++report_.unjudged.no_reference;
          break;
        case Judgement::Standing::kHeld:
          if (has_oracle()) excess_.observe(batch[i], trial_.outcomes()[i], judgement);
          break;
        case Judgement::Standing::kBroken:
          has_wrong_value =
              note_broken(phase, {batch[i], trial_.outcomes()[i], judgement}, history_.seen() + i);
          break;
      }
    }
    observer_.on_progress(phase, counter, found_.size());
    if (options_.is_laws_only && may_go_on() && !check_laws(batch)) return false;
    return !has_wrong_value && may_go_on();
  }

  /// What a batch that was not finished had come to is found all the same.
  void note_part(Phase phase, std::span<const Case> batch, std::uint64_t& counter) {
    patience_.note_reference(trial_.reference_faults());
    for (std::size_t i = 0; i < trial_.judgements().size(); ++i) {
      const Judgement& judgement = trial_.judgements()[i];
      if (judgement.is_held() || judgement.is_broken()) ++counter;
      if (judgement.is_broken())
        note_broken(phase, {batch[i], trial_.outcomes()[i], judgement}, history_.seen() + i);
    }
  }

  /// False where no law is left to be checked.
  bool check_laws(std::span<const Case> batch) {
    if (Result<void> done = laws_.check(batch); !done) {
      failure_ = done.error();
      return false;
    }
    return !laws_.is_every_law_broken() && !laws_.has_seen_enough();
  }

  /// True if the case ends the hunt.
  bool note_broken(Phase phase, BrokenCase broken, std::uint64_t ordinal) {
    if (costs_a_restart(broken.judgement.kind)) patience_.note(phase, broken.outcome);
    const bool is_wrong_value = broken.judgement.kind == FindingKind::kWrongValue;
    if (is_wrong_value && options_.is_laws_only) return false;
    if (is_wrong_value && options_.is_all) {
      mistakes_.add(phase, broken, ordinal);
      return false;
    }
    found_.add(phase, std::move(broken), ordinal);
    return is_wrong_value && phase != Phase::kFixtures && phase != Phase::kPins;
  }

  /// How many cases the next batch has. The budget, the clock and an interrupt are asked between batches
  /// only: so batches grow from small ones.
  std::size_t next_batch_size() {
    const std::size_t most = trial_.candidate().preferred_batch();
    batch_size_ = patience_.most_in_batch(std::min(most, batch_size_ * 2));
    return batch_size_;
  }

  /// So that the next batch fits into the buffer, which never shrinks.
  void make_room(std::size_t cases) {
    if (batch_.size() < cases) batch_.resize(cases);
  }

  void run_pins(std::span<const Pin> pins) {
    observer_.on_phase(Phase::kPins, pins.size());
    for (const Pin& pin : pins) {
      const auto refused = [this](const Case& input) {
        return contract().refuse(input, trial_.profile()).has_value();
      };
      if (std::ranges::any_of(pin.cases, refused)) {
        ++report_.unjudged.unrepresentable;
        continue;
      }
      if (pin.cases.size() > 1) trial_.restart();
      run_batch(Phase::kPins, pin.cases, report_.cases.pinned, TokenText::kDropped);
      history_.remember(pin.cases);
      if (!may_go_on()) return;
    }
  }

  void run_fixtures() {
    const std::vector<Fixture> fixtures = share_of(contract().fixtures(1), shard_);
    observer_.on_phase(Phase::kFixtures, fixtures.size());
    std::vector<Case> inputs;
    for (const Fixture& fixture : fixtures) inputs.push_back(fixture.input);
    run_batch(Phase::kFixtures, inputs, report_.cases.fixture, TokenText::kKept);
    history_.remember(inputs);
    if (!failure_ && has_oracle()) report_.observations = observations_of(fixtures, trial_);
  }

  void run_scope() {
    walk_scope(options_.scope_cases);
    patience_.end_scope();
    // Under --time the candidate's measured speed says how large a scope is worth walking.
    constexpr double kShareOfTime = 0.25;
    while (options_.time && report_.scope_finished && may_go_on() && !is_past(kShareOfTime)) {
      const std::chrono::duration<double> elapsed = Clock::now() - start_;
      const std::chrono::duration<double> left = *options_.time * (2 * kShareOfTime) - elapsed;
      const auto walked = static_cast<double>(report_.cases.exhaustive);
      const auto affordable = static_cast<std::uint64_t>(walked / elapsed.count() * left.count());
      if (affordable < 2 * report_.cases.exhaustive || !walk_scope(affordable)) return;
    }
  }

  /// Walks the largest scope of at most so many cases. False if that is the one walked already.
  bool walk_scope(std::uint64_t cases) {
    const Scope scope = contract().scope_within(cases, *options_.scope, options_.draw, trial_.profile());
    if (report_.scope == scope) return false;
    report_.scope = scope;
    report_.scope_finished = false;
    observer_.on_phase(Phase::kExhaustive, shard_.share_of(contract().count_cases(scope, trial_.profile())));
    ShardOfScope stream(contract().enumerate(scope, trial_.profile()), shard_);
    bool has_more = true;
    while (has_more) {
      make_room(next_batch_size());
      std::size_t filled = 0;
      while (filled < batch_size_ && (has_more = stream.next(batch_[filled]))) ++filled;
      const bool goes_on = run_batch(Phase::kExhaustive, {batch_.data(), filled}, report_.cases.exhaustive,
                                     TokenText::kDropped);
      history_.take(batch_, filled);
      if (!goes_on || is_past(0.5)) return true;
    }
    report_.scope_finished = true;
    return true;
  }

  void run_random() {
    const std::optional<std::uint64_t> planned = options_.time ? std::nullopt : std::optional(options_.cases);
    observer_.on_phase(Phase::kRandom, shard_.share_of(planned.value_or(0)));
    DrawnCases drawn(contract(), trial_.profile(), options_.draw, options_.seed, planned, shard_);
    bool goes_on = true;
    bool has_more = true;
    while (goes_on && has_more && !is_past(1.0)) {
      make_room(next_batch_size());
      const std::size_t filled = drawn.fill({batch_.data(), batch_size_}, trial_.pool());
      has_more = filled == batch_size_;
      const std::span<const Case> batch{batch_.data(), filled};
      goes_on = run_batch(Phase::kRandom, batch, report_.cases.random, TokenText::kDropped);
      if (!options_.is_laws_only && !failure_) recheck_.sample(batch, trial_);
      history_.take(batch_, filled);
      if (goes_on && recheck_.is_due()) goes_on = !run_recheck();
    }
    report_.classes = drawn.classes();
  }

  /// Judges cases that were held once more. True if one is broken now.
  bool run_recheck() {
    Result<std::optional<BrokenCase>> changed = recheck_.run(trial_);
    if (!changed) {
      failure_ = changed.error();
      return true;
    }
    if (!*changed) return false;
    found_.add_unstable(**changed, history_.seen());
    return true;
  }

  /// The fixtures again, after everything else: state that crept in shows here too.
  void recheck_fixtures() {
    if (found_.size() > 0 || !mistakes_.is_empty()) return;
    const std::vector<Fixture> fixtures = share_of(contract().fixtures(1), shard_);
    std::vector<Case> inputs;
    for (const Fixture& fixture : fixtures) inputs.push_back(fixture.input);
    if (Result<void> done = trial_.run(inputs); !done) {
      failure_ = done.error();
      return;
    }
    for (std::size_t i = 0; i < inputs.size(); ++i)
      if (trial_.judgements()[i].is_broken()) {
        found_.add_unstable({inputs[i], trial_.outcomes()[i], trial_.judgements()[i]}, history_.seen());
        return;
      }
  }

  void write_findings() {
    // What never answered could not be judged: its deaths are no findings about the contract.
    if (failure_ && failure_->code != ErrorCode::kInterrupted && !has_answered_) return;
    for (const DistinctMistake& mistake : mistakes_.distinct())
      add_distinct(report_.findings,
                   make_finding({mistake.phase, mistake.broken, false, mistake.ordinal}, &mistake),
                   contract());
    for (const Found& found : found_.to_report(contract()))
      report_.findings.push_back(make_finding(found, nullptr));
    if (recheck_.has_bitwise_difference())
      report_.notes.emplace_back(
          "equal cases got answers that differ in their last bits, within what rounding allows");
    for (std::optional<std::string> note : {patience_.candidate_note(), patience_.reference_note()})
      if (note) report_.notes.push_back(std::move(*note));
  }

  /// Other findings say little about what is computed, and may end the process again.
  void write_laws() {
    const auto is_lawful = [this](const Finding& finding) {
      return can_break_laws(finding.kind, contract().info().result_shape);
    };
    if (options_.is_laws_only) {
      laws_.shrink(options_.shrink_calls);
      report_.laws_broken = laws_.broken();
    }
    if (has_oracle() && std::ranges::any_of(report_.findings, is_lawful))
      report_.laws_broken = broken_laws(trial_, options_.seed, report_.findings.front().last_case());
  }

  SameFinding same_finding(const BrokenCase& start, const DistinctMistake* mistake) const {
    if (mistake == nullptr) return {trial_, start};
    return {trial_, start, [this, mistake](const Case& input, const Outcome& outcome) {
              return mistakes_.has_account(mistake->account, input, outcome);
            }};
  }

  SequenceBudget sequence_budget(FindingKind kind) const {
    SequenceBudget budget;
    budget.is_over = [this] { return is_interrupted() || is_past(1.5); };
    budget.restarts = sequence_starts_for(kind);
    return budget;
  }

  /// The candidate gave another answer when it had been running for a while: nothing that probes show now was
  /// true of the broken answer.
  Finding aged_finding(Finding finding, const BrokenCase& broken) {
    finding.kind = FindingKind::kUnstable;
    finding.cases = {broken.input};
    finding.least_in.reset();
    finding.least_of = 0;
    finding.outcome = broken.outcome;
    finding.coordinate = broken.judgement.coordinate;
    finding.excess = broken.judgement.excess;
    finding.expected = trial_.expected(broken.input);
    finding.note = "broken after a fresh start, held when the same process was asked again";
    return finding;
  }

  /// `mistake` is null where the hunt ended with the first wrong value.
  Finding make_finding(const Found& found, const DistinctMistake* mistake) {
    BrokenCase broken = found.broken;
    Finding finding;
    finding.kind = found.is_unstable ? FindingKind::kUnstable : broken.judgement.kind;
    finding.phase = found.phase;
    // A case that ends the process is not asked again and again.
    const std::size_t times = costs_a_restart(finding.kind) ? 0 : kAskedAgain;
    const Dependence dependence =
        found.is_unstable ? Dependence::kHistory : dependence_of(trial_, broken, times);
    if (dependence == Dependence::kAge) return aged_finding(std::move(finding), broken);
    if (dependence == Dependence::kHistory) {
      finding.kind = FindingKind::kUnstable;
      finding.cases = least_sequence(trial_, history_.before(found.ordinal), broken.input,
                                     sequence_budget(broken.judgement.kind));
      if (std::optional<BrokenCase> shown = last_broken(trial_, finding.cases))
        broken = std::move(*shown);
      else
        finding.note = "seen once, after " + std::to_string(found.ordinal) +
                       " other cases; it could not be shown again, with or without them";
    } else {
      if (dependence == Dependence::kUnknown)
        finding.note = "seen once: the run ended before it could be asked again";
      if (found.phase == Phase::kExhaustive) {
        // What may depend on the cases before it proves nothing about them.
        if (dependence != Dependence::kUnknown) prove_first(finding, broken, mistake);
      } else {
        ShrinkBudget budget;
        budget.calls = shrink_calls_for(finding.kind, options_.shrink_calls);
        budget.is_over = [this] { return is_interrupted() || is_past(1.5); };
        const std::uint64_t calls_before = trial_.calls();
        const std::uint64_t shrink_calls = shrink(trial_, broken, same_finding(broken, mistake), budget);
        budget.calls -= std::min(budget.calls, shrink_calls);
        prove(finding, broken, mistake, budget);
        finding.calls = trial_.calls() - calls_before;
        finding.proof_calls = finding.calls - shrink_calls;
      }
      finding.cases = {broken.input};
      if (!costs_a_restart(finding.kind) && holds_again(trial_, broken.input, 1))
        return aged_finding(std::move(finding), broken);
    }
    finding.outcome = broken.outcome;
    finding.coordinate = broken.judgement.coordinate;
    finding.excess = broken.judgement.excess;
    finding.stderr_tail = trial_.candidate().stderr_tail();
    finding.expected = trial_.expected(broken.input);
    if (has_oracle()) diagnose(trial_, finding);
    if (options_.reference != nullptr) finding.explanation = explain_against(trial_, finding);
    if (mistake != nullptr) mistakes_.name(*mistake, finding);
    if (finding.cases.size() == 1 && !costs_a_restart(finding.kind))
      finding.free_numbers = free_numbers(trial_, broken.input, same_finding(broken, mistake));
    return finding;
  }

  /// The first case that the exhaustive phase found is the least, for a shard once the cases before it that
  /// fall to others were run too: one of them may replace it.
  void prove_first(Finding& finding, BrokenCase& broken, const DistinctMistake* mistake) {
    if (!shard_.is_part()) return claim_least(finding, *report_.scope);
    ShrinkBudget budget;
    budget.calls = options_.scope_cases;
    budget.is_over = [this, starts_before = trial_.starts()] {
      return is_interrupted() || trial_.starts() - starts_before > kMostStartsOfProof;
    };
    const std::uint64_t calls_before = trial_.calls();
    if (prove_least(trial_, broken, *report_.scope, same_finding(broken, mistake), budget))
      claim_least(finding, *report_.scope);
    finding.calls = finding.proof_calls = trial_.calls() - calls_before;
  }

  /// Proves a shrunk case least, or replaces it, in the largest scope of its shape that the rest of the
  /// budget can walk. Needless where the exhaustive phase was finished: its scope holds no finding of this
  /// kind, unless other shards walked a part of it.
  void prove(Finding& finding, BrokenCase& broken, const DistinctMistake* mistake,
             const ShrinkBudget& budget) {
    if ((report_.scope_finished && !shard_.is_part()) || budget.calls == 0) return;
    ScopeRequest shape;
    shape.microbatches = static_cast<std::uint32_t>(broken.input.microbatches());
    shape.width = static_cast<std::uint32_t>(broken.input.width());
    const Scope scope = contract().scope_within(budget.calls, shape, options_.draw, trial_.profile());
    if (!prove_least(trial_, broken, scope, same_finding(broken, mistake), budget)) return;
    claim_least(finding, scope);
  }
  void claim_least(Finding& finding, const Scope& scope) const {
    finding.least_in = scope;
    finding.least_of = contract().count_cases(scope, trial_.profile());
  }

  /// Why nothing can be said although nothing went wrong.
  std::optional<std::string> lack_of_evidence() const {
    if (std::optional<std::string> none = nothing_judged(report_.cases, report_.unjudged)) return none;
    if (options_.is_laws_only && laws_.tried() == 0) return no_law_tried();
    return has_oracle() ? lack_of_power(power_.forms(), trial_.profile()) : std::nullopt;
  }

  void write_verdict() {
    if (!report_.findings.empty() || !report_.laws_broken.empty()) {
      report_.verdict = Verdict::kBroken;
    } else if (failure_) {
      report_.reason_code = failure_->code;
      report_.reason = failure_->message + (failure_->hint.empty() ? "" : "; " + failure_->hint);
    } else if (is_interrupted()) {
      report_.reason_code = ErrorCode::kInterrupted;
      report_.reason = "interrupted";
    } else if (patience_.has_worn_out_reference()) {
      report_.reason = patience_.reference_note();
    } else if (std::optional<std::string> lack = lack_of_evidence()) {
      report_.reason = shard_.is_part()
                           ? "in this part of the hunt " + *lack + "; gradvet merge judges all parts"
                           : std::move(*lack);
      if (report_.shard) report_.shard->is_pending = true;
    } else {
      report_.verdict = Verdict::kHeld;
    }
    if (!has_oracle()) return;
    report_.power = power_.forms();
    report_.max_excess = excess_.value();
    if (report_.verdict == Verdict::kHeld)
      for (std::optional<std::string> note : {lost_forms(power_.forms(), trial_.profile()), suspect_.note()})
        if (note) report_.notes.push_back(std::move(*note));
    if (accuracy_) report_.accuracy = accuracy_->result();
  }

  Trial trial_;
  const HuntOptions& options_;
  const Shard shard_;
  HuntObserver& observer_;
  const std::atomic<bool>& interrupted_;
  const Clock::time_point start_;
  RunReport report_;
  PowerMeter power_;
  LargestExcess excess_;
  SuspectBand suspect_;
  std::optional<AccuracyMeter> accuracy_;
  FoundByKind found_;
  Patience patience_;
  Mistakes mistakes_;  ///< of wrong values, where all are asked for
  LawCheck laws_;      ///< where they alone judge
  History history_;
  Recheck recheck_;
  std::vector<Case> batch_;
  std::optional<Error> failure_;
  bool has_answered_ = false;
  std::size_t batch_size_ = 16;
};

}  // namespace

RunReport hunt(Candidate& candidate, const Contract& contract, const Profile& profile,
               const HuntOptions& options, std::span<const Pin> pins, HuntObserver& observer,
               const std::atomic<bool>& interrupted) {
  return Hunt(candidate, contract, profile, options, observer, interrupted).run(pins);
}

}  // namespace gradvet
