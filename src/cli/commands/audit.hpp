#pragma once

#include "src/cli/command_table.hpp"

namespace gradvet {

/// `gradvet audit`: hunts through every built-in form with the same engine as vet. Every mechanism must be
/// broken, every repair and honest form held; else the exit code is 1.
CommandRun declare_audit(CLI::App& command);

}  // namespace gradvet
