#include "src/cli/commands/completions.hpp"

#include <memory>
#include <ostream>

#include "src/cli/flags.hpp"
#include "src/cli/messages.hpp"
#include "src/cli/shell_completion.hpp"
#include "src/cli/starter.hpp"

namespace gradvet {

namespace {

std::vector<std::string> contract_names(const Environment& environment) {
  std::vector<std::string> names;
  for (const Contract* contract : environment.contracts) names.emplace_back(contract->info().id);
  return names;
}

std::vector<std::string> explained_names(const Environment& environment) {
  std::vector<std::string> names = contract_names(environment);
  for (const Contract* contract : environment.contracts)
    for (const Mechanism& mechanism : contract->mechanisms()) names.emplace_back(mechanism.id);
  return names;
}

std::vector<std::string> report_words(const Environment& environment) {
  std::vector<std::string> words;
  for (const ReporterEntry& entry : environment.reporters) words.push_back(std::string(entry.name) + "=");
  return words;
}

std::vector<std::string> shell_names() {
  std::vector<std::string> names;
  for (const CompletionShell& shell : completion_shells()) names.emplace_back(shell.name);
  return names;
}

std::vector<std::string> language_names() {
  std::vector<std::string> names;
  for (const StarterLanguage& language : starter_languages()) names.emplace_back(language.name);
  return names;
}

ValueChoices choices_of(const Environment& environment) {
  return [&environment](std::string_view command, std::string_view name) -> std::vector<std::string> {
    if (name == "--contract") return contract_names(environment);
    if (name == "--report") return report_words(environment);
    if (name == "--color") return {"auto", "always", "never"};
    if (name == "--progress") return {"auto", "never"};
    if (name == "--profile") return {"float64", "float32", "float16", "bfloat16", "f16-acc32", "bf16-acc32"};
    if (name == "--role") return {"failure", "unsuccessful-fix", "repair"};
    if (name == "--source") return {"python"};
    if (name == "--ci") return {"github", "gitlab"};
    if (command == "init") return language_names();
    if (command == "list") return {"contracts", "mechanisms", "candidates", "reporters"};
    if (command == "explain") return explained_names(environment);
    if (command == "completions") return shell_names();
    return {};
  };
}

Result<ExitCode> run_completions(const std::string& name, const CLI::App& command, Environment& environment) {
  std::vector<std::string_view> names;
  for (const CompletionShell& shell : completion_shells()) {
    names.push_back(shell.name);
    if (shell.name != name) continue;
    environment.out << shell.write(catalog_of_program(command), choices_of(environment));
    return ExitCode::kHeld;
  }
  return tl::unexpected(unknown_name("shell", name, names, "completions are written for these"));
}

}  // namespace

CommandRun declare_completions(CLI::App& command) {
  const auto shell = std::make_shared<std::string>();
  add_word(command, "SHELL", *shell, Presence::kRequired, "bash, zsh or fish");
  return
      [shell, &command](Environment& environment) { return run_completions(*shell, command, environment); };
}

}  // namespace gradvet
