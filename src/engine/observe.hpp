#pragma once

#include <vector>

#include "src/core/run_report.hpp"
#include "src/engine/trial.hpp"

namespace gradvet {

/// Observations of fixtures from a trial that has just run them, in order, with TokenText::kKept.
std::vector<Observation> observations_of(const std::vector<Fixture>& fixtures, const Trial& trial);

}  // namespace gradvet
