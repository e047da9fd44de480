#include "src/cli/commands/replay.hpp"

#include <fmt/format.h>

#include <memory>

#include "src/cli/candidate_flags.hpp"
#include "src/cli/case_words.hpp"
#include "src/cli/flags.hpp"
#include "src/cli/known_ids.hpp"
#include "src/cli/messages.hpp"
#include "src/cli/output_flags.hpp"
#include "src/cli/reference_flags.hpp"
#include "src/cli/repeat_line.hpp"
#include "src/engine/replay_cases.hpp"

namespace gradvet {

namespace {

struct ReplayFlags {
  std::string word;
  std::optional<std::string> candidate;
  CandidateFlags candidate_flags;
  ReferenceFlags reference;
  OutputFlags output;
};

/// --contract first, then the contract that a pin carries, then what the candidate tells.
Result<const Contract*> contract_of(const ReplayFlags& flags, const GivenCases& given,
                                    const CandidateSetup& setup, const Environment& environment) {
  if (setup.contract == nullptr && !given.contract.empty())
    return find_contract(environment.contracts, given.contract);
  return choose_contract(*flags.candidate, setup, environment);
}

Result<ExitCode> run_replay(const ReplayFlags& flags, Environment& environment) {
  if (!flags.candidate)
    return make_error(ErrorCode::kMissingArgument, "replay needs a candidate",
                      "name it: --candidate mean.py:solve");
  const Result<CandidateSetup> setup = read_candidate_flags(flags.candidate_flags, environment);
  if (!setup) return tl::unexpected(setup.error());
  const Result<GivenCases> given = read_given_cases(flags.word);
  if (!given) return tl::unexpected(given.error());
  const Interruption interruption(environment.interrupted);
  CandidateLimits limits = setup->limits;
  limits.interruption = &interruption;
  Result<std::unique_ptr<Candidate>> candidate = make_candidate(*flags.candidate, setup->settings);
  if (!candidate) return tl::unexpected(candidate.error());
  const Result<const Contract*> contract = contract_of(flags, *given, *setup, environment);
  if (!contract) return tl::unexpected(contract.error());
  const Result<std::vector<Case>> cases = cases_of(*given, **contract, setup->profile);
  if (!cases) return tl::unexpected(cases.error());
  Result<ReferenceSetup> against = read_reference_flags(flags.reference, *setup);
  if (!against) return tl::unexpected(against.error());
  Result<ReportSet> reports = ReportSet::open(flags.output, {*flags.candidate}, environment);
  if (!reports) return tl::unexpected(reports.error());

  std::optional<Reference> reference;
  warn_of_void_limits(*setup, environment);
  if (against->candidate) {
    if (const Result<void> opened = against->candidate->open(**contract, setup->profile, limits); !opened)
      return tl::unexpected(opened.error());
    reference.emplace(Reference{*against->candidate, against->within});
  }
  if (const Result<void> opened = (*candidate)->open(**contract, setup->profile, limits); !opened)
    return tl::unexpected(opened.error());
  std::vector<RunReport> runs;
  runs.push_back(replay(**candidate, **contract, setup->profile, *cases, reference ? &*reference : nullptr));
  Session session;
  session.version = environment.version;
  session.command_line = repeat_line(environment.arguments, session.seed);
  // A long case that came by line is named by that line again.
  session.pin_file = given->file;
  for (Finding& finding : runs.front().findings) finding.pin_line = given->line;
  session.exit_code = static_cast<int>(exit_code_of(runs.front()));
  if (const Result<void> written = reports->write(session, runs); !written)
    print_error(environment.err, written.error());
  return exit_code_of(runs.front());
}

}  // namespace

CommandRun declare_replay(CLI::App& command) {
  const auto flags = std::make_shared<ReplayFlags>();
  add_word(command, "CASE", flags->word, Presence::kRequired,
           "the case as JSON, or FILE[:LINE] that holds it; pins are lines");
  add_value(command, "--candidate", flags->candidate, "C", "what is judged, in the words of gradvet vet");
  add_candidate_flags(command, flags->candidate_flags);
  add_reference_flags(command, flags->reference);
  add_report_flags(command, flags->output);
  add_console_flags(command, flags->output);
  return [flags](Environment& environment) { return run_replay(*flags, environment); };
}

}  // namespace gradvet
