#include "src/engine/judge.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "oracles/float_format.hpp"
#include "oracles/rational.hpp"

namespace gradvet {

namespace {

Judgement broken(FindingKind kind) {
  return {.standing = Judgement::Standing::kBroken, .kind = kind, .coordinate = {}, .excess = {}};
}

Judgement not_judged(Judgement::Standing standing) {
  return {.standing = standing, .kind = {}, .coordinate = {}, .excess = {}};
}

const Answer::Exact* exact_entry(const Answer& answer, std::size_t index) {
  const auto found = std::ranges::lower_bound(answer.exact, index, {}, &Answer::Exact::index);
  return found != answer.exact.end() && found->index == index ? &*found : nullptr;
}

}  // namespace

double round_up(const Rational& value) {
  const double nearest = encode(value, float_format(NumberFormat::kFloat64));
  if (!std::isfinite(nearest) || exact(nearest) >= value) return nearest;
  return std::nextafter(nearest, std::numeric_limits<double>::infinity());
}

bool has_form_of(const Answer& answer, const ExactAnswer& expected) {
  if (answer.shape != expected.shape || answer.numbers.size() != expected.numbers.size()) return false;
  return answer.rows == expected.rows;
}

std::optional<JudgedNumber> judged_number(const Answer& answer, std::size_t index, const ContractInfo& info,
                                          const Profile& profile) {
  const bool wants_equality =
      info.result_kind == ResultKind::kInteger || profile.output == NumberFormat::kExact;
  if (const Answer::Exact* entry = exact_entry(answer, index)) {
    if (wants_equality || entry->kind == Answer::Exact::Kind::kFraction)
      return JudgedNumber{entry->value, true};
    const double rounded = encode(entry->value, float_format(profile.output));
    if (!std::isfinite(rounded)) return std::nullopt;
    return JudgedNumber{exact(rounded), false};
  }
  const double number = answer.numbers[index];
  if (!std::isfinite(number)) return std::nullopt;
  if (wants_equality) return JudgedNumber{exact(number), true};
  const double rounded = encode(number, float_format(profile.output));
  if (!std::isfinite(rounded)) return std::nullopt;
  return JudgedNumber{exact(rounded), false};
}

Judgement Judge::judge(const Case& input, const Outcome& outcome) {
  struct Visitor {
    Judge& judge;
    const Case& input;
    Judgement operator()(const Answer& answer) const { return judge.judge_answer(input, answer); }
    Judgement operator()(const Exception&) const { return broken(FindingKind::kException); }
    Judgement operator()(const Crash&) const { return broken(FindingKind::kCrash); }
    Judgement operator()(const TimedOut&) const { return broken(FindingKind::kTimeOut); }
    Judgement operator()(const ProtocolViolation&) const { return broken(FindingKind::kProtocol); }
    Judgement operator()(const NotAValue&) const { return broken(FindingKind::kWrongShape); }
    Judgement operator()(const Declined&) const { return not_judged(Judgement::Standing::kDeclined); }
  };
  return std::visit(Visitor{*this, input}, outcome);
}

Judgement Judge::judge_answer(const Case& input, const Answer& answer) {
  const AnswerShape asked = contract_.info().result_shape;
  if (answer.exact.empty() && answer.shape != AnswerShape::kNull && is_form(answer.shape, asked) &&
      contract_.has_rows(input, answer.rows)) {
    if (const std::optional<double> excess = contract_.settle(input, profile_, answer.numbers))
      return {.standing = Judgement::Standing::kHeld, .kind = {}, .coordinate = {}, .excess = excess};
  }
  return measure(input, answer);
}

Judgement Judge::measure(const Case& input, const Answer& answer) {
  contract_.expect(input, expected_);
  if (!has_form_of(answer, expected_)) return broken(FindingKind::kWrongShape);
  contract_.allow(input, profile_, allowance_);
  if (!allowance_.unjudged.empty()) return not_judged(Judgement::Standing::kOverflow);
  return judge_numbers(answer);
}

Judgement Judge::judge_numbers(const Answer& answer) {
  Judgement worst;
  bool is_outside = false;
  Rational worst_excess = -1;  // of the numbers with a bound above zero
  for (std::size_t i = 0; i < expected_.numbers.size(); ++i) {
    const std::optional<JudgedNumber> number = judged_number(answer, i, contract_.info(), profile_);
    if (!number) {
      Judgement judgement = broken(FindingKind::kNonFinite);
      judgement.coordinate = i;
      return judgement;
    }
    const Rational distance = abs(number->value - expected_.numbers[i]);
    const Rational& bound = allowance_.bounds[i];
    const bool is_unreachable =
        !number->is_exact && i < allowance_.reachable.size() && allowance_.reachable[i] &&
        (number->value < allowance_.reachable[i]->least || number->value > allowance_.reachable[i]->greatest);
    if (number->is_exact || bound == 0 || is_unreachable) {
      const bool is_near =
          number->is_exact && i < allowance_.exact_bounds.size() && distance <= allowance_.exact_bounds[i];
      // Nothing is allowed, or nothing to speak of: no ratio, but it outranks any finite one.
      if ((distance != 0 && !is_near) || is_unreachable) {
        if (!is_outside || worst.excess) worst.coordinate = i;
        is_outside = true;
        worst.excess.reset();
        worst_excess = std::numeric_limits<std::int64_t>::max();
      }
      continue;
    }
    if (distance <= bound && worst_excess * bound >= distance) continue;
    const Rational excess = distance / bound;
    if (excess <= worst_excess) continue;
    worst_excess = excess;
    worst.excess = round_up(excess);
    if (excess > 1) {
      is_outside = true;
      worst.coordinate = i;
    }
  }
  if (is_outside) {
    worst.standing = Judgement::Standing::kBroken;
    worst.kind = FindingKind::kWrongValue;
  }
  return worst;
}

}  // namespace gradvet
