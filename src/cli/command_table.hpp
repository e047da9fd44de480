#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "src/cli/environment.hpp"
#include "src/cli/exit_code.hpp"
#include "src/core/error.hpp"

namespace CLI {
class App;
}

namespace gradvet {

/// Carries out a command with what was parsed. An Error is printed by the caller and gives its own exit code.
using CommandRun = std::function<Result<ExitCode>(Environment&)>;

/// A command of the program.
struct Command {
  std::string_view name;
  std::string_view line;  ///< what it does, in one line
  /// Declares its flags. Nothing happens while they are parsed; the returned function acts.
  CommandRun (*declare)(CLI::App& command);
};

/// Every command, in the order of the help page.
std::span<const Command> command_table();

}  // namespace gradvet
