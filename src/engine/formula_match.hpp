#pragma once

#include <optional>
#include <span>

#include "src/core/weights.hpp"
#include "src/engine/probe.hpp"
#include "src/engine/trial.hpp"

namespace gradvet {

/// The simplest formula of the grammar (formula_grammar.hpp), evaluated exactly, that agrees with the
/// candidate on every probe and not with the contract on all of them; else a constant ratio to the right
/// answer; else nothing. Answers that are no finite value agree with a formula only where it is undefined.
std::optional<FormulaMatch> match_formula(const Trial& trial, std::span<const Probe> probes);

}  // namespace gradvet
