#pragma once

#include <optional>
#include <string>

#include "src/core/run_report.hpp"

namespace gradvet {

/// Why a run that found nothing cannot be called held, by what it counted; nothing where it can. The same
/// for a hunt and for the joined counts of its shards.

/// No case was judged at all.
std::optional<std::string> nothing_judged(const CaseCounts& cases, const UnjudgedCounts& unjudged);

/// No law could be tried, where laws alone judge.
std::string no_law_tried();

}  // namespace gradvet
