#include "src/cli/command_table.hpp"

#include <array>

#include "src/cli/commands/audit.hpp"
#include "src/cli/commands/completions.hpp"
#include "src/cli/commands/explain.hpp"
#include "src/cli/commands/init.hpp"
#include "src/cli/commands/list.hpp"
#include "src/cli/commands/manual.hpp"
#include "src/cli/commands/merge.hpp"
#include "src/cli/commands/pin_commands.hpp"
#include "src/cli/commands/replay.hpp"
#include "src/cli/commands/vet.hpp"

namespace gradvet {

namespace {

constexpr std::array<Command, 10> kCommands = {{
    {"vet", "hunt for a case on which a candidate departs from its contract", &declare_vet},
    {"audit", "let gradvet vet itself: every known mistake caught, every honest form held", &declare_audit},
    {"replay", "judge a candidate on one given case", &declare_replay},
    {"list", "list contracts, mechanisms, candidates or reporters", &declare_list},
    {"explain", "explain a contract or a mechanism, or print it as a Python program", &declare_explain},
    {"pins", "list or remove the pinned cases", &declare_pins},
    {"merge", "join the JSON reports of the shards of one hunt", &declare_merge},
    {"init", "write a first candidate that is held, and what vets it in CI", &declare_init},
    {"manual", "print the manual page, for man", &declare_manual},
    {"completions", "print what completes command lines in bash, zsh or fish", &declare_completions},
}};

}  // namespace

std::span<const Command> command_table() { return kCommands; }

}  // namespace gradvet
