#include "src/engine/law_check.hpp"

#include <rapidcheck/Random.h>

#include <optional>

#include "src/engine/probe.hpp"

namespace gradvet {

namespace {

constexpr int kDrawn = 60;
constexpr int kDrawnSize = 20;

/// The exact value of an answer; nothing where a number is not finite.
std::optional<ExactAnswer> value_of(const Trial& trial, const Probe& probe) {
  const Answer* answer = std::get_if<Answer>(&probe.outcome);
  if (answer == nullptr || !has_form_of(*answer, probe.contract_value)) return std::nullopt;
  ExactAnswer value = probe.contract_value;
  for (std::size_t i = 0; i < value.numbers.size(); ++i) {
    const auto number = judged_number(*answer, i, trial.contract().info(), trial.profile());
    if (!number) return std::nullopt;
    value.numbers[i] = number->value;
  }
  return value;
}

/// True if the answers to the two cases cannot both come from code that keeps the law.
bool is_breach(const Trial& trial, const Law& law, const Probe& original, const Probe& changed) {
  const std::optional<ExactAnswer> before = value_of(trial, original), after = value_of(trial, changed);
  if (!before || !after) return false;
  const ContractInfo& info = trial.contract().info();
  const ExactAnswer demanded = law.predict(original.input, changed.input, *before);
  if (demanded.numbers.size() != after->numbers.size()) return true;
  // Laws are affine in the result: what they make of a shifted answer tells how far they carry its rounding.
  ExactAnswer shifted = *before;
  for (std::size_t i = 0; i < shifted.numbers.size(); ++i)
    shifted.numbers[i] += slack_of(original, i, shifted.numbers[i], info, trial.profile());
  const ExactAnswer carried = law.predict(original.input, changed.input, shifted);
  for (std::size_t i = 0; i < demanded.numbers.size(); ++i) {
    const Rational slack = abs(carried.numbers[i] - demanded.numbers[i]) +
                           slack_of(changed, i, after->numbers[i], info, trial.profile());
    if (abs(after->numbers[i] - demanded.numbers[i]) > slack) return true;
  }
  return false;
}

}  // namespace

std::vector<LawBreach> broken_laws(Trial& trial, std::uint64_t seed) {
  const Contract& contract = trial.contract();
  std::vector<Case> originals;
  for (Fixture& fixture : contract.fixtures(1)) originals.push_back(std::move(fixture.input));
  rc::Random words(seed);
  for (int i = 0; i < kDrawn; ++i)
    contract.draw(words.next(), i % kDrawnSize, {.max_microbatches = 6, .max_width = 3}, trial.profile(),
                  originals.emplace_back());
  const std::optional<std::vector<Probe>> before = run_probes(trial, originals);
  std::vector<LawBreach> broken;
  if (!before) return broken;
  for (const Law& law : contract.laws()) {
    std::vector<Case> changes;
    std::vector<const Probe*> sources;
    for (const Probe& probe : *before) {
      std::optional<Case> changed = law.transform(probe.input, words.next());
      if (!changed || contract.refuse(*changed, trial.profile())) continue;
      Allowance allowance;
      contract.allow(*changed, trial.profile(), allowance);
      if (!allowance.unjudged.empty()) continue;
      changes.push_back(std::move(*changed));
      sources.push_back(&probe);
    }
    const std::optional<std::vector<Probe>> after = run_probes(trial, changes);
    if (!after || after->size() != sources.size()) return broken;
    for (std::size_t i = 0; i < after->size(); ++i) {
      if (!is_breach(trial, law, *sources[i], (*after)[i])) continue;
      broken.push_back({&law, sources[i]->input, (*after)[i].input});
      break;
    }
  }
  return broken;
}

}  // namespace gradvet
