#include "src/cli/help_page.hpp"

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

namespace gradvet {

namespace {

constexpr std::size_t kFlagColumn = 26;

/// CLI11's page without types, defaults and the repeated program name.
class HouseFormatter : public CLI::Formatter {
 public:
  HouseFormatter() {
    column_width(kFlagColumn);
    label("OPTIONS", "FLAGS");
  }

  std::string make_option_opts(const CLI::Option* option) const override {
    const std::string value_name = option->get_type_name();
    return value_name.empty() ? "" : " " + value_name;
  }

  std::string make_option_name(const CLI::Option* option, bool is_positional) const override {
    if (!is_positional) return option->get_name(false, true);
    const bool takes_more = option->get_items_expected_max() > 1;
    return option->get_name(true, false) + (takes_more ? "..." : "");
  }

  std::string make_usage(const CLI::App* app, std::string name) const override {
    std::string usage = "usage: " + name;
    for (const CLI::Option* option : app->get_options()) {
      if (!option->get_positional()) continue;
      const std::string word = make_option_name(option, true);
      usage += option->get_required() ? " " + word : " [" + word + "]";
    }
    const bool has_commands =
        !app->get_subcommands([](const CLI::App* sub) { return !sub->get_name().empty(); }).empty();
    return usage + (has_commands ? " COMMAND [FLAGS]\n" : " [FLAGS]\n");
  }

  // The positional's line is part of the usage in most programs; ours explains it with the flags.
  std::string make_description(const CLI::App* app) const override { return app->get_description() + "\n"; }
};

}  // namespace

void use_house_help(CLI::App& app) {
  app.formatter(std::make_shared<HouseFormatter>());
  app.set_help_flag("-h,--help", "print this page");
  app.get_formatter()->column_width(kFlagColumn);
}

}  // namespace gradvet
