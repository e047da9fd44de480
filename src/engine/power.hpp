#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "src/core/contract.hpp"
#include "src/core/profile.hpp"
#include "src/core/run_report.hpp"

namespace gradvet {

/// A sentence that names the forms that no case could tell apart although their exact value differs from the
/// contract's, and what to do; nothing where there is none.
std::optional<std::string> lack_of_power(std::span<const FormPower> forms, const Profile& profile);

/// A sentence that names the forms that were not told apart and cannot be in the profile's formats
/// (Form::is_lost_in); nothing where there is none.
std::optional<std::string> lost_forms(std::span<const FormPower> forms, const Profile& profile);

/// Counts, while a hunt runs, whether its cases could tell each wrong form of the contract from the right
/// value. Forms that differ by rounding alone (Form::is_precision) are left out: their exact value is right.
class PowerMeter {
 public:
  /// Both references outlive the meter.
  PowerMeter(const Contract& contract, const Profile& profile);

  /// Takes a case of the domain that the candidate did not decline.
  void observe(const Case& input);

  const std::vector<FormPower>& forms() const { return forms_; }

 private:
  void observe_form(FormPower& power, const Case& input);

  const Contract& contract_;
  const Profile& profile_;
  std::vector<FormPower> forms_;
  std::uint64_t seen_ = 0;
  ExactAnswer right_, wrong_;
  Allowance allowance_;
  bool is_right_known_ = false;
};

}  // namespace gradvet
