#include "src/cli/commands/merge.hpp"

#include <memory>

#include "src/cli/flags.hpp"
#include "src/cli/messages.hpp"

namespace gradvet {

CommandRun declare_merge(CLI::App& command) {
  const auto reports = std::make_shared<std::vector<std::string>>();
  add_words(command, "REPORT", *reports, Presence::kOptional, "JSON reports of gradvet vet");
  return [reports](Environment&) -> Result<ExitCode> {
    return tl::unexpected(not_yet("merge", "the JSON reports can be read one by one meanwhile"));
  };
}

}  // namespace gradvet
