#include "src/reporters/answer_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "src/reporters/terminal_text.hpp"
#include "src/text/decimal.hpp"

namespace gradvet {

namespace {

/// Lists above this are elided to kShownFirst at the front and one at the end.
constexpr std::size_t kMostShown = 8;
constexpr std::size_t kShownFirst = 4;
/// A fraction of more characters than this says less than its decimal value.
constexpr std::size_t kReadableFraction = 60;
constexpr int kDecimalDigits = 17;

/// Every finite float64 is a fraction; the conversion is exact.
std::string exact_text(double number) {
  return std::isfinite(number) ? fraction_text(Rational(number)) : shortest_text(number);
}

std::string decimal_or_more(const Rational& value) {
  // A token that is not a float64 itself needs more digits than the nearest one has.
  return decimal_text(value, 25);
}

/// What a candidate gave exactly; an immense number is named by its size, not printed in full.
std::string given_text(const Rational& value) {
  constexpr std::size_t kLeadingDigits = 20;
  const std::string text = fraction_text(value);
  if (text.size() <= kReadableFraction) return text;
  const auto digits = static_cast<std::size_t>(
      std::ranges::count_if(text, [](char byte) { return byte >= '0' && byte <= '9'; }));
  if (denominator(value) == 1)
    return fmt::format("{}… (an integer of {} digits)", text.substr(0, kLeadingDigits), grouped(digits));
  return fmt::format("{} (a fraction of {} digits)", decimal_text(value, kDecimalDigits), grouped(digits));
}

struct DescribeOutcome {
  std::string operator()(const Answer& answer) const {
    return shape_text(answer.shape, number_texts(answer), answer.rows);
  }
  std::string operator()(const Exception& exception) const { return "an exception: " + exception.text; }
  std::string operator()(const Crash& crash) const { return "a crash: " + crash.what; }
  std::string operator()(const TimedOut& timed_out) const {
    return fmt::format("no answer within {} ms", timed_out.limit.count());
  }
  std::string operator()(const ProtocolViolation& violation) const {
    return "output that is no answer: " + violation.what;
  }
  std::string operator()(const NotAValue& value) const { return "not a value: " + value.what; }
  std::string operator()(const Declined& declined) const { return "declined: " + declined.why; }
};

}  // namespace

std::vector<std::string> exact_texts(const ExactAnswer& answer) {
  std::vector<std::string> texts;
  texts.reserve(answer.numbers.size());
  for (const Rational& number : answer.numbers) texts.push_back(fraction_text(number));
  return texts;
}

std::vector<std::string> exact_texts(const Answer& answer) {
  std::vector<std::string> texts;
  texts.reserve(answer.numbers.size());
  for (const double number : answer.numbers) texts.push_back(exact_text(number));
  for (const Answer::Exact& exact : answer.exact) texts[exact.index] = fraction_text(exact.value);
  return texts;
}

std::vector<std::string> number_texts(const Answer& answer) {
  std::vector<std::string> texts;
  texts.reserve(answer.numbers.size());
  for (const double number : answer.numbers) texts.push_back(shortest_text(number));
  for (const Answer::Exact& exact : answer.exact) {
    const double nearest = answer.numbers[exact.index];
    const bool is_float = std::isfinite(nearest) && Rational(nearest) == exact.value;
    if (exact.kind == Answer::Exact::Kind::kFraction)
      texts[exact.index] = given_text(exact.value);
    else if (!is_float)
      texts[exact.index] = decimal_or_more(exact.value);
  }
  return texts;
}

std::string fraction_and_decimal(const Rational& value) {
  const std::string fraction = fraction_text(value);
  if (denominator(value) == 1 && fraction.size() <= kReadableFraction) return fraction;
  const std::string decimal = decimal_text(value, kDecimalDigits);
  const Result<Rational> read_back = parse_decimal(decimal);
  const char* relation = read_back && *read_back == value ? "=" : "≈";
  if (fraction.size() > kReadableFraction) return fmt::format("{} {}", relation, decimal);
  return fmt::format("{} {} {}", fraction, relation, decimal);
}

std::string list_text(const std::vector<std::string>& numbers) {
  std::string out = "[";
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i != 0) out += ", ";
    if (numbers.size() > kMostShown && i == kShownFirst) {
      const std::size_t left_out = numbers.size() - kShownFirst - 1;
      out += fmt::format("… {} more …, ", grouped(left_out));
      i += left_out;
    }
    out += numbers[i];
  }
  return out + "]";
}

std::string shape_text(AnswerShape shape, const std::vector<std::string>& numbers,
                       const std::vector<AnswerRow>& rows) {
  switch (shape) {
    case AnswerShape::kNull:
      return "null";
    case AnswerShape::kScalar:
      return numbers.empty() ? "nothing" : numbers.front();
    case AnswerShape::kList:
    case AnswerShape::kListOrNull:
      return list_text(numbers);
    case AnswerShape::kWindows:
      break;
  }
  std::vector<std::string> windows;
  windows.reserve(rows.size());
  for (const AnswerRow& row : rows) {
    if (row.is_null) {
      windows.emplace_back("null");
      continue;
    }
    const auto first = numbers.begin() + row.first;
    windows.push_back(list_text({first, first + row.size}));
  }
  return list_text(windows);
}

std::string outcome_text(const Outcome& outcome) { return std::visit(DescribeOutcome{}, outcome); }

}  // namespace gradvet
