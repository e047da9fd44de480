#include "src/cli/commands/vet.hpp"

#include <fmt/format.h>

#include <iterator>
#include <memory>
#include <ostream>

#include "src/cli/flags.hpp"
#include "src/cli/messages.hpp"
#include "src/cli/output_flags.hpp"
#include "src/cli/pin_store.hpp"
#include "src/cli/progress_line.hpp"
#include "src/cli/repeat_line.hpp"
#include "src/cli/shard_flags.hpp"
#include "src/cli/vet_requests.hpp"
#include "src/engine/pairs.hpp"
#include "src/reporters/terminal_text.hpp"

namespace gradvet {

namespace {

struct VetFlags {
  std::vector<std::string> candidates;
  VetSettings settings;
  ConfigFlags config;
  OutputFlags output;
  std::optional<std::string> pins;
  std::optional<std::string> shard;
};

/// A candidate and what it is held to; or why it cannot be called at all.
struct Entrant {
  std::string word;
  const Contract* contract = nullptr;
  std::unique_ptr<Candidate> candidate;
  std::vector<std::unique_ptr<Candidate>> copies;  ///< of it, for --jobs
};

/// A request, read: nothing of it can be mistyped any more.
struct Task {
  VetRequest request;
  CandidateSetup setup;
  HuntOptions options;
  std::vector<Entrant> entrants;
};

/// Finds every candidate and its contract before anything runs, so that a typo in the last one costs no time.
Result<std::vector<Entrant>> find_entrants(const std::vector<std::string>& words, const CandidateSetup& setup,
                                           std::size_t jobs, const Environment& environment) {
  std::vector<Entrant> entrants;
  for (const std::string& word : words) {
    Result<std::unique_ptr<Candidate>> candidate = make_candidate(word, setup.settings);
    if (!candidate) return tl::unexpected(candidate.error());
    const Result<const Contract*> contract = choose_contract(word, setup, environment);
    if (!contract) return tl::unexpected(contract.error());
    Entrant& entrant = entrants.emplace_back(Entrant{word, *contract, std::move(*candidate), {}});
    for (std::size_t job = 1; job < jobs; ++job) {
      Result<std::unique_ptr<Candidate>> copy = make_candidate(word, setup.settings);
      if (!copy) return tl::unexpected(copy.error());
      entrant.copies.push_back(std::move(*copy));
    }
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
  const std::vector<std::unique_ptr<Candidate>> copies = std::move(entrant.copies);
  const std::unique_ptr<Candidate> judging = std::move(against.candidate);
  std::optional<Reference> reference;
  if (judging) {
    reference.emplace(Reference{*judging, against.within});
    options.reference = &*reference;
  }
  std::vector<Candidate*> all = {candidate.get()};
  for (const std::unique_ptr<Candidate>& copy : copies) all.push_back(copy.get());
  if (judging) all.push_back(judging.get());
  options.copies = std::span(all).subspan(1, copies.size());
  for (Candidate* opening : all) {
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

Result<Task> read_task(const VetRequest& request, const Environment& environment) {
  Task task{request, {}, {}, {}};
  const VetSettings& settings = request.settings;
  const Result<CandidateSetup> setup = read_candidate_flags(settings.candidate, environment);
  if (!setup) return tl::unexpected(setup.error());
  task.setup = *setup;
  const Result<HuntOptions> options = read_hunt_flags(settings.hunt, environment.err);
  if (!options) return tl::unexpected(options.error());
  task.options = *options;
  if (settings.reference.against && (task.options.is_all || task.options.is_laws_only))
    return make_error(ErrorCode::kBadFlagValue, "--against excludes --all and --laws-only",
                      "a reference knows neither mistakes nor laws");
  const Result<std::size_t> jobs = read_jobs(settings.hunt);
  if (!jobs) return tl::unexpected(jobs.error());
  if (*jobs > 1 && settings.candidate.is_in_process)
    return make_error(ErrorCode::kBadFlagValue, "--in-process excludes --jobs above 1",
                      "what is loaded into gradvet itself is called by one thread");
  Result<std::vector<Entrant>> entrants = find_entrants(request.candidates, task.setup, *jobs, environment);
  if (!entrants) return tl::unexpected(entrants.error());
  task.entrants = std::move(*entrants);
  if (const Result<void> refused = refuse_endless_scope(task.entrants, task.options, task.setup.profile);
      !refused)
    return tl::unexpected(refused.error());
  // Read once before anything runs, so that a typo in it costs no time.
  if (const Result<ReferenceSetup> against = read_reference_flags(settings.reference, task.setup); !against)
    return tl::unexpected(against.error());
  return task;
}

Result<std::vector<Task>> read_tasks(const std::vector<VetRequest>& requests,
                                     const Environment& environment) {
  std::vector<Task> tasks;
  for (const VetRequest& request : requests) {
    Result<Task> task = read_task(request, environment);
    if (!task) {
      if (!request.place.empty()) task.error().message = request.place + ": " + task.error().message;
      return tl::unexpected(task.error());
    }
    tasks.push_back(std::move(*task));
  }
  return tasks;
}

std::vector<std::string> all_candidates(const std::vector<VetRequest>& requests) {
  std::vector<std::string> words;
  for (const VetRequest& request : requests)
    words.insert(words.end(), request.candidates.begin(), request.candidates.end());
  return words;
}

/// What is wrong on the command line must not be said of a line of gradvet.toml.
Result<void> check_flags(const VetSettings& settings, const Environment& environment) {
  std::ostream nowhere(nullptr);
  if (const Result<CandidateSetup> setup = read_candidate_flags(settings.candidate, environment); !setup)
    return tl::unexpected(setup.error());
  if (const Result<HuntOptions> options = read_hunt_flags(settings.hunt, nowhere); !options)
    return tl::unexpected(options.error());
  if (const Result<std::size_t> jobs = read_jobs(settings.hunt); !jobs) return tl::unexpected(jobs.error());
  return {};
}

/// The part of the hunt that is to be run; of the only one, then.
Result<std::optional<Shard>> read_shard(const std::optional<std::string>& flag,
                                        const std::vector<VetRequest>& requests,
                                        const Environment& environment) {
  Result<std::optional<Shard>> shard = read_shard_flag(flag, environment.variable);
  if (!shard || !*shard) return shard;
  const std::size_t candidates = all_candidates(requests).size();
  for (const VetRequest& request : requests)
    if (const Result<void> refused = refuse_unsplit(request.settings.hunt, candidates); !refused)
      return tl::unexpected(refused.error());
  return shard;
}

Result<ExitCode> run_vet(const VetFlags& flags, Environment& environment) {
  if (const Result<void> checked = check_flags(flags.settings, environment); !checked)
    return tl::unexpected(checked.error());
  const Result<VetPlan> plan =
      plan_requests(flags.candidates, flags.settings, flags.config, flags.output, flags.pins);
  if (!plan) return tl::unexpected(plan.error());
  const Result<ProgressMode> progress = read_progress(plan->output, environment);
  if (!progress) return tl::unexpected(progress.error());
  const Result<std::optional<Shard>> shard = read_shard(flags.shard, plan->requests, environment);
  if (!shard) return tl::unexpected(shard.error());
  Result<std::vector<Task>> tasks = read_tasks(plan->requests, environment);
  if (!tasks) return tl::unexpected(tasks.error());
  const Result<PinStore> pins = PinStore::read(plan->pins, environment);
  if (!pins) return tl::unexpected(pins.error());
  Result<ReportSet> reports = ReportSet::open(plan->output, all_candidates(plan->requests), environment);
  if (!reports) return tl::unexpected(reports.error());

  Session session;
  session.version = environment.version;
  session.seed = tasks->front().options.seed;
  session.command_line = repeat_line(environment.arguments, session.seed);
  session.pin_file = pins->file();
  std::vector<RunReport> runs;
  ExitCode code = ExitCode::kHeld;
  for (Task& task : *tasks) {
    if (reports->needs(ReportNeeds::kAccuracy)) task.options.measured = Measured::kAccuracy;
    task.options.shard = *shard;
    warn_of_void_limits(task.setup, environment);
    for (Entrant& entrant : task.entrants) {
      // A reference for each: one that keeps state must not carry it from run to run.
      Result<ReferenceSetup> against = read_reference_flags(task.request.settings.reference, task.setup);
      if (!against) return tl::unexpected(against.error());
      runs.push_back(
          vet_one(entrant, task.setup, task.options, std::move(*against), *pins, *progress, environment));
      if (task.options.shard) {
        const bool is_pending = runs.back().shard && runs.back().shard->is_pending;
        runs.back().shard = ShardReport{*task.options.shard, is_pending,
                                        budget_words(task.request.settings.hunt, task.options)};
      }
      if (task.options.time)
        runs.back().repeat = repeat_line(
            plan->has_file ? arguments_of(entrant.word, task.request.settings) : environment.arguments,
            runs.back());
      code = worse(code, exit_code_of(runs.back()));
    }
  }
  if (environment.interrupted) code = worse(code, ExitCode::kUnjudged);
  pins->add_findings(runs, environment);
  for (const Task& task : *tasks) {
    if (task.entrants.size() < 2) continue;
    std::vector<PairReport> pairs =
        compare_all(task.entrants, task.setup, task.options, *progress, environment);
    std::move(pairs.begin(), pairs.end(), std::back_inserter(session.pairs));
  }
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
  add_words(command, "CANDIDATE", flags->candidates, Presence::kOptional,
            "path.py[:function], path.so[:symbol], 'exec:command line' or builtin:name");
  add_candidate_flags(command, flags->settings.candidate);
  add_case_flags(command, flags->settings.hunt);
  add_bound_flags(command, flags->settings.hunt);
  add_value(command, "--pins", flags->pins, "FILE", "pinned cases (.gradvet/pins.jsonl), or off");
  add_report_flags(command, flags->output);
  add_console_flags(command, flags->output);
  add_reference_flags(command, flags->settings.reference);
  add_shard_flag(command, flags->shard);
  add_config_flags(command, flags->config);
  return [flags](Environment& environment) { return run_vet(*flags, environment); };
}

}  // namespace gradvet
