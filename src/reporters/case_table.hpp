#pragma once

#include <span>
#include <string>
#include <vector>

#include "src/core/case.hpp"
#include "src/core/finding.hpp"
#include "src/core/parameter.hpp"

namespace gradvet {

/// Draws a case as lines: a row for each microbatch with a column for each parameter, then the parameters
/// that are one number. Long rows and long cases keep their beginning and end and say what is left out. A
/// case without microbatches says so. The free numbers have a * behind them.
std::vector<std::string> draw_case(const Case& value, Signature signature,
                                   std::span<const FreeNumber> free_numbers = {});

}  // namespace gradvet
