#include "src/cli/commands/vet.hpp"

#include <fmt/format.h>

#include <iterator>
#include <memory>
#include <ostream>

#include "src/cli/candidate_flags.hpp"
#include "src/cli/flags.hpp"
#include "src/cli/hunt_flags.hpp"
#include "src/cli/later_flags.hpp"
#include "src/cli/messages.hpp"
#include "src/cli/output_flags.hpp"
#include "src/cli/pin_store.hpp"
#include "src/cli/progress_line.hpp"
#include "src/cli/reference_flags.hpp"
#include "src/cli/repeat_line.hpp"
#include "src/cli/shard_flags.hpp"
#include "src/engine/pairs.hpp"
#include "src/reporters/terminal_text.hpp"

namespace gradvet {

namespace {

struct VetFlags {
  std::vector<std::string> candidates;
  CandidateFlags candidate;
  HuntFlags hunt;
  ReferenceFlags reference;
  LaterFlags later;
  OutputFlags output;
  std::optional<std::string> pins;
  std::optional<std::string> shard;
};

/// A candidate and what it is held to; or why it cannot be called at all.
struct Entrant {
  std::string word;
  const Contract* contract = nullptr;
  std::unique_ptr<Candidate> candidate;
};

/// Finds every candidate and its contract before anything runs, so that a typo in the last one costs no time.
Result<std::vector<Entrant>> find_entrants(const VetFlags& flags, const CandidateSetup& setup,
                                           const Environment& environment) {
  std::vector<Entrant> entrants;
  for (const std::string& word : flags.candidates) {
    Result<std::unique_ptr<Candidate>> candidate = make_candidate(word, setup.settings);
    if (!candidate) return tl::unexpected(candidate.error());
    const Result<const Contract*> contract = choose_contract(word, setup, environment);
    if (!contract) return tl::unexpected(contract.error());
    entrants.push_back({word, *contract, std::move(*candidate)});
  }
  return entrants;
}

/// A scope that somebody named is walked whole: it must not take days unasked.
Result<void> refuse_endless_scope(const std::vector<Entrant>& entrants, const HuntOptions& options,
                                  const Profile& profile) {
  constexpr std::uint64_t kMost = 20'000'000;
  if (!options.scope || options.time) return {};
  for (const Entrant& entrant : entrants) {
    const Scope scope =
        entrant.contract->scope_within(options.scope_cases, *options.scope, options.draw, profile);
    if (entrant.contract->count_cases(scope, profile, kMost + 1) <= kMost) continue;
    return make_error(
        ErrorCode::kBadFlagValue,
        fmt::format("--scope asks for over {} cases of {}", grouped(kMost), entrant.contract->info().id),
        "name fewer microbatches, a smaller width or fewer values, or bound the run with --time");
  }
  return {};
}

RunReport unjudged(std::string candidate, const Contract* contract, const CandidateSetup& setup,
                   std::uint64_t seed, const Error& why) {
  RunReport run;
  run.candidate = std::move(candidate);
  run.contract = contract;
  run.profile = setup.profile;
  run.verdict = Verdict::kUnjudged;
  run.reason = why.message;
  run.reason_code = why.code;
  run.seed = seed;
  return run;
}

/// When nothing more may be waited for: a hunt may go on shrinking for half of its time again.
Interruption interruption_of(const HuntOptions& options, const Environment& environment) {
  if (!options.time) return Interruption(environment.interrupted);
  return Interruption(environment.interrupted, Interruption::Clock::now() + *options.time * 3 / 2);
}

/// Takes the candidates away, so that their processes end before the next ones start.
RunReport vet_one(Entrant& entrant, const CandidateSetup& setup, HuntOptions options, ReferenceSetup against,
                  const PinStore& pins, ProgressMode progress, Environment& environment) {
  if (environment.interrupted)
    return unjudged(entrant.candidate->name(), entrant.contract, setup, options.seed,
                    {ErrorCode::kInterrupted, "interrupted before it was begun", {}});
  const Interruption interruption = interruption_of(options, environment);
  CandidateLimits limits = setup.limits;
  limits.interruption = &interruption;
  const std::unique_ptr<Candidate> candidate = std::move(entrant.candidate);
  const std::unique_ptr<Candidate> judging = std::move(against.candidate);
  std::optional<Reference> reference;
  if (judging) {
    reference.emplace(Reference{*judging, against.within});
    options.reference = &*reference;
  }
  for (Candidate* opening : {candidate.get(), judging.get()}) {
    if (opening == nullptr) continue;
    const Result<void> opened = opening->open(*entrant.contract, setup.profile, limits);
    if (opened) continue;
    print_error(environment.err, opened.error());
    return unjudged(candidate->name(), entrant.contract, setup, options.seed, opened.error());
  }
  ProgressLine line(environment.err, progress, candidate->name());
  return hunt(*candidate, *entrant.contract, setup.profile, options, pins.pins_of(*entrant.contract), line,
              environment.interrupted);
}

/// Compares the candidates of each contract pair by pair. Processes were ended after each hunt: they are made
/// anew.
std::vector<PairReport> compare_all(const std::vector<Entrant>& entrants, const CandidateSetup& setup,
                                    const HuntOptions& options, ProgressMode progress,
                                    Environment& environment) {
  const Interruption interruption = interruption_of(options, environment);
  CandidateLimits limits = setup.limits;
  limits.interruption = &interruption;
  std::vector<PairReport> pairs;
  for (const Contract* contract : environment.contracts) {
    std::vector<std::unique_ptr<Candidate>> opened;
    std::vector<Candidate*> candidates;
    for (const Entrant& entrant : entrants) {
      if (entrant.contract != contract || environment.interrupted) continue;
      Result<std::unique_ptr<Candidate>> candidate = make_candidate(entrant.word, setup.settings);
      // What cannot be opened was reported by its own run.
      if (!candidate || !(*candidate)->open(*contract, setup.profile, limits)) continue;
      candidates.push_back(candidate->get());
      opened.push_back(std::move(*candidate));
    }
    if (candidates.size() < 2) continue;
    ProgressLine line(environment.err, progress, "pairs");
    std::vector<PairReport> compared =
        compare_pairs(candidates, *contract, setup.profile, options, line, environment.interrupted);
    std::move(compared.begin(), compared.end(), std::back_inserter(pairs));
  }
  return pairs;
}

/// The flags of a hunt and the part of it that is to be run.
Result<HuntOptions> read_options(const VetFlags& flags, const Environment& environment) {
  const Result<std::optional<Shard>> shard = read_shard_flag(flags.shard, environment.variable);
  if (!shard) return tl::unexpected(shard.error());
  if (*shard)
    if (const Result<void> refused = refuse_unsplit(flags.hunt, flags.candidates.size()); !refused)
      return tl::unexpected(refused.error());
  Result<HuntOptions> options = read_hunt_flags(flags.hunt, environment.err);
  if (!options) return options;
  if (flags.reference.against && (options->is_all || options->is_laws_only))
    return make_error(ErrorCode::kBadFlagValue, "--against excludes --all and --laws-only",
                      "a reference knows neither mistakes nor laws");
  options->shard = *shard;
  return options;
}

Result<ExitCode> run_vet(const VetFlags& flags, Environment& environment) {
  if (const Result<void> refused = refuse_later_flags(flags.later); !refused)
    return tl::unexpected(refused.error());
  const Result<CandidateSetup> setup = read_candidate_flags(flags.candidate, environment);
  if (!setup) return tl::unexpected(setup.error());
  const Result<ProgressMode> progress = read_progress(flags.output, environment);
  if (!progress) return tl::unexpected(progress.error());
  Result<HuntOptions> options = read_options(flags, environment);
  if (!options) return tl::unexpected(options.error());
  Result<std::vector<Entrant>> entrants = find_entrants(flags, *setup, environment);
  if (!entrants) return tl::unexpected(entrants.error());
  if (const Result<void> refused = refuse_endless_scope(*entrants, *options, setup->profile); !refused)
    return tl::unexpected(refused.error());
  const Result<PinStore> pins = PinStore::read(flags.pins, environment);
  if (!pins) return tl::unexpected(pins.error());
  // Read once before anything runs, so that a typo in it costs no time.
  if (const Result<ReferenceSetup> against = read_reference_flags(flags.reference, *setup); !against)
    return tl::unexpected(against.error());
  Result<ReportSet> reports = ReportSet::open(flags.output, flags.candidates, environment);
  if (!reports) return tl::unexpected(reports.error());
  if (reports->needs(ReportNeeds::kAccuracy)) options->measured = Measured::kAccuracy;

  warn_of_void_limits(*setup, environment);
  std::vector<RunReport> runs;
  ExitCode code = ExitCode::kHeld;
  for (Entrant& entrant : *entrants) {
    // A reference for each: one that keeps state must not carry it from run to run.
    Result<ReferenceSetup> against = read_reference_flags(flags.reference, *setup);
    if (!against) return tl::unexpected(against.error());
    runs.push_back(vet_one(entrant, *setup, *options, std::move(*against), *pins, *progress, environment));
    if (options->shard) {
      const bool is_pending = runs.back().shard && runs.back().shard->is_pending;
      runs.back().shard = ShardReport{*options->shard, is_pending, budget_words(flags.hunt, *options)};
    }
    if (options->time) runs.back().repeat = repeat_line(environment.arguments, runs.back());
    code = worse(code, exit_code_of(runs.back()));
  }
  if (environment.interrupted) code = worse(code, ExitCode::kUnjudged);
  pins->add_findings(runs, environment);

  Session session;
  session.version = environment.version;
  session.seed = options->seed;
  session.command_line = repeat_line(environment.arguments, options->seed);
  session.pin_file = pins->file();
  if (entrants->size() > 1) session.pairs = compare_all(*entrants, *setup, *options, *progress, environment);
  session.exit_code = static_cast<int>(code);
  if (const Result<void> written = reports->write(session, runs); !written) {
    print_error(environment.err, written.error());
    code = worse(code, ExitCode::kUsage);
  }
  return code;
}

}  // namespace

CommandRun declare_vet(CLI::App& command) {
  const auto flags = std::make_shared<VetFlags>();
  add_words(command, "CANDIDATE", flags->candidates, Presence::kRequired,
            "path.py[:function], path.so[:symbol], 'exec:command line' or builtin:name");
  add_candidate_flags(command, flags->candidate);
  add_case_flags(command, flags->hunt);
  add_bound_flags(command, flags->hunt);
  add_value(command, "--pins", flags->pins, "FILE", "pinned cases (.gradvet/pins.jsonl), or off");
  add_report_flags(command, flags->output);
  add_console_flags(command, flags->output);
  add_reference_flags(command, flags->reference);
  add_shard_flag(command, flags->shard);
  add_later_flags(command, flags->later);
  return [flags](Environment& environment) { return run_vet(*flags, environment); };
}

}  // namespace gradvet
