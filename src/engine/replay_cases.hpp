#pragma once

#include <span>

#include "src/core/candidate.hpp"
#include "src/core/contract.hpp"
#include "src/core/run_report.hpp"
#include "src/engine/reference.hpp"

namespace gradvet {

/// Judges the candidate on these cases in order (one, or a sequence that needs history) and reports the last.
RunReport replay(Candidate&, const Contract&, const Profile&, std::span<const Case> cases,
                 const Reference* reference = nullptr);

}  // namespace gradvet
