#pragma once

#include <optional>
#include <span>

#include "src/core/finding.hpp"
#include "src/engine/probe.hpp"
#include "src/engine/trial.hpp"

namespace gradvet {

/// Fills in what the candidate computes instead: the known mistake, its weights, a formula. `finding` has its
/// cases, expected value and outcome. Runs the candidate on probes.
void diagnose(Trial& trial, Finding& finding);

/// The known mistake that the candidate makes: the first of the contract's mechanisms, in either form, that
/// agrees with the candidate on every probe (the finding's own case among them), and differs from the
/// contract on at least one. Where the mechanism is undefined, an exception or a number that is not finite
/// agrees with it. Nothing if none does.
std::optional<NamedMistake> name_mistake(const Trial& trial, std::span<const Probe> probes);

}  // namespace gradvet
