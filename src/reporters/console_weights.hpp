#pragma once

#include "src/core/finding.hpp"
#include "src/reporters/labelled_lines.hpp"

namespace gradvet {

/// Adds what probing showed: the weight of each microbatch beside the contract's, or why there is none, and
/// the formula that agrees with the candidate. Adds nothing where nothing was measured.
void write_weights(const Finding& finding, LabelledLines& lines);

}  // namespace gradvet
