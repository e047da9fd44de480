#pragma once

#include "src/cli/command_table.hpp"

namespace gradvet {

/// `gradvet merge REPORT...`: joins the JSON reports of the shards of one hunt, and their pins, into one.
CommandRun declare_merge(CLI::App& command);

}  // namespace gradvet
