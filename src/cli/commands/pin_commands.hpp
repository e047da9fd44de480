#pragma once

#include "src/cli/command_table.hpp"

namespace gradvet {

/// `gradvet pins list|remove`: shows the pin file or takes lines out of it.
CommandRun declare_pins(CLI::App& command);

}  // namespace gradvet
