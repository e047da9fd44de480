#include "src/engine/power.hpp"

#include <algorithm>

namespace gradvet {

namespace {
/// After a form was told apart once, one case in so many is counted: the exact value of every form on every
/// case would cost more than the hunt.
constexpr std::uint64_t kSampleEvery = 1024;
/// A form that was not told apart yet is tried on every case of the first ones, then on one in so many.
constexpr std::uint64_t kTriedAll = 4096;
constexpr std::uint64_t kTryEvery = 32;

std::string names_of_untold(std::span<const FormPower> forms, const Profile& profile, bool are_lost) {
  std::string names;
  for (const FormPower& power : forms) {
    if (power.told_apart > 0) continue;
    if (are_lost != (power.form->is_lost_in != nullptr && power.form->is_lost_in(profile))) continue;
    if (!names.empty()) names += ", ";
    names += power.form->id;
  }
  return names;
}

}  // namespace

PowerMeter::PowerMeter(const Contract& contract, const Profile& profile)
    : contract_(contract), profile_(profile) {
  for (const Mechanism& mechanism : contract.mechanisms())
    for (const Form* form : {mechanism.failure, mechanism.unsuccessful_fix})
      if (!form->is_precision) forms_.push_back({form, 0, 0, 0});
}

void PowerMeter::observe(const Case& input) {
  const bool is_sampled = seen_ % kSampleEvery == 0;
  const bool is_tried = seen_ < kTriedAll || seen_ % kTryEvery == 0;
  ++seen_;
  is_right_known_ = false;
  for (FormPower& power : forms_)
    if (is_sampled || (is_tried && power.told_apart == 0)) observe_form(power, input);
}

void PowerMeter::observe_form(FormPower& power, const Case& input) {
  if (!is_right_known_) {
    contract_.expect(input, right_);
    contract_.allow(input, profile_, allowance_);
    is_right_known_ = true;
  }
  if (!allowance_.unjudged.empty()) return;
  if (!power.form->compute_exactly(input, wrong_) || wrong_.shape != right_.shape ||
      wrong_.rows != right_.rows || wrong_.numbers.size() != right_.numbers.size()) {
    ++power.told_apart;
    return;
  }
  bool differs = false;
  for (std::size_t i = 0; i < right_.numbers.size(); ++i) {
    const Rational distance = abs(wrong_.numbers[i] - right_.numbers[i]);
    if (distance == 0) continue;
    differs = true;
    // The wrong candidate rounds too: only what lies beyond twice the bound is surely told apart.
    if (distance > 2 * allowance_.bounds[i]) {
      ++power.told_apart;
      return;
    }
  }
  ++(differs ? power.too_close : power.same);
}

std::optional<std::string> lost_forms(std::span<const FormPower> forms, const Profile& profile) {
  const std::string names = names_of_untold(forms, profile, true);
  if (names.empty()) return std::nullopt;
  return "no power in this format: under profile " + to_text(profile) +
         " no case can tell these mistakes from the contract: " + names;
}

std::optional<std::string> lack_of_power(std::span<const FormPower> forms, const Profile& profile) {
  const std::string names = names_of_untold(forms, profile, false);
  if (names.empty()) return std::nullopt;
  return "no case could have told these mistakes from the contract under profile " + to_text(profile) + ": " +
         names + "; declare a wider accumulator, or run more cases";
}

}  // namespace gradvet
