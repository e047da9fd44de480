#pragma once

#include <cstddef>
#include <optional>

#include "src/core/contract.hpp"
#include "src/core/finding.hpp"
#include "src/core/outcome.hpp"
#include "src/core/profile.hpp"

namespace gradvet {

/// What the judge says of one outcome.
struct Judgement {
  enum class Standing { kHeld, kBroken, kDeclined, kOverflow, kNoReference };
  Standing standing = Standing::kHeld;
  /// Why, if broken.
  FindingKind kind = FindingKind::kWrongValue;
  /// The number that is furthest outside, for a wrong value or a number that is not finite.
  std::optional<std::size_t> coordinate;
  /// Largest distance from the exact value divided by what rounding allows, rounded up; absent where nothing
  /// is allowed or no value came. For display and statistics: the standing is decided in exact fractions.
  std::optional<double> excess;

  bool is_broken() const { return standing == Standing::kBroken; }
  bool is_held() const { return standing == Standing::kHeld; }
};

/// Compares outcomes with the oracle under what the profile's rounding allows. Deterministic. Holds buffers:
/// one judge for each thread.
class Judge {
 public:
  /// Both references outlive the judge.
  Judge(const Contract& contract, const Profile& profile) : contract_(contract), profile_(profile) {}

  /// The case is inside the domain.
  Judgement judge(const Case& input, const Outcome& outcome);
  /// The same without the fast proof, whose excess is an upper estimate.
  Judgement measure(const Case& input, const Answer& answer);

 private:
  Judgement judge_answer(const Case& input, const Answer& answer);
  Judgement judge_numbers(const Answer& answer);

  const Contract& contract_;
  const Profile& profile_;
  ExactAnswer expected_;
  Allowance allowance_;
};

/// True if the answer has the form of the expected result: same shape, same lengths, null in the same places.
bool has_form_of(const Answer& answer, const ExactAnswer& expected);

/// The exact value of number `index` of an answer as it is judged: a token rounded once to the output format,
/// a fraction as it is; nothing where it is not finite. `is_exact` tells whether equality is asked of it.
struct JudgedNumber {
  Rational value;
  bool is_exact = false;
};
std::optional<JudgedNumber> judged_number(const Answer& answer, std::size_t index, const ContractInfo& info,
                                          const Profile& profile);

/// The least float64 that is not below `value` (infinity beyond the largest finite one).
double round_up(const Rational& value);

}  // namespace gradvet
