#pragma once

#include "src/cli/command_table.hpp"

namespace gradvet {

/// `gradvet completions bash|zsh|fish`: a script that completes commands, flags and known values.
CommandRun declare_completions(CLI::App& command);

}  // namespace gradvet
