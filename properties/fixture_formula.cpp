#include "properties/fixture_formula.hpp"

#include <fmt/format.h>

#include <span>

#include "src/core/invariant.hpp"

namespace gradvet {

namespace {

Rational value_of(const Formula& formula, int variant) {
  return {Integer(formula.slope) * variant + formula.intercept, Integer(formula.divisor)};
}

std::int64_t whole_value_of(const Formula& formula, int variant) {
  require_invariant(formula.divisor == 1, "an argument of a fixture is not whole");
  return std::int64_t{formula.slope} * variant + formula.intercept;
}

void append_argument(const ArgumentFormula& formula, const Parameter& parameter, int variant, Case& out) {
  const std::size_t argument = out.argument_count();
  const std::size_t columns =
      formula.numbers.empty() && parameter.layout == Layout::kMatrix ? 0 : formula.columns;
  out.append(parameter, columns == 0 ? 0 : formula.numbers.size() / columns, columns);
  for (std::size_t i = 0; i < formula.numbers.size(); ++i) {
    const std::int64_t number = whole_value_of(formula.numbers[i], variant);
    if (is_real(parameter.role))
      out.reals(argument)[i] = static_cast<double>(number);
    else
      out.integers(argument)[i] = number;
  }
}

/// `3`, `N`, `2*N+1`; `3.5` and `1.5*N` where two halves make it exact, else `15*N/7`.
std::string python_text(const Formula& formula) {
  const auto scaled = [&](int number, std::string_view unit) {
    if (formula.divisor == 2 && number % 2 != 0) return fmt::format("{}.5{}", number / 2, unit);
    if (number == 1 && !unit.empty()) return std::string(unit.substr(1));
    return fmt::format("{}{}", number, unit);
  };
  std::string text;
  if (formula.slope != 0) text = scaled(formula.slope, "*N");
  if (formula.intercept > 0 || formula.slope == 0)
    text += fmt::format("{}{}", formula.slope != 0 ? "+" : "", scaled(formula.intercept, ""));
  else if (formula.intercept < 0)
    text += fmt::format("{}", formula.intercept);
  if (formula.divisor > 2) text += fmt::format("/{}", formula.divisor);
  return text;
}

std::string python_list(std::span<const Formula> numbers) {
  std::vector<std::string> texts;
  for (const Formula& number : numbers) texts.push_back(python_text(number));
  return fmt::format("[{}]", fmt::join(texts, ","));
}

std::string python_argument(const ArgumentFormula& formula, Layout layout) {
  const std::span<const Formula> numbers = formula.numbers;
  if (layout == Layout::kScalar) return python_text(numbers.front());
  if (layout != Layout::kMatrix) return python_list(numbers);
  std::vector<std::string> rows;
  for (std::size_t first = 0; first < numbers.size(); first += formula.columns)
    rows.push_back(python_list(numbers.subspan(first, formula.columns)));
  return fmt::format("[{}]", fmt::join(rows, ","));
}

}  // namespace

std::vector<Fixture> make_fixtures(const std::vector<FixtureFormula>& formulas, Signature parameters,
                                   int variant) {
  std::vector<Fixture> fixtures;
  for (const FixtureFormula& formula : formulas) {
    Fixture fixture{formula.name, {}, formula.expected_shape, {}};
    for (std::size_t i = 0; i < parameters.size(); ++i)
      append_argument(formula.arguments[i], parameters[i], variant, fixture.input);
    for (const Formula& number : formula.expected)
      fixture.expected.push_back({value_of(number, variant), number.divisor == 1
                                                                 ? Fixture::ExpectedNumber::Token::kInteger
                                                                 : Fixture::ExpectedNumber::Token::kFloat});
    fixtures.push_back(std::move(fixture));
  }
  return fixtures;
}

std::string make_python_checks(const std::vector<FixtureFormula>& formulas, Signature parameters) {
  std::string text;
  for (const FixtureFormula& formula : formulas) {
    std::vector<std::string> arguments;
    for (std::size_t i = 0; i < parameters.size(); ++i)
      arguments.push_back(python_argument(formula.arguments[i], parameters[i].layout));
    const std::string expected = formula.expected_shape == AnswerShape::kScalar
                                     ? python_text(formula.expected.front())
                                     : python_list(formula.expected);
    text += fmt::format("check('{}', solve({}), {})\n", formula.name, fmt::join(arguments, ","), expected);
  }
  return text;
}

}  // namespace gradvet
