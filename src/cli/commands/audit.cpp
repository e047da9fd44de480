#include "src/cli/commands/audit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <ostream>

#include "src/cli/candidate_flags.hpp"
#include "src/cli/flags.hpp"
#include "src/cli/hunt_flags.hpp"
#include "src/cli/known_ids.hpp"
#include "src/cli/output_flags.hpp"
#include "src/cli/progress_line.hpp"

namespace gradvet {

namespace {

struct AuditFlags {
  std::optional<std::string> contract;
  std::optional<std::string> profile;
  HuntFlags hunt;
  OutputFlags output;
};

/// A form and the mechanism it belongs to (null for repair and honest forms).
struct AuditedForm {
  const Contract* contract;
  const Form* form;
  const Mechanism* mechanism;
};

std::vector<AuditedForm> audited_forms(ContractTable contracts, const Contract* only) {
  std::vector<AuditedForm> forms;
  for (const Contract* contract : contracts) {
    if (only != nullptr && contract != only) continue;
    for (const Form* form : all_forms(*contract)) {
      const Mechanism* owner = nullptr;
      for (const Mechanism& mechanism : contract->mechanisms())
        if (mechanism.failure == form || mechanism.unsuccessful_fix == form) owner = &mechanism;
      forms.push_back({contract, form, owner});
    }
  }
  return forms;
}

/// What the hunt made of one form, set against what it is known to be.
struct AuditRow {
  RunReport run;
  std::string name_given;  ///< of the mistake, by the first finding that has one
  bool is_as_expected = false;
};

/// Whether no case of the run could have told the form from the contract.
bool is_lost_in_rounding(const AuditedForm& audited, const RunReport& run) {
  const auto power = std::ranges::find(run.power, audited.form, &FormPower::form);
  return power != run.power.end() && power->told_apart == 0;
}

/// A mistake of precision is none under a profile whose formats are as small, and one that such a format hides
/// cannot be found.
bool is_due(const AuditedForm& audited, const RunReport& run) {
  if (audited.mechanism == nullptr) return run.verdict == Verdict::kHeld;
  if (run.verdict != Verdict::kHeld) return run.verdict == Verdict::kBroken;
  return run.profile != Profile{} && (audited.form->is_precision || is_lost_in_rounding(audited, run));
}

AuditRow judge_row(const AuditedForm& audited, RunReport run) {
  AuditRow row;
  bool is_named_wrongly = false;
  for (const Finding& finding : run.findings) {
    if (!finding.mistake || !row.name_given.empty()) continue;
    const bool is_right =
        finding.mistake->mechanism == audited.mechanism && finding.mistake->role == audited.form->role;
    is_named_wrongly = !is_right;
    row.name_given =
        is_right ? "named"
                 : fmt::format("named {}/{}", finding.mistake->mechanism->id, to_text(finding.mistake->role));
  }
  row.is_as_expected = is_due(audited, run) && !is_named_wrongly;
  row.run = std::move(run);
  return row;
}

std::string row_text(const AuditRow& row, const AuditedForm& audited, std::size_t width,
                     const Palette& palette) {
  const std::string verdict(to_text(row.run.verdict));
  std::string kind = row.run.findings.empty() ? "" : std::string(to_text(row.run.findings.front().kind));
  if (audited.mechanism != nullptr && !kind.empty()) {
    kind += ", " + (row.name_given.empty() ? std::string("not named") : row.name_given);
  } else if (audited.mechanism != nullptr && row.is_as_expected) {
    kind = to_text(row.run.profile) + " cannot tell it from the contract";
  } else if (row.run.reason) {
    kind = terminal_text(*row.run.reason);
  }
  const std::string line = fmt::format("{:<{}}  {:<8}  {:>14}  {}", audited.form->id, width, verdict,
                                       counted(row.run.cases.total(), "case"), kind);
  const std::string mark = row.is_as_expected ? palette.good("ok ") : palette.bad("BAD");
  return mark + "  " + line.substr(0, line.find_last_not_of(' ') + 1);
}

Result<RunReport> hunt_form(const AuditedForm& audited, const Profile& profile, const HuntOptions& options,
                            ProgressMode progress, Environment& environment) {
  const std::string name = fmt::format("builtin:{}", audited.form->id);
  const CandidateLimits limits;  // before the candidate, which refers to it
  CandidateSettings settings;
  settings.builtins = environment.builtins;
  Result<std::unique_ptr<Candidate>> candidate = make_candidate(name, settings);
  if (!candidate) return tl::unexpected(candidate.error());
  if (const Result<void> opened = (*candidate)->open(*audited.contract, profile, limits); !opened)
    return tl::unexpected(opened.error());
  ProgressLine line(environment.err, progress, name);
  return hunt(**candidate, *audited.contract, profile, options, {}, line, environment.interrupted);
}

Result<ExitCode> run_audit(const AuditFlags& flags, Environment& environment) {
  const Contract* only = nullptr;
  if (flags.contract) {
    const Result<const Contract*> found = find_contract(environment.contracts, *flags.contract);
    if (!found) return tl::unexpected(found.error());
    only = *found;
  }
  const Result<Profile> profile = read_profile(flags.profile);
  if (!profile) return tl::unexpected(profile.error());
  const Result<Colour> colour = read_colour(flags.output, environment.out_kind, environment);
  if (!colour) return tl::unexpected(colour.error());
  const Result<ProgressMode> progress = read_progress(flags.output, environment);
  if (!progress) return tl::unexpected(progress.error());
  const Result<HuntOptions> options = read_hunt_flags(flags.hunt, environment.err);
  if (!options) return tl::unexpected(options.error());

  const Palette palette(*colour);
  const std::vector<AuditedForm> forms = audited_forms(environment.contracts, only);
  std::size_t width = 0;
  for (const AuditedForm& audited : forms) width = std::max(width, audited.form->id.size());
  std::size_t as_expected = 0;
  for (const AuditedForm& audited : forms) {
    if (environment.interrupted) return ExitCode::kUnjudged;
    Result<RunReport> run = hunt_form(audited, *profile, *options, *progress, environment);
    if (!run) return tl::unexpected(run.error());
    const AuditRow row = judge_row(audited, std::move(*run));
    environment.out << row_text(row, audited, width, palette) << std::endl;
    as_expected += row.is_as_expected;
  }
  environment.out << fmt::format("{} of {} as expected\n", as_expected, counted(forms.size(), "form"));
  return as_expected == forms.size() ? ExitCode::kHeld : ExitCode::kBroken;
}

}  // namespace

CommandRun declare_audit(CLI::App& command) {
  const auto flags = std::make_shared<AuditFlags>();
  add_value(command, "--contract", flags->contract, "NAME", "only this one");
  add_value(command, "--profile", flags->profile, "P", "the arithmetic: float64 (default), float32, bf16-acc32, ...");
  add_case_flags(command, flags->hunt);
  add_console_flags(command, flags->output);
  return [flags](Environment& environment) { return run_audit(*flags, environment); };
}

}  // namespace gradvet
