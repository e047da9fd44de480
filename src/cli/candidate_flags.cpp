#include "src/cli/candidate_flags.hpp"

#include <fmt/format.h>

#include "src/candidates/python_candidate.hpp"
#include "src/cli/flag_values.hpp"
#include "src/cli/flags.hpp"
#include "src/cli/known_ids.hpp"
#include "src/cli/messages.hpp"
#include "src/core/operations.hpp"

namespace gradvet {

namespace {

/// With less, neither a Python nor what a worker does besides the call gets its memory.
constexpr std::uint64_t kLeastMemory = 16ULL << 20;

constexpr const char* kNameOne = "name the contract: --contract NAME (gradvet list contracts)";

Result<void> read_limit(std::string_view flag, const std::optional<std::string>& text,
                        std::chrono::milliseconds& limit) {
  if (!text) return {};
  const Result<std::chrono::milliseconds> read = read_duration(flag, *text);
  if (!read) return tl::unexpected(read.error());
  limit = *read;
  return {};
}

/// A function may leave out the optional parameters, which come last.
bool has_these_parameters(const Contract& contract, const std::vector<std::string>& names) {
  std::size_t at = 0;
  for (const Parameter& parameter : contract.info().parameters) {
    if (is_companion(parameter)) continue;
    if (at < names.size() && names[at] == parameter.name)
      ++at;
    else if (!parameter.is_optional)
      return false;
  }
  return at == names.size();
}

Result<const Contract*> contract_of_builtin(const CandidateWord& word, const CandidateSetup& setup,
                                            const Environment& environment) {
  const Result<KnownId> known = find_known(environment.contracts, word.target);
  if (!known) return tl::unexpected(known.error());
  if (setup.contract == nullptr || setup.contract == known->contract) return known->contract;
  return make_error(ErrorCode::kAmbiguousContract,
                    fmt::format("'{}' computes {}, not {}", word.name, known->contract->info().id,
                                setup.contract->info().id),
                    "leave out --contract, or name one of gradvet list candidates");
}

Result<const Contract*> contract_of_function(const CandidateWord& word, const CandidateSetup& setup,
                                             const Environment& environment) {
  const Result<std::string> python = find_python(setup.settings.python);
  if (!python) return tl::unexpected(python.error());
  const Interruption interruption(environment.interrupted);
  CandidateLimits limits = setup.limits;
  limits.interruption = &interruption;
  const Result<std::vector<std::string>> names =
      python_parameter_names({word.target, word.symbol, *python}, limits);
  if (!names) return tl::unexpected(names.error());
  const Contract* found = nullptr;
  for (const Contract* contract : environment.contracts) {
    if (!has_these_parameters(*contract, *names)) continue;
    if (found != nullptr)
      return make_error(ErrorCode::kAmbiguousContract,
                        fmt::format("'{}' fits {} and {}", word.name, found->info().id, contract->info().id),
                        kNameOne);
    found = contract;
  }
  if (found != nullptr) return found;
  std::string parameters;
  for (const std::string& name : *names) parameters += (parameters.empty() ? "" : ", ") + name;
  return make_error(
      ErrorCode::kAmbiguousContract,
      fmt::format("no contract has exactly the parameters of '{}': ({})", word.name, parameters), kNameOne);
}

}  // namespace

void add_candidate_flags(CLI::App& command, CandidateFlags& flags) {
  add_value(command, "--contract", flags.contract, "NAME",
            "what it must keep; can be told from many candidates");
  add_value(command, "--profile", flags.profile, "P",
            "its arithmetic: float64 (default), float32, bf16-acc32, ...");
  add_value(command, "--timeout", flags.timeout, "T", "for each case (1s)");
  add_value(command, "--start-timeout", flags.start_timeout, "T", "to its first answer (60s)");
  add_value(command, "--memory", flags.memory, "SIZE", "that it may use (4G)");
  add_value(command, "--python", flags.python, "PATH", "the Python to run it with (or GRADVET_PYTHON)");
  add_switch(command, "--in-process", flags.is_in_process,
             "load a library here, for debuggers: no --timeout, no --memory");
}

Result<Profile> read_profile(const std::optional<std::string>& text) {
  if (!text) return Profile{};
  return parse_profile(*text);
}

Result<CandidateSetup> read_candidate_flags(const CandidateFlags& flags, const Environment& environment) {
  CandidateSetup setup;
  if (flags.contract) {
    const Result<const Contract*> contract = find_contract(environment.contracts, *flags.contract);
    if (!contract) return tl::unexpected(contract.error());
    setup.contract = *contract;
  }
  const Result<Profile> profile = read_profile(flags.profile);
  if (!profile) return tl::unexpected(profile.error());
  setup.profile = *profile;
  Result<void> read = read_limit("--timeout", flags.timeout, setup.limits.per_case);
  if (read) read = read_limit("--start-timeout", flags.start_timeout, setup.limits.start);
  if (!read) return tl::unexpected(read.error());
  if (flags.memory) {
    const Result<std::uint64_t> memory = read_size("--memory", *flags.memory, kLeastMemory);
    if (!memory) return tl::unexpected(memory.error());
    setup.limits.memory_bytes = *memory;
  }
  setup.settings.python = flags.python.value_or(environment.python.value_or(""));
  setup.settings.builtins = environment.builtins;
  setup.settings.isolation = flags.is_in_process ? Isolation::kInProcess : Isolation::kForked;
  return setup;
}

void warn_of_void_limits(const CandidateSetup& setup, const Environment& environment) {
  if (setup.settings.isolation == Isolation::kForked) return;
  print_warning(environment.err,
                "--in-process keeps neither --timeout nor --memory, and a crash ends gradvet; --time and "
                "Ctrl-C are heeded between calls, an endless one is ended by Ctrl-C again");
}

Result<const Contract*> choose_contract(const std::string& candidate, const CandidateSetup& setup,
                                        const Environment& environment) {
  const Result<CandidateWord> word = parse_candidate_word(candidate);
  if (!word) return tl::unexpected(word.error());
  if (word->kind == CandidateKind::kBuiltin) return contract_of_builtin(*word, setup, environment);
  if (setup.contract != nullptr) return setup.contract;
  switch (word->kind) {
    case CandidateKind::kPython:
      return contract_of_function(*word, setup, environment);
    case CandidateKind::kBuiltin:
    case CandidateKind::kCommand:
    case CandidateKind::kSharedLibrary:
      break;
  }
  return make_error(ErrorCode::kMissingArgument,
                    fmt::format("nothing tells which contract '{}' must keep", candidate), kNameOne);
}

}  // namespace gradvet
