#include "src/engine/explain_value.hpp"

#include <rapidcheck/Random.h>

#include <cmath>

#include "oracles/float_format.hpp"
#include "oracles/rational.hpp"

namespace gradvet {

namespace {

constexpr int kDrawn = 200;

int width_of(NumberFormat format) {
  switch (format) {
    case NumberFormat::kFloat64:
      return 64;
    case NumberFormat::kFloat32:
      return 32;
    case NumberFormat::kFloat16:
    case NumberFormat::kBfloat16:
      return 16;
    case NumberFormat::kExact:
      break;
  }
  return 0;
}

/// floor(log2(value)) for value > 0.
int exponent_of(const Rational& value) {
  int exponent = static_cast<int>(msb(numerator(value))) - static_cast<int>(msb(denominator(value)));
  if (power_of_two(exponent) > value) --exponent;
  return exponent;
}

/// Names of profiles to try, those in which rounding allows least first. What a format carried was computed
/// in it, or stored in it at last.
std::vector<std::string_view> narrower_names(std::optional<NumberFormat> carried) {
  if (carried == NumberFormat::kFloat32) return {"float32"};
  if (carried == NumberFormat::kFloat16) return {"f16-acc32", "float16"};
  if (carried == NumberFormat::kBfloat16) return {"bf16-acc32", "bfloat16"};
  return {"float32", "f16-acc32", "bf16-acc32", "float16", "bfloat16"};
}

bool is_held_under(Trial& trial, const Profile& profile, const std::vector<Case>& inputs) {
  Judge judge(trial.contract(), profile);
  std::size_t held = 0;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const Judgement judgement = judge.judge(inputs[i], trial.outcomes()[i]);
    if (judgement.is_broken()) return false;
    if (judgement.is_held()) ++held;
  }
  return held > 0;
}

/// All but what is allowed.
std::optional<ValueExplanation> explain_distance(const Trial& trial, const Finding& finding) {
  const Profile& profile = trial.profile();
  const ContractInfo& info = trial.contract().info();
  const Answer* answer = std::get_if<Answer>(&finding.outcome);
  if (profile.output == NumberFormat::kExact || info.result_kind == ResultKind::kInteger) return std::nullopt;
  if (answer == nullptr || !finding.coordinate || !has_form_of(*answer, finding.expected))
    return std::nullopt;
  ValueExplanation explanation;
  explanation.coordinate = *finding.coordinate;
  const std::optional<JudgedNumber> number = judged_number(*answer, explanation.coordinate, info, profile);
  if (!number) return std::nullopt;
  const Rational& expected = finding.expected.numbers[explanation.coordinate];
  const FloatFormat& format = float_format(profile.output);
  explanation.nearest = encode(expected, format);
  explanation.actual = encode(number->value, format);
  if (explanation.actual == 0 && std::signbit(answer->numbers[explanation.coordinate]))
    explanation.actual = -0.0;
  explanation.nearest_bits = bits_of(explanation.nearest, profile.output);
  explanation.actual_bits = bits_of(explanation.actual, profile.output);
  explanation.bits = width_of(profile.output);
  explanation.error_ulp = abs(number->value - expected) / ulp_of(expected, profile.output);
  return explanation;
}

std::optional<GivenByOrder> given_by_order(const Allowance& allowance, std::size_t at,
                                           const Profile& profile) {
  if (at >= allowance.reachable.size() || !allowance.reachable[at]) return std::nullopt;
  const FloatFormat& format = float_format(profile.output);
  GivenByOrder given{.order = profile.order,
                     .least = encode(allowance.reachable[at]->least, format),
                     .greatest = encode(allowance.reachable[at]->greatest, format),
                     .least_bits = 0,
                     .greatest_bits = 0};
  given.least_bits = bits_of(given.least, profile.output);
  given.greatest_bits = bits_of(given.greatest, profile.output);
  return given;
}

}  // namespace

Rational ulp_of(const Rational& value, NumberFormat format) {
  const FloatFormat& parameters = float_format(format);
  int exponent = parameters.min_exponent;
  if (value != 0) exponent = std::max(exponent, exponent_of(abs(value)));
  return power_of_two(exponent - parameters.precision + 1);
}

std::optional<ValueExplanation> explain_value(const Trial& trial, const Finding& finding) {
  std::optional<ValueExplanation> explanation = explain_distance(trial, finding);
  if (!explanation) return std::nullopt;
  Allowance allowance;
  trial.contract().allow(finding.last_case(), trial.profile(), allowance);
  if (!allowance.unjudged.empty()) return std::nullopt;
  const std::size_t at = explanation->coordinate;
  explanation->allowed_ulp =
      allowance.bounds[at] / ulp_of(finding.expected.numbers[at], trial.profile().output);
  explanation->given = given_by_order(allowance, at, trial.profile());
  return explanation;
}

std::optional<ValueExplanation> explain_against(const Trial& trial, const Finding& finding) {
  std::optional<ValueExplanation> explanation = explain_distance(trial, finding);
  if (explanation && trial.reference() != nullptr)
    explanation->allowed_ulp = trial.reference()->within.value_or(0);
  return explanation;
}

std::optional<Profile> narrower_profile(Trial& trial, const Case& broken) {
  if (trial.profile() != Profile{}) return std::nullopt;
  const bool carries_its_format = trial.candidate().carried_format().has_value();
  for (const std::string_view name : narrower_names(trial.candidate().carried_format())) {
    const Result<Profile> profile = parse_profile(name);
    if (!profile) continue;
    // Where the broken case itself cannot be asked, only answers that carry their format speak for one.
    if (trial.contract().refuse(broken, *profile) && !carries_its_format) continue;
    std::vector<Case> inputs = {broken};
    for (Fixture& fixture : trial.contract().fixtures(1)) inputs.push_back(std::move(fixture.input));
    for (Case& probe : trial.contract().probes()) inputs.push_back(std::move(probe));
    rc::Random words(1);
    for (int i = 0; i < kDrawn; ++i)
      trial.contract().draw(words.next(), i % 50, {.max_microbatches = 20, .max_width = 4}, *profile,
                            inputs.emplace_back());
    std::erase_if(inputs,
                  [&](const Case& input) { return trial.contract().refuse(input, *profile).has_value(); });
    if (trial.run(inputs) && is_held_under(trial, *profile, inputs)) return *profile;
  }
  return std::nullopt;
}

}  // namespace gradvet
