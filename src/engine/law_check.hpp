#pragma once

#include <cstdint>
#include <vector>

#include "src/core/run_report.hpp"
#include "src/engine/trial.hpp"

namespace gradvet {

/// Which of the contract's laws the candidate breaks, each with the first pair of cases that shows it:
/// fixtures and small drawn cases, changed as the law says. No oracle is asked: the candidate's answer to the
/// changed case is held against what the law makes of its answer to the original, within a multiple of what
/// rounding allows for both. Cases without a finite answer of one form say nothing.
std::vector<LawBreach> broken_laws(Trial& trial, std::uint64_t seed);

}  // namespace gradvet
