#include "src/cli/commands/manual.hpp"

#include <ostream>

#include "src/cli/manual_page.hpp"

namespace gradvet {

CommandRun declare_manual(CLI::App& command) {
  return [&command](Environment& environment) -> Result<ExitCode> {
    environment.out << manual_page(catalog_of_program(command), environment.version);
    return ExitCode::kHeld;
  };
}

}  // namespace gradvet
