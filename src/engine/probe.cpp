#include "src/engine/probe.hpp"

#include <algorithm>

#include "oracles/float_format.hpp"

namespace gradvet {

Probe make_probe(const Trial& trial, Case input, Outcome outcome) {
  Probe probe{std::move(input), std::move(outcome), {}, {}};
  trial.contract().expect(probe.input, probe.contract_value);
  trial.contract().allow(probe.input, trial.profile(), probe.allowance);
  return probe;
}

std::optional<std::vector<Probe>> run_probes(Trial& trial, std::vector<Case> inputs) {
  std::erase_if(
      inputs, [&](const Case& input) { return trial.contract().refuse(input, trial.profile()).has_value(); });
  if (!trial.run(inputs)) return std::nullopt;
  std::vector<Probe> probes;
  probes.reserve(inputs.size());
  for (std::size_t i = 0; i < inputs.size(); ++i)
    probes.push_back(make_probe(trial, std::move(inputs[i]), trial.outcomes()[i]));
  std::erase_if(probes, [](const Probe& probe) {
    return !probe.allowance.unjudged.empty() || std::holds_alternative<Declined>(probe.outcome);
  });
  return probes;
}

Rational slack_of(const Probe& probe, std::size_t index, const Rational& wrong, const ContractInfo& info,
                  const Profile& profile) {
  // A wrong answer may round a few times more than the right one, and in its own magnitude.
  constexpr int kBounds = 4, kRoundoffs = 64;
  if (info.result_kind == ResultKind::kInteger) return 0;
  Rational slack = 0;
  // A result in windows of its own may have numbers that the contract's has not.
  const std::vector<Rational>& bounds = probe.allowance.bounds;
  if (!bounds.empty())
    slack += kBounds * (index < bounds.size() ? bounds[index] : *std::ranges::max_element(bounds));
  if (profile.accumulator != NumberFormat::kExact)
    slack += kRoundoffs * unit_roundoff(float_format(profile.accumulator)) * abs(wrong);
  return slack;
}

}  // namespace gradvet
