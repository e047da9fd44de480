#pragma once

#include "src/cli/command_table.hpp"

namespace gradvet {

/// `gradvet merge REPORT...`: planned; says so.
CommandRun declare_merge(CLI::App& command);

}  // namespace gradvet
