#include "src/reporters/console_breach.hpp"

#include <string>
#include <vector>

#include "src/reporters/answer_text.hpp"
#include "src/reporters/case_table.hpp"
#include "src/text/decimal.hpp"

namespace gradvet {

namespace {

constexpr std::size_t kMostAnswerBytes = 600;
constexpr std::size_t kLongestFraction = 12;
constexpr int kDecimalDigits = 17;

std::string numbers_text(const ExactAnswer& answer) {
  std::vector<std::string> numbers;
  // The exact fraction of a float64 is no help to a reader.
  for (const Rational& number : answer.numbers)
    numbers.push_back(fraction_text(number).size() <= kLongestFraction
                          ? fraction_and_decimal(number)
                          : decimal_text(number, kDecimalDigits));
  return elided(shape_text(answer.shape, numbers, answer.rows), kMostAnswerBytes);
}

}  // namespace

void add_drawn(std::string_view label, const Case& value, Signature signature, LabelledLines& lines) {
  const std::vector<std::string> drawn = draw_case(value, signature);
  for (std::size_t i = 0; i < drawn.size(); ++i) lines.add(i == 0 ? label : "", drawn[i]);
}

void write_breach(const RunReport& run, const LawBreach& breach, const Palette& palette,
                  LabelledLines& lines) {
  const Signature signature = run.contract->info().parameters;
  lines.add_blank();
  lines.add("law", palette.bad(breach.law->id) + ": " + std::string(breach.law->statement));
  add_drawn("case", breach.original, signature, lines);
  lines.add("answer", numbers_text(breach.answer));
  add_drawn("changed", breach.changed, signature, lines);
  lines.add("demanded", numbers_text(breach.demanded));
  lines.add("answer", numbers_text(breach.actual));
}

}  // namespace gradvet
