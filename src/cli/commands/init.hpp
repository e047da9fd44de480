#pragma once

#include "src/cli/command_table.hpp"

namespace gradvet {

/// `gradvet init LANGUAGE --contract NAME [PATH]`: planned; says so.
CommandRun declare_init(CLI::App& command);

}  // namespace gradvet
