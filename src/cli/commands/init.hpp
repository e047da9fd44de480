#pragma once

#include "src/cli/command_table.hpp"

namespace gradvet {

/// `gradvet init LANGUAGE --contract NAME [PATH] [--ci SERVICE]`: writes a first candidate that is held as it
/// stands, and what vets it on every push. Overwrites nothing.
CommandRun declare_init(CLI::App& command);

}  // namespace gradvet
