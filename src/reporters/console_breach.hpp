#pragma once

#include <string_view>

#include "src/core/run_report.hpp"
#include "src/reporters/labelled_lines.hpp"

namespace gradvet {

/// Adds the lines of a drawn case, the first one under the label.
void add_drawn(std::string_view label, const Case& value, Signature signature, LabelledLines& lines);

/// Adds a law after a blank line, with the pair of cases that shows the breach.
void write_breach(const RunReport& run, const LawBreach& breach, const Palette& palette,
                  LabelledLines& lines);

}  // namespace gradvet
