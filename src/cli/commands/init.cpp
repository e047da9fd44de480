#include "src/cli/commands/init.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <ostream>
#include <vector>

#include "src/cli/ci_workflow.hpp"
#include "src/cli/flags.hpp"
#include "src/cli/known_ids.hpp"
#include "src/cli/messages.hpp"
#include "src/cli/new_files.hpp"
#include "src/cli/project_file.hpp"
#include "src/cli/starter.hpp"

namespace gradvet {

namespace {

struct InitFlags {
  std::string language;
  std::string path;
  std::optional<std::string> contract;
  std::optional<std::string> ci;
};

/// The entry of a table with this name; E101 with the nearest.
template <class Entry>
Result<const Entry*> find_named(std::span<const Entry> entries, std::string_view kind,
                                std::string_view word) {
  std::vector<std::string_view> names;
  for (const Entry& entry : entries) {
    if (entry.name == word) return &entry;
    names.push_back(entry.name);
  }
  return tl::unexpected(
      unknown_name(kind, word, names, fmt::format("init writes {}", fmt::join(names, ", "))));
}

Result<const Contract*> wanted_contract(const InitFlags& flags, ContractTable contracts) {
  if (flags.contract) return find_contract(contracts, *flags.contract);
  std::vector<std::string_view> ids;
  for (const Contract* contract : contracts) ids.push_back(contract->info().id);
  return make_error(
      ErrorCode::kMissingArgument, "init needs --contract NAME: what the candidate computes",
      fmt::format("one of {}; gradvet list contracts says what they are", fmt::join(ids, ", ")));
}

bool is_plain(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
         byte == '_' || byte == '-' || byte == '.';
}

/// Compilers make names of files, comments and CI files quote them: what all of them take.
bool is_plain_name(const std::string& name) {
  return std::ranges::all_of(name, is_plain) && !name.starts_with('-') && !name.starts_with('.');
}

/// True for a path inside of the working folder that a CI file can name as it is.
bool is_plain_path(const std::filesystem::path& path) {
  return path.is_relative() && std::ranges::all_of(path, [](const std::filesystem::path& part) {
           return is_plain_name(part.string());
         });
}

/// Where the candidate is to lie: my_vector_mean.py where no path is named, in the folder that is.
Result<std::filesystem::path> wanted_file(const InitFlags& flags, const StarterLanguage& language,
                                          const Contract& contract) {
  std::string name = fmt::format("my_{}{}", contract.info().id, language.ending);
  std::ranges::replace(name, '-', '_');
  std::filesystem::path file = flags.path.empty() ? name : flags.path;
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) file /= name;
  file = file.lexically_normal();
  // A folder such as -x would be read as a flag.
  if (file.string().starts_with('-')) file = "." / file;
  if (!is_plain_name(file.filename().string()) || file.extension() != language.ending)
    return tl::unexpected(
        bad_value("PATH",
                  fmt::format("a file whose name has letters, digits, '_', '-' and '.' and ends in '{}'",
                              language.ending),
                  flags.path));
  if (flags.ci && !is_plain_path(file))
    return make_error(ErrorCode::kBadFlagValue,
                      fmt::format("--ci cannot name '{}' in its file", file.string()),
                      "start in the root of the repository, with a PATH of plain names below it");
  return file;
}

/// The folder of gradvet.h, installed with this program or in the sources that it was built in; empty where
/// compilers look by themselves, or where it is nowhere.
std::filesystem::path header_folder(const std::filesystem::path& program) {
  const std::filesystem::path folder = program.parent_path();
  for (const char* way : {"../include", "../../src/candidates/abi"}) {
    const std::filesystem::path headers = (folder / way).lexically_normal();
    if (!std::filesystem::exists(headers / "gradvet.h")) continue;
    return headers == "/usr/include" || headers == "/usr/local/include" ? std::filesystem::path() : headers;
  }
  return {};
}

/// What is to be written, and what to say then.
struct Plan {
  std::vector<NewFile> files;
  std::vector<std::string> next;   ///< command lines
  std::vector<std::string> notes;  ///< sentences
};

Result<CiSubject> plan_candidate(const InitFlags& flags, const Environment& environment, Plan& plan) {
  const Result<const StarterLanguage*> language = find_named(starter_languages(), "language", flags.language);
  if (!language) return tl::unexpected(language.error());
  const Result<const Contract*> contract = wanted_contract(flags, environment.contracts);
  if (!contract) return tl::unexpected(contract.error());
  const Result<std::filesystem::path> file = wanted_file(flags, **language, **contract);
  if (!file) return tl::unexpected(file.error());
  StarterWish wish{
      (*contract)->info().id, (*contract)->info().statement, (*contract)->repair().python, *file, {}};
  // In CI gradvet is installed where compilers look; here it may be elsewhere.
  const Result<Starter> in_ci = make_starter(**language, wish);
  if (!in_ci) return tl::unexpected(in_ci.error());
  wish.headers = header_folder(environment.program);
  const Result<Starter> here = make_starter(**language, wish);
  if (!here) return tl::unexpected(here.error());
  plan.files.push_back({*file, here->text});
  if (!here->build.empty()) plan.next.push_back(here->build);
  plan.next.push_back(here->vet);
  plan.notes.push_back(
      fmt::format("{} is held as it stands; your own code goes where it says YOUR CODE", file->string()));
  return CiSubject{file->string(), in_ci->build, in_ci->vet, in_ci->packages};
}

Result<void> plan_ci(const InitFlags& flags, const CiSubject& subject, Plan& plan) {
  const Result<const CiService*> service = find_named(ci_services(), "CI service", *flags.ci);
  if (!service) return tl::unexpected(service.error());
  const CiService& wanted = **service;
  plan.files.push_back(ci_file(wanted, subject));
  plan.notes.push_back(
      fmt::format("the first lines of {} say how {} gets gradvet", wanted.path, wanted.title));
  if (wanted.root_path.empty()) return {};
  if (!std::filesystem::exists(wanted.root_path))
    plan.files.push_back({wanted.root_path, std::string(wanted.root_text)});
  else
    plan.notes.push_back(fmt::format("{} was there; add to it:\n\n{}", wanted.root_path, wanted.root_text));
  return {};
}

tl::unexpected<Error> no_language() {
  std::vector<std::string_view> names;
  for (const StarterLanguage& language : starter_languages()) names.push_back(language.name);
  return make_error(
      ErrorCode::kMissingArgument, "init needs a LANGUAGE",
      fmt::format("one of {}: gradvet init python --contract vector-mean", fmt::join(names, ", ")));
}

Result<ExitCode> run_init(const InitFlags& flags, Environment& environment) {
  Plan plan;
  CiSubject subject{"what gradvet.toml lists", "# build here what it lists, where that has to be built",
                    "gradvet vet", "python3"};
  if (!flags.language.empty()) {
    Result<CiSubject> candidate = plan_candidate(flags, environment, plan);
    if (!candidate) return tl::unexpected(candidate.error());
    subject = std::move(*candidate);
  } else if (!flags.ci || flags.contract) {
    return no_language();
  } else if (find_project_file(std::filesystem::current_path()).empty()) {
    plan.notes.push_back("gradvet.toml is not there yet: it lists what plain gradvet vet vets");
  }
  if (flags.ci)
    if (const Result<void> planned = plan_ci(flags, subject, plan); !planned)
      return tl::unexpected(planned.error());
  if (const Result<void> written = write_new_files(plan.files); !written)
    return tl::unexpected(written.error());
  for (const NewFile& file : plan.files) environment.out << "wrote " << file.path.string() << '\n';
  if (!plan.next.empty()) environment.out << "\nnext:\n";
  for (const std::string& line : plan.next) environment.out << "  " << line << '\n';
  environment.out << '\n';
  for (const std::string& note : plan.notes) environment.out << note << '\n';
  return ExitCode::kHeld;
}

}  // namespace

CommandRun declare_init(CLI::App& command) {
  const auto flags = std::make_shared<InitFlags>();
  add_word(command, "LANGUAGE", flags->language, Presence::kOptional,
           "python, c, cpp, rust, go or javascript; none: --ci alone");
  add_word(command, "PATH", flags->path, Presence::kOptional,
           "where to write it (my_CONTRACT.py, and so on)");
  add_value(command, "--contract", flags->contract, "NAME", "the contract that it keeps");
  add_value(command, "--ci", flags->ci, "SERVICE", "github or gitlab: write what vets it on every push, too");
  return [flags](Environment& environment) { return run_init(*flags, environment); };
}

}  // namespace gradvet
