#pragma once

#include "src/cli/command_table.hpp"

namespace gradvet {

/// `gradvet manual`: the page for man(1), made from the flags of every command.
CommandRun declare_manual(CLI::App& command);

}  // namespace gradvet
