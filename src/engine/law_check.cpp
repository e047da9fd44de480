#include "src/engine/law_check.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "oracles/float_format.hpp"
#include "src/engine/probe.hpp"

namespace gradvet {

namespace {

constexpr int kDrawn = 60;
constexpr int kDrawnSize = 20;

/// Whether laws can say something of an answer: it has the contract's form, or windows of its own, whose
/// number and lengths are what laws are about.
bool has_lawful_form(const Answer& answer, const ExactAnswer& expected) {
  if (answer.shape == AnswerShape::kWindows && expected.shape == AnswerShape::kWindows) return true;
  return has_form_of(answer, expected);
}

/// The exact value of an answer; nothing where laws can say nothing of its form or a number is not finite.
std::optional<ExactAnswer> value_of(const Trial& trial, const Case& input, const Outcome& outcome) {
  const Answer* answer = std::get_if<Answer>(&outcome);
  if (answer == nullptr) return std::nullopt;
  ExactAnswer value;
  trial.contract().expect(input, value);
  if (!has_lawful_form(*answer, value)) return std::nullopt;
  value.rows = answer->rows;
  value.numbers.resize(answer->numbers.size());
  for (std::size_t i = 0; i < value.numbers.size(); ++i) {
    const auto number = judged_number(*answer, i, trial.contract().info(), trial.profile());
    if (!number) return std::nullopt;
    value.numbers[i] = number->value;
  }
  return value;
}

}  // namespace

std::vector<std::optional<LawCheck::Answered>> LawCheck::answers_to(std::span<const Case> batch) const {
  std::vector<std::optional<Answered>> answers(batch.size());
  for (std::size_t i = 0; i < batch.size(); ++i)
    if (std::optional<ExactAnswer> value = value_of(trial_, batch[i], trial_.outcomes()[i]))
      answers[i] = Answered{batch[i], std::move(*value)};
  return answers;
}

Result<void> LawCheck::check(std::span<const Case> batch) {
  const std::vector<std::optional<Answered>> originals = answers_to(batch);
  for (const Law& law : trial_.contract().laws()) {
    const auto is_this = [&law](const LawBreach& breach) { return breach.law == &law; };
    if (std::ranges::any_of(broken_, is_this) || has_seen_enough()) continue;
    if (Result<void> done = check_law(law, originals); !done) return done;
  }
  return {};
}

Result<void> LawCheck::check_law(const Law& law, const std::vector<std::optional<Answered>>& originals) {
  std::vector<Case> changes;
  std::vector<const Answered*> sources;
  std::vector<std::uint64_t> words;
  for (const std::optional<Answered>& original : originals) {
    const std::uint64_t word = words_.next();
    if (!original) continue;
    std::optional<Case> changed = law.transform(original->input, word);
    if (!changed || trial_.contract().refuse(*changed, trial_.profile())) continue;
    changes.push_back(std::move(*changed));
    sources.push_back(&*original);
    words.push_back(word);
  }
  if (Result<void> done = trial_.run(changes); !done) return done;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const Outcome& outcome = trial_.outcomes()[i];
    faults_ += std::holds_alternative<Crash>(outcome) || std::holds_alternative<TimedOut>(outcome) ||
               std::holds_alternative<ProtocolViolation>(outcome);
  }
  const std::vector<std::optional<Answered>> after = answers_to(changes);
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (!after[i]) continue;
    ++tried_;
    if (std::optional<LawBreach> breach = breach_of(law, *sources[i], *after[i])) {
      breach->word = words[i];
      if (std::optional<LawBreach> again = breach_again(*breach)) {
        broken_.push_back(std::move(*again));
        break;
      }
    }
  }
  return {};
}

/// What rounding may have done in the candidate's own terms, which a wrong divisor or scale makes larger than
/// the contract's: its answer where every value is positive is what cancelled in this one.
std::vector<Rational> LawCheck::uncancelled_roundoff(const Answered& answered) {
  constexpr int kRoundoffs = 64, kRoundoffsPerRow = 4;
  std::vector<Rational> roundoff(answered.value.numbers.size(), 0);
  const Profile& profile = trial_.profile();
  if (profile.accumulator == NumberFormat::kExact || !trial_.contract().info().is_linear_in_values)
    return roundoff;
  std::array positive = {answered.input};
  for (std::size_t argument = 0; argument < positive[0].argument_count(); ++argument)
    if (positive[0].extent(argument).role == NumberRole::kValue)
      for (double& value : positive[0].reals(argument)) value = std::abs(value);
  if (!trial_.run(positive)) return roundoff;
  const std::vector<std::optional<Answered>> answers = answers_to(positive);
  if (!answers[0] || answers[0]->value.numbers.size() != roundoff.size()) return roundoff;
  const Rational unit = unit_roundoff(float_format(profile.accumulator)) *
                        (kRoundoffs + kRoundoffsPerRow * positive[0].items());
  for (std::size_t i = 0; i < roundoff.size(); ++i) roundoff[i] = unit * abs(answers[0]->value.numbers[i]);
  return roundoff;
}

