#include "src/engine/formula_match.hpp"

#include <algorithm>

#include "oracles/float_format.hpp"
#include "src/engine/fraction_fit.hpp"
#include "src/text/decimal.hpp"

namespace gradvet {

namespace {

/// The answer's numbers, exactly; nothing where it has not the contract's form or is not finite.
std::optional<std::vector<Rational>> numbers_of(const Trial& trial, const Probe& probe) {
  const Answer* answer = std::get_if<Answer>(&probe.outcome);
  if (answer == nullptr || !has_form_of(*answer, probe.contract_value)) return std::nullopt;
  std::vector<Rational> numbers;
  for (std::size_t i = 0; i < probe.contract_value.numbers.size(); ++i) {
    const auto number = judged_number(*answer, i, trial.contract().info(), trial.profile());
    if (!number) return std::nullopt;
    numbers.push_back(number->value);
  }
  return numbers;
}

/// A probe with its numbers read once for all formulas.
struct ReadProbe {
  const Probe* probe;
  std::optional<std::vector<Rational>> numbers;
};

bool agrees(const Trial& trial, const Formula& formula, const ReadProbe& read) {
  constexpr int kRoundoffs = 64;
  const std::optional<FormulaValue> value = formula.evaluate(read.probe->input);
  if (!value) return !read.numbers;
  if (!read.numbers || read.numbers->size() != value->numbers.size()) return false;
  for (std::size_t i = 0; i < value->numbers.size(); ++i) {
    Rational slack = slack_of(*read.probe, i, value->numbers[i], trial.contract().info(), trial.profile());
    if (slack != 0)
      slack += kRoundoffs * unit_roundoff(float_format(trial.profile().accumulator)) * value->magnitudes[i];
    if (abs((*read.numbers)[i] - value->numbers[i]) > slack) return false;
  }
  return true;
}

bool is_the_contract(const Formula& formula, std::span<const ReadProbe> probes) {
  for (const ReadProbe& read : probes) {
    const std::optional<FormulaValue> value = formula.evaluate(read.probe->input);
    if (!value || value->numbers != read.probe->contract_value.numbers) return false;
  }
  return true;
}

/// The one ratio of every answer to the right one, where there is one.
std::optional<Rational> constant_ratio(const Trial& trial, std::span<const ReadProbe> probes) {
  std::optional<Rational> low, high;
  for (const ReadProbe& read : probes) {
    if (!read.numbers) return std::nullopt;
    for (std::size_t i = 0; i < read.numbers->size(); ++i) {
      const Rational& right = read.probe->contract_value.numbers[i];
      const Rational& actual = (*read.numbers)[i];
      const Rational slack = slack_of(*read.probe, i, actual, trial.contract().info(), trial.profile());
      if (right == 0) {
        if (abs(actual) > slack) return std::nullopt;
        continue;
      }
      const Rational ratio = actual / right, spread = slack / abs(right);
      if (!low || ratio - spread > *low) low = ratio - spread;
      if (!high || ratio + spread < *high) high = ratio + spread;
      if (*low > *high) return std::nullopt;
    }
  }
  if (!low) return std::nullopt;
  return fit_fraction((*low + *high) / 2, (*high - *low) / 2);
}

}  // namespace

FormulaMatcher::FormulaMatcher(const Contract& contract)
    : formulas_(formulas_for(contract.info().parameters)) {}

std::vector<bool> FormulaMatcher::agreeing(const Trial& trial, const Probe& probe) const {
  const ReadProbe read{&probe, numbers_of(trial, probe)};
  std::vector<bool> result;
  result.reserve(formulas_.size());
  for (const std::unique_ptr<Formula>& formula : formulas_) result.push_back(agrees(trial, *formula, read));
  return result;
}

std::vector<bool> FormulaMatcher::agreeing(const Trial& trial, const Probe& probe,
                                           std::span<const std::size_t> asked) const {
  const ReadProbe read{&probe, numbers_of(trial, probe)};
  std::vector<bool> result(formulas_.size(), false);
  for (const std::size_t index : asked) result[index] = agrees(trial, *formulas_[index], read);
  return result;
}

std::optional<FormulaMatch> match_formula(const Trial& trial, std::span<const Probe> probes) {
  std::vector<ReadProbe> read;
  read.reserve(probes.size());
  for (const Probe& probe : probes) read.push_back({&probe, numbers_of(trial, probe)});
  for (const std::unique_ptr<Formula>& formula : formulas_for(trial.contract().info().parameters)) {
    const bool fits =
        std::ranges::all_of(read, [&](const ReadProbe& one) { return agrees(trial, *formula, one); });
    if (fits && !is_the_contract(*formula, read)) return FormulaMatch{formula->text(), probes.size()};
  }
  if (const std::optional<Rational> ratio = constant_ratio(trial, read); ratio && *ratio != 1)
    return FormulaMatch{fraction_text(*ratio) + " times the right answer", probes.size()};
  return std::nullopt;
}

}  // namespace gradvet
