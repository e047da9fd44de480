#pragma once

#include <memory>
#include <optional>
#include <string>

#include "src/candidates/candidate_word.hpp"
#include "src/cli/environment.hpp"
#include "src/core/candidate.hpp"

namespace CLI {
class App;
}

namespace gradvet {

/// The flags that say how candidates are called and judged, as the user wrote them.
struct CandidateFlags {
  std::optional<std::string> contract;
  std::optional<std::string> profile;
  std::optional<std::string> timeout;
  std::optional<std::string> start_timeout;
  std::optional<std::string> memory;
  std::optional<std::string> python;
  bool is_in_process = false;
};

void add_candidate_flags(CLI::App& command, CandidateFlags& flags);

/// The same, read.
struct CandidateSetup {
  const Contract* contract = nullptr;  ///< null: to be told from the candidate
  Profile profile;
  CandidateLimits limits;
  CandidateSettings settings;
};

Result<CandidateSetup> read_candidate_flags(const CandidateFlags& flags, const Environment& environment);

/// Warns, before anything runs, of the limits that are not kept in this process.
void warn_of_void_limits(const CandidateSetup& setup, const Environment& environment);

/// The profile that a flag names; float64 where it is absent. E103 for those that this version does not judge
/// yet.
Result<Profile> read_profile(const std::optional<std::string>& text);

/// The contract that a candidate is held to: the one of --contract; else the one that a builtin belongs to,
/// or the one whose parameters a Python function names. E104 where several or none fit, E105 where nothing
/// tells.
Result<const Contract*> choose_contract(const std::string& candidate, const CandidateSetup& setup,
                                        const Environment& environment);

}  // namespace gradvet
