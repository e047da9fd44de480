#pragma once

#include <cstddef>
#include <optional>

#include "src/core/weights.hpp"
#include "src/engine/trial.hpp"

namespace gradvet {

/// Measures the weight that the candidate gives to each microbatch of `shown`, in coordinate `coordinate`, by
/// probes with the same counts and scales: all zeros at the start and at the end, a one in each microbatch
/// alone and on two dense backgrounds, and multiples of a background by -1, 3 and 2^10. One-hot probes alone
/// lie for code that skips zero rows, clips, keeps state or swamps; where the backgrounds disagree the
/// candidate is not additive and the pair is the proof. The contract is linear in its values. Nothing if
/// there is no microbatch, or too many to probe.
std::optional<WeightReport> measure_weights(Trial& trial, const Case& shown, std::size_t coordinate);

}  // namespace gradvet
