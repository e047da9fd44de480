#include "src/engine/accuracy_meter.hpp"

#include <algorithm>
#include <cmath>

#include "oracles/float_format.hpp"
#include "oracles/rational.hpp"
#include "src/core/invariant.hpp"
#include "src/engine/explain_value.hpp"

namespace gradvet {

namespace {

/// Half a ULP is where correct rounding ends.
constexpr int kLeastUlpExponent = -1;
constexpr int kGreatestUlpExponent = 10;
constexpr int kExcessSteps = 8;

void count(const Rational& value, std::vector<AccuracyStep>& steps, std::uint64_t& beyond) {
  const auto step = std::ranges::lower_bound(steps, value, {}, &AccuracyStep::at_most);
  ++(step == steps.end() ? beyond : step->numbers);
}

/// The first of the farthest numbers stays.
void keep_farthest(const FarthestNumber& number, Rational FarthestNumber::*by, const Case& input,
                   std::optional<FarthestNumber>& farthest) {
  if (number.*by == 0 || (farthest && number.*by <= (*farthest).*by)) return;
  farthest = number;
  farthest->input = input;
}

}  // namespace

AccuracyMeter::AccuracyMeter() {
  accuracy_.error_ulp.push_back({0, 0});
  for (int exponent = kLeastUlpExponent; exponent <= kGreatestUlpExponent; ++exponent)
    accuracy_.error_ulp.push_back({power_of_two(exponent), 0});
  for (int i = 0; i <= kExcessSteps; ++i) accuracy_.excess.push_back({Rational(i, kExcessSteps), 0});
}

void AccuracyMeter::observe(std::span<const Case> batch, const Trial& trial) {
  if (trial.profile().output == NumberFormat::kExact ||
      trial.contract().info().result_kind == ResultKind::kInteger)
    return;
  for (std::size_t i = 0; i < trial.judgements().size(); ++i)
    if (trial.judgements()[i].is_held())
      observe_answer(batch[i], std::get<Answer>(trial.outcomes()[i]), trial);
}

void AccuracyMeter::observe_answer(const Case& input, const Answer& answer, const Trial& trial) {
  const Profile& profile = trial.profile();
  const FloatFormat& format = float_format(profile.output);
  trial.contract().expect(input, expected_);
  trial.contract().allow(input, profile, allowance_);
  for (std::size_t i = 0; i < expected_.numbers.size(); ++i) {
    const auto number = judged_number(answer, i, trial.contract().info(), profile);
    require_invariant(number.has_value(), "a held answer with a number that is not finite");
    FarthestNumber measured{{}, i, expected_.numbers[i], number->value, 0, 0};
    const Rational distance = abs(measured.actual - measured.expected);
    measured.error_ulp = distance / ulp_of(measured.expected, profile.output);
    if (allowance_.bounds[i] != 0) measured.excess = distance / allowance_.bounds[i];

    ++accuracy_.numbers;
    const double nearest = encode(measured.expected, format, profile.subnormals);
    const bool is_nearest = std::isfinite(nearest) && measured.actual == exact(nearest);
    accuracy_.correctly_rounded += is_nearest || measured.actual == measured.expected;
    count(measured.error_ulp, accuracy_.error_ulp, accuracy_.beyond);
    std::uint64_t above_one = 0;  // none: it was held
    count(measured.excess, accuracy_.excess, above_one);
    keep_farthest(measured, &FarthestNumber::error_ulp, input, accuracy_.farthest_in_ulp);
    keep_farthest(measured, &FarthestNumber::excess, input, accuracy_.farthest_in_excess);
  }
}

}  // namespace gradvet
