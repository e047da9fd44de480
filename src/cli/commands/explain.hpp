#pragma once

#include "src/cli/command_table.hpp"

namespace gradvet {

/// `gradvet explain ID`: the page of a contract, a mechanism or a form, or its Python program.
CommandRun declare_explain(CLI::App& command);

}  // namespace gradvet
