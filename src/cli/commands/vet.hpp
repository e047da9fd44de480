#pragma once

#include "src/cli/command_table.hpp"

namespace gradvet {

/// `gradvet vet CANDIDATE...`: hunts for a case on which each candidate departs from its contract, pins what
/// it finds, and writes the reports.
CommandRun declare_vet(CLI::App& command);

}  // namespace gradvet
