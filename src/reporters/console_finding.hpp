#pragma once

#include "src/core/reporter.hpp"
#include "src/reporters/labelled_lines.hpp"

namespace gradvet {

/// Adds a finding after a blank line: its kind, the least case as a table, expected and actual, the mistake's
/// name with the hint that shows the repair, how far the case is proved least, and the line that replays it.
void write_finding(const Session& session, const RunReport& run, const Finding& finding,
                   const Palette& palette, LabelledLines& lines);

}  // namespace gradvet
