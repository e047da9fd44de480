#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "src/core/run_report.hpp"

namespace gradvet {

/// The command that repeats a run, for a shell: the arguments as they were, quoted where they must be, with
/// the seed that `--seed random` chose.
std::string repeat_line(const std::vector<std::string>& arguments, std::uint64_t seed);

/// The command that does again, bounded by counts, what a run under --time did; of a scope that was not
/// walked to its end nothing is walked.
std::string repeat_line(const std::vector<std::string>& arguments, const RunReport& run);

}  // namespace gradvet
