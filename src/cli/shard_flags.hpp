#pragma once

#include <optional>
#include <string>

#include "src/cli/environment.hpp"
#include "src/cli/hunt_flags.hpp"
#include "src/core/error.hpp"
#include "src/core/shard.hpp"

namespace CLI {
class App;
}

namespace gradvet {

/// --shard, as the user wrote it.
void add_shard_flag(CLI::App& command, std::optional<std::string>& shard);

/// Reads it; nothing where it is not there. `auto` asks the variables of the schedulers that are known
/// (src/cli/README.md). E102 for a form that is not I/N with I from 1 to N, for `auto` where no scheduler, or
/// more than one, has set its variables, or where one is missing, no number or out of range.
Result<std::optional<Shard>> read_shard_flag(const std::optional<std::string>& shard,
                                             const VariableReader& variable);

/// E102 for what cannot be split: a hunt bounded by time, one whose seed each shard would choose for itself,
/// several candidates.
Result<void> refuse_unsplit(const HuntFlags& hunt, std::size_t candidates);

}  // namespace gradvet
