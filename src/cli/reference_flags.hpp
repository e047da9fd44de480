#pragma once

#include <memory>
#include <optional>
#include <string>

#include "src/cli/candidate_flags.hpp"
#include "src/core/candidate.hpp"
#include "src/engine/reference.hpp"

namespace gradvet {

/// The flags that put another candidate in the oracle's place, as the user wrote them.
struct ReferenceFlags {
  std::optional<std::string> against;
  std::optional<std::string> within;
};

void add_reference_flags(CLI::App& command, ReferenceFlags& flags);

/// The same, read: the candidate is made, not opened.
struct ReferenceSetup {
  std::unique_ptr<Candidate> candidate;  ///< null where --against is absent
  std::optional<std::uint64_t> within;
};

/// E102 for a --within that is no number or stands alone; what make_candidate() says of the candidate.
Result<ReferenceSetup> read_reference_flags(const ReferenceFlags& flags, const CandidateSetup& setup);

}  // namespace gradvet
