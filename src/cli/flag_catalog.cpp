#include "src/cli/flag_catalog.hpp"

#include <CLI/CLI.hpp>

namespace gradvet {

namespace {

CatalogFlag flag_of(const CLI::Option& option) {
  CatalogFlag flag;
  if (!option.get_lnames().empty()) flag.name = "--" + option.get_lnames().front();
  if (!option.get_snames().empty()) flag.short_name = "-" + option.get_snames().front();
  flag.value_name = option.get_type_name();
  flag.line = option.get_description();
  return flag;
}

CatalogWord word_of(const CLI::Option& option) {
  return {option.get_name(true, false), option.get_required(), option.get_items_expected_max() > 1,
          option.get_description()};
}

CatalogCommand command_of(const CLI::App& app) {
  CatalogCommand command{app.get_name(), app.get_description(), {}, {}, {}};
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional())
      command.words.push_back(word_of(*option));
    else
      command.flags.push_back(flag_of(*option));
  }
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; }))
    command.commands.push_back(command_of(*sub));
  return command;
}

}  // namespace

CatalogCommand catalog_of_program(const CLI::App& command) {
  const CLI::App* program = &command;
  while (program->get_parent() != nullptr) program = program->get_parent();
  return command_of(*program);
}

}  // namespace gradvet
