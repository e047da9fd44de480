#include "src/cli/commands/init.hpp"

#include <memory>

#include "src/cli/flags.hpp"
#include "src/cli/messages.hpp"

namespace gradvet {

namespace {

struct InitFlags {
  std::string language;
  std::string path;
  std::optional<std::string> contract;
};

}  // namespace

CommandRun declare_init(CLI::App& command) {
  const auto flags = std::make_shared<InitFlags>();
  add_word(command, "LANGUAGE", flags->language, Presence::kOptional, "the language of the candidate");
  add_word(command, "PATH", flags->path, Presence::kOptional, "where to write it");
  add_value(command, "--contract", flags->contract, "NAME", "the contract that it will keep");
  return [flags](Environment&) -> Result<ExitCode> {
    return tl::unexpected(
        not_yet("init", "gradvet explain CONTRACT --source python prints a whole candidate meanwhile"));
  };
}

}  // namespace gradvet
