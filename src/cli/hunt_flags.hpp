#pragma once

#include <iosfwd>
#include <optional>
#include <string>

#include "src/core/error.hpp"
#include "src/engine/hunt.hpp"

namespace CLI {
class App;
}

namespace gradvet {

/// The flags that bound a hunt, as the user wrote them.
struct HuntFlags {
  std::optional<std::string> cases;
  std::optional<std::string> time;
  std::optional<std::string> seed;
  std::optional<std::string> scope;
  std::optional<std::string> max_microbatches;
  std::optional<std::string> max_width;
  std::optional<std::string> jobs;
  bool is_all = false;
  bool is_laws_only = false;
};

/// --cases and --seed alone.
void add_case_flags(CLI::App& command, HuntFlags& flags);
/// The others.
void add_bound_flags(CLI::App& command, HuntFlags& flags);

/// Reads them; `--seed random` prints its choice to `err`.
Result<HuntOptions> read_hunt_flags(const HuntFlags& flags, std::ostream& err);

/// How many instances of the candidate are asked at the same time (1). E102 where it is no number.
Result<std::size_t> read_jobs(const HuntFlags& flags);

/// What bounds the hunt, as flags with their values: the same text for every shard of one hunt.
std::string budget_words(const HuntFlags& flags, const HuntOptions& options);

}  // namespace gradvet
