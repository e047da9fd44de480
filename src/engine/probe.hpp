#pragma once

#include <optional>
#include <vector>

#include "src/core/contract.hpp"
#include "src/core/outcome.hpp"
#include "src/core/weights.hpp"
#include "src/engine/judge.hpp"
#include "src/engine/trial.hpp"

namespace gradvet {

/// A case asked only to learn what a candidate computes, with everything that a comparison needs.
struct Probe {
  Case input;
  Outcome outcome;
  ExactAnswer contract_value;
  Allowance allowance;
};

/// Runs the cases (those inside the domain and not near overflow) as probes, in order; what the candidate
/// declines says nothing of it and is left out. Nothing if the candidate could not be run.
std::optional<std::vector<Probe>> run_probes(Trial& trial, std::vector<Case> inputs);

/// A probe from what is known already.
Probe make_probe(const Trial& trial, Case input, Outcome outcome);

/// What rounding may do to number `index` of a wrong answer whose exact value is `wrong`: a multiple of the
/// right value's bound and of the wrong value's own unit roundoff. Zero where the contract asks for equality.
Rational slack_of(const Probe& probe, std::size_t index, const Rational& wrong, const ContractInfo& info,
                  const Profile& profile);

}  // namespace gradvet