/// The breach, if the answers to the two cases cannot both come from code that keeps the law.
std::optional<LawBreach> LawCheck::breach_of(const Law& law, const Answered& original,
                                             const Answered& changed) {
  const ExactAnswer demanded = law.predict(original.input, changed.input, original.value);
  if (demanded == changed.value) return std::nullopt;
  LawBreach breach{&law, 0, original.input, changed.input, original.value, demanded, changed.value};
  if (demanded.numbers.size() != changed.value.numbers.size() || demanded.rows != changed.value.rows)
    return breach;

  const ContractInfo& info = trial_.contract().info();
  const Probe before = make_probe(trial_, original.input, {}), after = make_probe(trial_, changed.input, {});
  if (!before.allowance.unjudged.empty() || !after.allowance.unjudged.empty()) return std::nullopt;
  // Laws are affine in the result: what they make of a shifted answer tells how far they carry its rounding.
  const std::vector<Rational> roundoff_before = uncancelled_roundoff(original);
  const std::vector<Rational> roundoff_after = uncancelled_roundoff(changed);
  ExactAnswer shifted = original.value;
  for (std::size_t i = 0; i < shifted.numbers.size(); ++i)
    shifted.numbers[i] +=
        slack_of(before, i, shifted.numbers[i], info, trial_.profile()) + roundoff_before[i];
  const ExactAnswer carried = law.predict(original.input, changed.input, shifted);
  for (std::size_t i = 0; i < demanded.numbers.size(); ++i) {
    const Rational slack = abs(carried.numbers[i] - demanded.numbers[i]) +
                           slack_of(after, i, changed.value.numbers[i], info, trial_.profile()) +
                           roundoff_after[i];
    if (abs(changed.value.numbers[i] - demanded.numbers[i]) > slack) return breach;
  }
  return std::nullopt;
}

void LawCheck::shrink(std::uint64_t calls) {
  for (LawBreach& breach : broken_) {
    const std::uint64_t last_call = trial_.calls() + calls / broken_.size();
    while (shrink_once(breach, last_call)) continue;
  }
}

/// The same breach once more, if the same answers show it: a candidate that answers now so, now otherwise is
/// unstable, and its answers say nothing about laws.
std::optional<LawBreach> LawCheck::breach_again(const LawBreach& breach) {
  const std::array pair = {breach.original, breach.changed};
  if (!trial_.run(pair)) return std::nullopt;
  const std::vector<std::optional<Answered>> answers = answers_to(pair);
  if (!answers[0] || !answers[1] || answers[0]->value != breach.answer || answers[1]->value != breach.actual)
    return std::nullopt;
  return breach;
}

/// True if a simpler original took its place.
bool LawCheck::shrink_once(LawBreach& breach, std::uint64_t last_call) {
  std::vector<Case> shrinks;
  trial_.contract().shrinks(breach.original, trial_.profile(), shrinks);
  for (const Case& simpler : shrinks) {
    if (trial_.calls() + 2 > last_call) return false;
    const std::optional<Case> changed = breach.law->transform(simpler, breach.word);
    if (!changed || trial_.contract().refuse(*changed, trial_.profile())) continue;
    const std::array pair = {simpler, *changed};
    if (!trial_.run(pair)) return false;
    const std::vector<std::optional<Answered>> answers = answers_to(pair);
    if (!answers[0] || !answers[1]) continue;
    if (std::optional<LawBreach> next = breach_of(*breach.law, *answers[0], *answers[1])) {
      next->word = breach.word;
      breach = std::move(*next);
      return true;
    }
  }
  return false;
}

std::vector<LawBreach> broken_laws(Trial& trial, std::uint64_t seed, const std::optional<Case>& broken) {
  const Contract& contract = trial.contract();
  std::vector<Case> originals;
  if (broken) originals.push_back(*broken);
  for (Fixture& fixture : contract.fixtures(1)) originals.push_back(std::move(fixture.input));
  rc::Random words(seed);
  for (int i = 0; i < kDrawn; ++i)
    contract.draw(words.next(), i % kDrawnSize, {.max_microbatches = 6, .max_width = 3}, trial.profile(),
                  originals.emplace_back());
  LawCheck laws(trial, words.next());
  // A candidate that cannot be run any more has shown what it shows.
  if (trial.run(originals)) static_cast<void>(laws.check(originals));
  return laws.broken();
}

}  // namespace gradvet
