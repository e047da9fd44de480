#pragma once

#include "src/cli/command_table.hpp"

namespace gradvet {

/// `gradvet list [contracts|mechanisms|candidates|reporters]`.
CommandRun declare_list(CLI::App& command);

}  // namespace gradvet
