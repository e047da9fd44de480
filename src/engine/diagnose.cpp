#include "src/engine/diagnose.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "oracles/rational.hpp"
#include "src/engine/explain_value.hpp"
#include "src/engine/formula_match.hpp"
#include "src/engine/measure_weights.hpp"
#include "src/engine/reference.hpp"

namespace gradvet {

namespace {

/// Other kinds say nothing of what is computed, and probes may end the process again.
bool may_be_a_mistake(FindingKind kind) {
  return kind == FindingKind::kWrongValue || kind == FindingKind::kException ||
         kind == FindingKind::kNonFinite || kind == FindingKind::kWrongShape;
}

enum class Agreement { kDisagrees, kAgrees, kAgreesAndDiffersFromContract };

bool is_undefined(const Outcome& outcome) {
  if (std::holds_alternative<Exception>(outcome)) return true;
  const Answer* answer = std::get_if<Answer>(&outcome);
  if (answer == nullptr) return false;
  for (const double number : answer->numbers)
    if (!std::isfinite(number)) return true;
  return false;
}

class Comparison {
 public:
  Comparison(const Contract& contract, const Profile& profile) : contract_(contract), profile_(profile) {}

  Agreement compare(const Form& form, const Probe& probe) {
    if (!form.compute_exactly(probe.input, exact_value_))
      return is_undefined(probe.outcome) ? Agreement::kAgreesAndDiffersFromContract : Agreement::kDisagrees;
    const Answer* answer = std::get_if<Answer>(&probe.outcome);
    if (answer == nullptr || !has_form_of(*answer, exact_value_)) return Agreement::kDisagrees;
    form.compute(probe.input, profile_, rounded_value_);
    bool differs = exact_value_.shape != probe.contract_value.shape ||
                   exact_value_.rows != probe.contract_value.rows ||
                   exact_value_.numbers.size() != probe.contract_value.numbers.size();
    for (std::size_t i = 0; i < exact_value_.numbers.size(); ++i) {
      const std::optional<JudgedNumber> number = judged_number(*answer, i, contract_.info(), profile_);
      if (!number) return Agreement::kDisagrees;
      const Rational slack = slack_at(probe, i);
      const Rational distance = abs(number->value - exact_value_.numbers[i]);
      if (distance > slack) return Agreement::kDisagrees;
      if (slack != 0) farthest_ = std::max<Rational>(farthest_, distance / slack);
      if (!differs) differs = abs(exact_value_.numbers[i] - probe.contract_value.numbers[i]) > 2 * slack;
    }
    return differs ? Agreement::kAgreesAndDiffersFromContract : Agreement::kAgrees;
  }

  /// The greatest distance met since this was asked last, as a share of the slack.
  Rational take_farthest() { return std::exchange(farthest_, 0); }

 private:
  /// What rounding may do to the mechanism's value: also the error that it makes itself in the profile.
  Rational slack_at(const Probe& probe, std::size_t i) const {
    Rational slack = slack_of(probe, i, exact_value_.numbers[i], contract_.info(), profile_);
    if (slack != 0 && i < rounded_value_.numbers.size() && std::isfinite(rounded_value_.numbers[i]))
      slack += 16 * abs(exact(rounded_value_.numbers[i]) - exact_value_.numbers[i]);
    return slack;
  }

