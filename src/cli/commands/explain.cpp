#include "src/cli/commands/explain.hpp"

#include <fmt/format.h>

#include <array>
#include <memory>
#include <ostream>

#include "src/cli/explain_pages.hpp"
#include "src/cli/flag_values.hpp"
#include "src/cli/flags.hpp"
#include "src/cli/known_ids.hpp"
#include "src/cli/map_flags.hpp"
#include "src/cli/mapped_forms.hpp"
#include "src/cli/messages.hpp"
#include "src/cli/python_program.hpp"

namespace gradvet {

namespace {

constexpr int kMostVariant = 64;

struct ExplainFlags {
  std::string id;
  std::optional<std::string> source;
  std::optional<std::string> role;
  std::optional<std::string> variant;
  MapFlags map;
};

/// The role that is meant where none is named: the form's own, a mechanism's failure, a contract's repair.
FormRole default_role(const KnownId& known) {
  if (known.form != nullptr) return known.form->role;
  return known.mechanism != nullptr ? FormRole::kFailure : FormRole::kRepair;
}

Result<FormRole> read_role(const std::optional<std::string>& text, const KnownId& known) {
  if (!text) return default_role(known);
  static constexpr std::array kRoles = {FormRole::kFailure, FormRole::kUnsuccessfulFix, FormRole::kRepair};
  std::vector<std::string_view> names;
  for (const FormRole role : kRoles) {
    if (to_text(role) == *text) return role;
    names.push_back(to_text(role));
  }
  return tl::unexpected(
      unknown_name("role", *text, names, "the roles are failure, unsuccessful-fix and repair"));
}

Result<const Form*> find_form(const KnownId& known, FormRole role, const std::string& word) {
  if (known.form != nullptr && known.form->role == role) return known.form;
  if (role == FormRole::kRepair) return &known.contract->repair();
  const Mechanism* mechanism = known.mechanism != nullptr ? known.mechanism : main_mechanism(*known.contract);
  if (mechanism == nullptr)
    return make_error(
        ErrorCode::kUnknownName,
        fmt::format("'{}' has several mechanisms, so that '{}' names none of them", word, to_text(role)),
        "name one of gradvet list mechanisms");
  const Form* form = role == FormRole::kFailure ? mechanism->failure : mechanism->unsuccessful_fix;
  if (form == nullptr)
    return make_error(ErrorCode::kUnknownName, fmt::format("{} has no {}", mechanism->id, to_text(role)));
  return form;
}

Result<ExitCode> write_source(const ExplainFlags& flags, const KnownId& known, Environment& environment) {
  static constexpr std::array<std::string_view, 1> kLanguages = {"python"};
  if (*flags.source != kLanguages[0])
    return tl::unexpected(unknown_name("language of --source", *flags.source, kLanguages, "it takes python"));
  const Result<FormRole> role = read_role(flags.role, known);
  if (!role) return tl::unexpected(role.error());
  const Result<std::uint64_t> variant = read_count("--variant", flags.variant.value_or("1"), 1, kMostVariant);
  if (!variant) return tl::unexpected(variant.error());
  const Result<const Form*> form = find_form(known, *role, flags.id);
  if (!form) return tl::unexpected(form.error());
  const std::string program = python_program(*known.contract, **form, known.mechanism,
                                             static_cast<int>(*variant), environment.version);
  if (program.empty())
    return make_error(ErrorCode::kUnknownName, fmt::format("'{}' has no Python text", (*form)->id),
                      "the repair, the failures and the unsuccessful fixes have one");
  environment.out << program;
  return ExitCode::kHeld;
}

/// The mechanisms that the words ask for: of every contract where no ID is named.
Result<FailureMap> make_map(const ExplainFlags& flags, const Environment& environment) {
  KnownId wanted;
  if (!flags.id.empty()) {
    const Result<KnownId> known = find_known(environment.contracts, flags.id);
    if (!known) return tl::unexpected(known.error());
    if (known->form != nullptr)
      return make_error(ErrorCode::kUnknownName,
                        fmt::format("'{}' is one form; a failure map has whole mechanisms", flags.id),
                        "name a contract or a mechanism of gradvet list mechanisms, or none for all of them");
    wanted = *known;
  }
  FailureMap map{std::string(environment.version), {}};
  for (const Contract* contract : environment.contracts) {
    if (wanted.contract != nullptr && wanted.contract != contract) continue;
    for (const Mechanism& mechanism : contract->mechanisms())
      if (wanted.mechanism == nullptr || wanted.mechanism->id == mechanism.id)
        map.mechanisms.push_back(map_mechanism(*contract, mechanism, environment.version));
  }
  return map;
}

Result<ExitCode> write_map(const ExplainFlags& flags, Environment& environment) {
  if (flags.source || flags.role || flags.variant)
    return make_error(ErrorCode::kBadFlagValue,
                      "--json and --html write every program; --source, --role and --variant choose one",
                      "leave them out, or --json and --html");
  Result<MapFiles> files = MapFiles::open(flags.map, environment);
  if (!files) return tl::unexpected(files.error());
  const Result<FailureMap> map = make_map(flags, environment);
  if (!map) return tl::unexpected(map.error());
  const Result<void> written = files->write(*map);
  if (!written) return tl::unexpected(written.error());
  return ExitCode::kHeld;
}

Result<ExitCode> run_explain(const ExplainFlags& flags, Environment& environment) {
  if (flags.map.is_wanted()) return write_map(flags, environment);
  if (flags.id.empty())
    return make_error(ErrorCode::kMissingArgument, "explain needs an ID: a contract, a mechanism or a form",
                      "gradvet list contracts and gradvet list mechanisms show them; --json PATH and --html "
                      "PATH export all");
  const Result<KnownId> known = find_known(environment.contracts, flags.id);
  if (!known) return tl::unexpected(known.error());
  if (flags.source) return write_source(flags, *known, environment);
  if (flags.role || flags.variant)
    return make_error(ErrorCode::kMissingArgument,
                      "--role and --variant choose a program, but no --source is named",
                      "add --source python");
  if (known->form != nullptr)
    environment.out << form_page(*known->contract, *known->form);
  else if (known->mechanism != nullptr)
    environment.out << mechanism_page(
        *known->contract, map_variant(*known->contract, *known->mechanism, 1, environment.version),
        *known->mechanism);
  else
    environment.out << contract_page(*known->contract);
  return ExitCode::kHeld;
}

}  // namespace

CommandRun declare_explain(CLI::App& command) {
  const auto flags = std::make_shared<ExplainFlags>();
  add_word(command, "ID", flags->id, Presence::kOptional,
           "a contract, an alias such as FA-98881, a mechanism or a form");
  add_value(command, "--source", flags->source, "LANGUAGE", "print it as a program: python");
  add_value(command, "--role", flags->role, "ROLE", "failure, unsuccessful-fix or repair");
  add_value(command, "--variant", flags->variant, "N", "the fixtures' variant number, 1 to 64 (1)");
  add_map_flags(command, flags->map);
  return [flags](Environment& environment) { return run_explain(*flags, environment); };
}

}  // namespace gradvet
