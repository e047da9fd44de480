#pragma once

#include "src/cli/command_table.hpp"

namespace gradvet {

/// `gradvet replay CASE|FILE[:LINE]`: judges a candidate on one case (or a sequence) that is given by value
/// or by file.
CommandRun declare_replay(CLI::App& command);

}  // namespace gradvet
