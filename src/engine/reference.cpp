#include "src/engine/reference.hpp"

#include <algorithm>
#include <cmath>

#include "oracles/float_format.hpp"
#include "oracles/rational.hpp"
#include "src/engine/explain_value.hpp"

namespace gradvet {

namespace {

bool has_exact_entry(const Answer& answer, std::size_t index) {
  return std::ranges::binary_search(answer.exact, index, {}, &Answer::Exact::index);
}

/// A number in the output format: what is exact is rounded once, for two candidates are compared as they
/// would be stored.
std::optional<Rational> rounded_number(const Answer& answer, std::size_t index, const ContractInfo& info,
                                       const Profile& profile) {
  const std::optional<JudgedNumber> number = judged_number(answer, index, info, profile);
  if (!number) return std::nullopt;
  const bool stays_exact = info.result_kind == ResultKind::kInteger || profile.output == NumberFormat::kExact;
  if (!number->is_exact || stays_exact) return number->value;
  const double rounded = encode(number->value, float_format(profile.output));
  if (!std::isfinite(rounded)) return std::nullopt;
  return exact(rounded);
}

std::optional<FindingKind> kind_without_value(const Outcome& outcome) {
  if (std::holds_alternative<Exception>(outcome)) return FindingKind::kException;
  if (std::holds_alternative<Crash>(outcome)) return FindingKind::kCrash;
  if (std::holds_alternative<TimedOut>(outcome)) return FindingKind::kTimeOut;
  if (std::holds_alternative<ProtocolViolation>(outcome)) return FindingKind::kProtocol;
  if (std::holds_alternative<NotAValue>(outcome)) return FindingKind::kWrongShape;
  return std::nullopt;
}

Judgement standing(Judgement::Standing standing) {
  Judgement judgement;
  judgement.standing = standing;
  return judgement;
}

Judgement broken(FindingKind kind, std::optional<std::size_t> coordinate = std::nullopt) {
  Judgement judgement = standing(Judgement::Standing::kBroken);
  judgement.kind = kind;
  judgement.coordinate = coordinate;
  return judgement;
}

std::optional<std::size_t> first_not_finite(const Answer& answer, const ContractInfo& info,
                                            const Profile& profile) {
  for (std::size_t i = 0; i < answer.numbers.size(); ++i)
    if (!rounded_number(answer, i, info, profile)) return i;
  return std::nullopt;
}

bool is_same_number(const Answer& a, const Answer& b, std::size_t index, const ContractInfo& info,
                    const Profile& profile) {
  const auto first = rounded_number(a, index, info, profile),
             second = rounded_number(b, index, info, profile);
  if (!first || !second) return !first && !second;
  if (*first != *second) return false;
  // Only float64 numbers have a sign of zero.
  return has_exact_entry(a, index) || has_exact_entry(b, index) ||
         std::signbit(a.numbers[index]) == std::signbit(b.numbers[index]);
}

}  // namespace

std::optional<ExactAnswer> exact_answer(const Outcome& outcome, const ContractInfo& info,
                                        const Profile& profile) {
  const Answer* answer = std::get_if<Answer>(&outcome);
  if (answer == nullptr) return std::nullopt;
  ExactAnswer value{answer->shape, {}, answer->rows};
  for (std::size_t i = 0; i < answer->numbers.size(); ++i) {
    const std::optional<Rational> number = rounded_number(*answer, i, info, profile);
    if (!number) return std::nullopt;
    value.numbers.push_back(*number);
  }
  return value;
}

bool has_same_bits(const Answer& a, const Answer& b, const ContractInfo& info, const Profile& profile) {
  if (a.shape != b.shape || a.rows != b.rows || a.numbers.size() != b.numbers.size()) return false;
  for (std::size_t i = 0; i < a.numbers.size(); ++i)
    if (!is_same_number(a, b, i, info, profile)) return false;
  return true;
}

Rational ulp_distance(const Rational& from, const Rational& of, const Profile& profile) {
  const Rational distance = abs(from - of);
  return profile.output == NumberFormat::kExact ? distance : Rational(distance / ulp_of(of, profile.output));
}

Judgement judge_against(const Outcome& outcome, const Outcome& reference,
                        const std::optional<std::uint64_t>& within, const ContractInfo& info,
                        const Profile& profile) {
  const std::optional<ExactAnswer> right = exact_answer(reference, info, profile);
  if (!right) return standing(Judgement::Standing::kNoReference);
  if (std::holds_alternative<Declined>(outcome)) return standing(Judgement::Standing::kDeclined);
  if (const auto kind = kind_without_value(outcome)) return broken(*kind);
  const Answer& answer = std::get<Answer>(outcome);
  if (!has_form_of(answer, *right)) return broken(FindingKind::kWrongShape);
  if (const auto coordinate = first_not_finite(answer, info, profile))
    return broken(FindingKind::kNonFinite, coordinate);

  const Answer& reference_answer = std::get<Answer>(reference);
  std::optional<std::size_t> farthest;
  Rational largest = 0;
  for (std::size_t i = 0; i < right->numbers.size(); ++i) {
    const Rational distance =
        ulp_distance(*rounded_number(answer, i, info, profile), right->numbers[i], profile);
    const bool is_near =
        within ? distance <= *within : is_same_number(answer, reference_answer, i, info, profile);
    if (is_near || (farthest && distance <= largest)) continue;
    farthest = i;
    largest = distance;
  }
  if (!farthest) return standing(Judgement::Standing::kHeld);
  Judgement judgement = broken(FindingKind::kWrongValue, farthest);
  if (within && *within > 0) judgement.excess = round_up(largest / *within);
  return judgement;
}

}  // namespace gradvet
