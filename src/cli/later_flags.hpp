#pragma once

#include <optional>
#include <string>

#include "src/core/error.hpp"

namespace CLI {
class App;
}

namespace gradvet {

/// Flags of vet that are planned: they are there, so that scripts can be written and typos told from them,
/// and say that this version does not carry them out.
struct LaterFlags {
  std::optional<std::string> jobs;
};

void add_later_flags(CLI::App& command, LaterFlags& flags);

/// E103 for the first that is used (`--jobs 1` is what happens anyway), E102 for a --jobs that is no number.
Result<void> refuse_later_flags(const LaterFlags& flags);

}  // namespace gradvet
