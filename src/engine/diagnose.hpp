#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "src/core/finding.hpp"
#include "src/engine/probe.hpp"
#include "src/engine/trial.hpp"

namespace gradvet {

/// Fills in what the candidate computes instead: the known mistake, its weights, a formula. `finding` has its
/// cases, expected value and outcome. Runs the candidate on probes; does nothing for a fault of the process.
void diagnose(Trial& trial, Finding& finding);

/// Which wrong forms of the contract agree with an outcome on one case and differ from the contract there:
/// bit 2 m for the failure of mechanism m, bit 2 m + 1 for its unsuccessful fix. A contract has at most 32
/// mechanisms.
using FormSet = std::uint64_t;
constexpr FormSet kAllForms = ~FormSet{0};
/// Forms that are not `among` these are not looked at: what they compute costs more than a judgement.
FormSet agreeing_forms(const Trial& trial, const Case& input, const Outcome& outcome,
                       FormSet among = kAllForms);
/// The same without the difference: also where the form's value is too near to the contract's to tell them
/// apart.
FormSet compatible_forms(const Trial& trial, const Case& input, const Outcome& outcome,
                         FormSet among = kAllForms);

/// The known mistake that the candidate makes: the first of the contract's mechanisms, in either form, that
/// agrees with the candidate on every probe (the finding's own case among them), and differs from the
/// contract on at least one. Where the mechanism is undefined, an exception or a number that is not finite
/// agrees with it. Nothing if none does.
std::optional<NamedMistake> name_mistake(const Trial& trial, std::span<const Probe> probes);

}  // namespace gradvet
