#include "src/cli/parse_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <ostream>

#include "src/cli/help_page.hpp"
#include "src/cli/messages.hpp"

namespace gradvet {

namespace {

/// The program's CLI11 tree and what carries each command out.
struct ParsedProgram {
  CLI::App app{
      "Vets implementations of gradient accumulation weighting: hunts for a case on which a candidate\n"
      "departs from its contract, shrinks it to the least one and says which known mistake it is."};
  bool is_version_asked = false;
  std::vector<std::pair<CLI::App*, CommandRun>> runs;
};

void declare(ParsedProgram& program, std::span<const Command> commands) {
  program.app.name("gradvet");
  use_house_help(program.app);
  program.app.add_flag("--version", program.is_version_asked,
                       "print the version, then how this binary was built");
  program.app.require_subcommand(0, 1);
  for (const Command& command : commands) {
    CLI::App* sub = program.app.add_subcommand(std::string(command.name), std::string(command.line));
    program.runs.emplace_back(sub, command.declare(*sub));
  }
}

/// The innermost command that the words named.
CLI::App& chosen(CLI::App& app) {
  const std::vector<CLI::App*> parsed = app.get_subcommands();
  return parsed.empty() ? app : chosen(*parsed.front());
}

std::string full_name(const CLI::App& app) {
  const CLI::App* parent = app.get_parent();
  return parent == nullptr ? app.get_name() : full_name(*parent) + " " + app.get_name();
}

Error unexpected_word(CLI::App& app, const std::string& word) {
  CLI::App& command = chosen(app);
  std::vector<std::string> names;
  const bool is_flag = word.starts_with('-');
  if (is_flag) {
    for (const CLI::Option* option : command.get_options())
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  } else {
    for (const CLI::App* sub : command.get_subcommands([](CLI::App*) { return true; }))
      names.push_back(sub->get_name());
  }
  const std::string help = fmt::format("{} --help lists them", full_name(command));
  const std::vector<std::string_view> views(names.begin(), names.end());
  if (is_flag)
    return unknown_name(fmt::format("flag of {}", full_name(command)), word.substr(0, word.find('=')), views,
                        help);
  if (!views.empty()) return unknown_name("command", word, views, help);
  return {ErrorCode::kBadFlagValue,
          fmt::format("{} takes no further word, but got '{}'", full_name(command), word),
          fmt::format("{} --help shows what it takes", full_name(command))};
}

Error translate(CLI::App& app, const CLI::ParseError& error) {
  const std::string help = full_name(chosen(app)) + " --help shows what it takes";
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
    const std::vector<std::string> words = app.remaining(true);
    if (!words.empty()) return unexpected_word(app, words.front());
  }
  const bool is_missing = dynamic_cast<const CLI::RequiredError*>(&error) != nullptr ||
                          dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr;
  return {is_missing ? ErrorCode::kMissingArgument : ErrorCode::kBadFlagValue, error.what(), help};
}

CommandRun print(std::string text) {
  return [text = std::move(text)](Environment& environment) -> Result<ExitCode> {
    environment.out << text;
    return ExitCode::kHeld;
  };
}

}  // namespace

Result<CommandRun> parse_command_line(std::span<const Command> commands, std::vector<std::string> arguments) {
  // Shared, because the runs keep references into it.
  const auto program = std::make_shared<ParsedProgram>();
  declare(*program, commands);
  std::reverse(arguments.begin(), arguments.end());  // CLI11 takes words from the back
  try {
    program->app.parse(std::move(arguments));
  } catch (const CLI::CallForHelp&) {
    return print(program->app.help());
  } catch (const CLI::ParseError& error) {
    return tl::unexpected(translate(program->app, error));
  }
  if (program->is_version_asked) {
    return CommandRun([](Environment& environment) -> Result<ExitCode> {
      environment.out << "gradvet " << environment.version << '\n' << environment.build_facts;
      return ExitCode::kHeld;
    });
  }
  for (const auto& [sub, run] : program->runs) {
    if (!sub->parsed()) continue;
    return CommandRun([program, &run = run](Environment& environment) { return run(environment); });
  }
  return make_error(ErrorCode::kMissingArgument, "no command is given", "gradvet --help lists them");
}

}  // namespace gradvet
