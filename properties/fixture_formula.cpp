#include "properties/fixture_formula.hpp"

#include <fmt/format.h>

#include <span>

#include "src/core/invariant.hpp"
#include "src/core/operations.hpp"

namespace gradvet {

namespace {

Rational value_of(const Formula& formula, int variant) {
  return {Integer(formula.slope) * variant + formula.intercept, Integer(formula.divisor)};
}

std::int64_t whole_value_of(const Formula& formula, int variant) {
  require_invariant(formula.divisor == 1, "an integer of a fixture is not whole");
  return std::int64_t{formula.slope} * variant + formula.intercept;
}

/// The float64 that Python makes of the same text.
double real_of(const Formula& formula, int variant) {
  return static_cast<double>(std::int64_t{formula.slope} * variant + formula.intercept) / formula.divisor;
}

void append_argument(const ArgumentFormula& formula, const Parameter& parameter, int variant, Case& out) {
  const std::size_t argument = out.argument_count();
  if (is_ragged(parameter.layout)) {
    std::vector<std::uint32_t> offsets = {0};
    for (const std::uint32_t size : formula.row_sizes) offsets.push_back(offsets.back() + size);
    out.append_ragged(parameter, offsets,
                      offsets.back() == 0 && has_width(parameter.layout) ? 0 : formula.columns);
  } else {
    const std::size_t columns = formula.numbers.empty() && is_matrix(parameter.layout) ? 0 : formula.columns;
    out.append(parameter, columns == 0 ? 0 : formula.numbers.size() / columns, columns);
  }
  for (std::size_t i = 0; i < formula.numbers.size(); ++i)
    if (is_real(parameter.role))
      out.reals(argument)[i] = real_of(formula.numbers[i], variant);
    else
      out.integers(argument)[i] = whole_value_of(formula.numbers[i], variant);
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

std::string in_brackets(const std::vector<std::string>& items) {
  return fmt::format("[{}]", fmt::join(items, ","));
}

std::string python_list(std::span<const Formula> numbers) {
  std::vector<std::string> texts;
  for (const Formula& number : numbers) texts.push_back(python_text(number));
  return in_brackets(texts);
}

/// Lists of `columns` numbers each.
std::string python_rows(std::span<const Formula> numbers, std::size_t columns) {
  std::vector<std::string> rows;
  for (std::size_t first = 0; first < numbers.size(); first += columns)
    rows.push_back(python_list(numbers.subspan(first, columns)));
  return in_brackets(rows);
}

std::string python_operations(std::span<const ArgumentFormula> parts) {
  std::vector<std::string> operations;
  for (std::size_t row = 0; row < parts[kOperationKinds].numbers.size(); ++row) {
    const auto kind = static_cast<std::size_t>(parts[kOperationKinds].numbers[row].intercept);
    std::string text = fmt::format("['{}'", kOperationNames[kind]);
    if (static_cast<OperationKind>(kind) == OperationKind::kAdd)
      text += fmt::format(
          ",{},{},{}",
          python_list(std::span(parts[0].numbers).subspan(row * parts[0].columns, parts[0].columns)),
          python_text(parts[kOperationCounts].numbers[row]),
          python_text(parts[kOperationScales].numbers[row]));
    operations.push_back(text + "]");
  }
  return in_brackets(operations);
}

/// The argument that begins at parts[0].
std::string python_argument(std::span<const ArgumentFormula> parts, const Parameter& parameter) {
  const ArgumentFormula& formula = parts.front();
  const std::span<const Formula> numbers = formula.numbers;
  if (parameter.role == NumberRole::kPolicy)
    return fmt::format("'{}'", kPolicyNames[static_cast<std::size_t>(numbers.front().intercept)]);
  switch (parameter.layout) {
    case Layout::kScalar:
      return python_text(numbers.front());
    case Layout::kPerMicrobatch:
      return python_list(numbers);
    case Layout::kMatrix:
      return python_rows(numbers, formula.columns);
    case Layout::kOperations:
      return python_operations(parts);
    case Layout::kRagged:
    case Layout::kRankVector:
    case Layout::kRankMatrix:
      break;
  }
  std::vector<std::string> rows;
  std::size_t first = 0;
  for (const std::uint32_t size : formula.row_sizes) {
    const auto row = numbers.subspan(first, size * formula.columns);
    rows.push_back(has_width(parameter.layout) ? python_rows(row, formula.columns) : python_list(row));
    first += row.size();
  }
  return in_brackets(rows);
}

std::string python_expectation(const FixtureFormula& formula) {
  switch (formula.expected_shape) {
    case AnswerShape::kNull:
      return "None";
    case AnswerShape::kScalar:
      return python_text(formula.expected.front());
    case AnswerShape::kList:
    case AnswerShape::kListOrNull:
      return python_list(formula.expected);
    case AnswerShape::kWindows:
      break;
  }
  std::vector<std::string> rows;
  std::size_t first = 0;
  for (const int size : formula.expected_rows) {
    if (size == kNoUpdate) {
      rows.emplace_back("None");
      continue;
    }
    const auto row = std::span(formula.expected).subspan(first, static_cast<std::size_t>(size));
    rows.push_back(python_list(row));
    first += row.size();
  }
  return in_brackets(rows);
}

}  // namespace

std::vector<Fixture> make_fixtures(const std::vector<FixtureFormula>& formulas, Signature parameters,
                                   int variant) {
  std::vector<Fixture> fixtures;
  for (const FixtureFormula& formula : formulas) {
    Fixture fixture{formula.name, {}, formula.expected_shape, {}, {}};
    for (std::size_t i = 0; i < parameters.size(); ++i)
      append_argument(formula.arguments[i], parameters[i], variant, fixture.input);
    for (const Formula& number : formula.expected)
      fixture.expected.push_back({value_of(number, variant), number.divisor == 1
                                                                 ? Fixture::ExpectedNumber::Token::kInteger
                                                                 : Fixture::ExpectedNumber::Token::kFloat});
    std::uint32_t first = 0;
    for (const int size : formula.expected_rows) {
      const std::uint32_t numbers = size == kNoUpdate ? 0 : static_cast<std::uint32_t>(size);
      fixture.expected_rows.push_back({first, numbers, size == kNoUpdate});
      first += numbers;
    }
    fixtures.push_back(std::move(fixture));
  }
  return fixtures;
}

std::string make_python_checks(const std::vector<FixtureFormula>& formulas, Signature parameters) {
  std::string text;
  for (const FixtureFormula& formula : formulas) {
    std::vector<std::string> arguments;
    for (std::size_t i = 0; i < parameters.size(); ++i)
      if (!is_companion(parameters[i]))
        arguments.push_back(python_argument(std::span(formula.arguments).subspan(i), parameters[i]));
    text += fmt::format("check('{}', lambda: solve({}), {})\n", formula.name, fmt::join(arguments, ","),
                        python_expectation(formula));
  }
  return text;
}

}  // namespace gradvet
