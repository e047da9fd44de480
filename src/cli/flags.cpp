#include "src/cli/flags.hpp"

#include <CLI/CLI.hpp>

namespace gradvet {

void add_value(CLI::App& command, const std::string& flag, std::optional<std::string>& value,
               const std::string& value_name, const std::string& line) {
  command.add_option(flag, value, line)->type_name(value_name)->allow_extra_args(false);
}

void add_repeatable(CLI::App& command, const std::string& flag, std::vector<std::string>& values,
                    const std::string& value_name, const std::string& line) {
  command.add_option(flag, values, line)->type_name(value_name)->allow_extra_args(false);
}

void add_switch(CLI::App& command, const std::string& flag, bool& is_set, const std::string& line) {
  command.add_flag(flag, is_set, line);
}

void add_word(CLI::App& command, const std::string& name, std::string& word, Presence presence,
              const std::string& line) {
  CLI::Option* option = command.add_option(name, word, line)->type_name("")->allow_extra_args(false);
  option->required(presence == Presence::kRequired);
}

void add_words(CLI::App& command, const std::string& name, std::vector<std::string>& words, Presence presence,
               const std::string& line) {
  command.add_option(name, words, line)->type_name("")->required(presence == Presence::kRequired);
}

CLI::App& add_command(CLI::App& parent, const std::string& name, const std::string& line) {
  parent.require_subcommand(1);
  return *parent.add_subcommand(name, line);
}

bool is_named(const CLI::App& command) { return command.parsed(); }

}  // namespace gradvet