  const Contract& contract_;
  const Profile& profile_;
  ExactAnswer exact_value_;
  Answer rounded_value_;
  Rational farthest_ = 0;
};

template <class Accept>
FormSet forms_that(const Trial& trial, const Case& input, const Outcome& outcome, FormSet among,
                   const Accept& accept) {
  if (among == 0) return 0;
  const Probe probe = make_probe(trial, input, outcome);
  Comparison comparison(trial.contract(), trial.profile());
  FormSet forms = 0;
  FormSet bit = 1;
  for (const Mechanism& mechanism : trial.contract().mechanisms())
    for (const Form* form : {mechanism.failure, mechanism.unsuccessful_fix}) {
      if ((among & bit) != 0 && !form->is_precision && accept(comparison.compare(*form, probe))) forms |= bit;
      bit <<= 1;
    }
  return forms;
}

}  // namespace

FormSet agreeing_forms(const Trial& trial, const Case& input, const Outcome& outcome, FormSet among) {
  return forms_that(trial, input, outcome, among, [](Agreement agreement) {
    return agreement == Agreement::kAgreesAndDiffersFromContract;
  });
}

FormSet compatible_forms(const Trial& trial, const Case& input, const Outcome& outcome, FormSet among) {
  return forms_that(trial, input, outcome, among,
                    [](Agreement agreement) { return agreement != Agreement::kDisagrees; });
}

std::optional<NamedMistake> name_mistake(const Trial& trial, std::span<const Probe> probes) {
  const Contract& contract = trial.contract();
  Comparison comparison(contract, trial.profile());
  struct Agreeing {
    NamedMistake named;
    Rational farthest;
  };
  std::vector<Agreeing> agreeing;
  for (const Mechanism& mechanism : contract.mechanisms()) {
    for (const Form* form : {mechanism.failure, mechanism.unsuccessful_fix}) {
      if (form->is_precision) continue;
      bool agrees = true, differs = false;
      comparison.take_farthest();
      for (const Probe& probe : probes) {
        const Agreement agreement = comparison.compare(*form, probe);
        agrees = agreement != Agreement::kDisagrees;
        if (!agrees) break;
        differs = differs || agreement == Agreement::kAgreesAndDiffersFromContract;
      }
      if (agrees && differs)
        agreeing.push_back({{&mechanism, form->role, probes.size()}, comparison.take_farthest()});
    }
  }
  if (agreeing.empty()) return std::nullopt;
  // In a coarse format the slack may have room for several: then one has to be much the nearest.
  std::ranges::stable_sort(agreeing, {}, &Agreeing::farthest);
  const bool is_proved = agreeing.size() == 1 || 2 * agreeing[0].farthest <= agreeing[1].farthest;
  return is_proved ? std::optional(agreeing[0].named) : std::nullopt;
}

namespace {

/// The mistake of precision that the candidate makes: every answer has its bits. Its exact value is the
/// contract's, so that nothing less tells it from honest rounding; the finding among the probes does.
std::optional<NamedMistake> name_precision_mistake(const Trial& trial, std::span<const Probe> probes) {
  const Contract& contract = trial.contract();
  Answer computed;
  const auto has_bits_of = [&](const Form& form, const Probe& probe) {
    form.compute(probe.input, trial.profile(), computed);
    const Answer* answer = std::get_if<Answer>(&probe.outcome);
    return answer != nullptr && has_same_bits(*answer, computed, contract.info(), trial.profile());
  };
  for (const Mechanism& mechanism : contract.mechanisms())
    for (const Form* form : {mechanism.failure, mechanism.unsuccessful_fix})
      if (form->is_precision &&
          std::ranges::all_of(probes, [&](const Probe& probe) { return has_bits_of(*form, probe); }))
        return NamedMistake{&mechanism, form->role, probes.size()};
  return std::nullopt;
}

}  // namespace

void diagnose(Trial& trial, Finding& finding) {
  if (!may_be_a_mistake(finding.kind)) return;
  std::optional<std::vector<Probe>> probes = run_probes(trial, trial.contract().probes());
  if (!probes) return;
  probes->insert(probes->begin(), make_probe(trial, finding.last_case(), finding.outcome));
  finding.mistake = name_mistake(trial, *probes);
  const bool may_be_precision = !finding.mistake;
  if (may_be_precision) finding.mistake = name_precision_mistake(trial, *probes);
  if (finding.kind != FindingKind::kWrongValue) return;
  finding.explanation = explain_value(trial, finding);
  if (trial.contract().info().is_linear_in_values)
    finding.weights = measure_weights(trial, finding.last_case(), finding.coordinate.value_or(0));
  if (!may_be_precision) return;
  if (!finding.mistake) finding.formula = match_formula(trial, *probes);
  if (finding.formula) return;
  // What is a mistake of precision under this profile may be honest under one that is not declared.
  finding.held_under = narrower_profile(trial, finding.last_case());
  // Rounding in that format is what the probes met: they do not disprove additivity.
  if (finding.held_under && finding.weights &&
      finding.weights->conclusion == WeightReport::Conclusion::kNotAdditive)
    finding.weights.reset();
}

}  // namespace gradvet
