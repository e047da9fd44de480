#pragma once

#include <string>

#include "src/core/run_report.hpp"

namespace gradvet {

/// The number of an error as users see it: "E208".
std::string code_text(ErrorCode code);

/// Why a run is unjudged, after the number of its error where it has one: "E208: interrupted". As the
/// candidate and its errors wrote it: not escaped, and of several lines perhaps.
std::string unjudged_reason(const RunReport& run);

}  // namespace gradvet
