#pragma once

#include <span>
#include <string>
#include <vector>

#include "src/cli/command_table.hpp"

namespace gradvet {

/// Reads the command line (without the program's name) and acts on none of it. The result carries the command
/// out; for
/// --help and --version it prints. E101 for an unknown command or flag, with the nearest name; E102 and E105
/// for the rest.
Result<CommandRun> parse_command_line(std::span<const Command> commands, std::vector<std::string> arguments);

}  // namespace gradvet
