#include "src/text/case_json.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>

#include "src/core/invariant.hpp"
#include "src/text/decimal.hpp"
#include "src/text/decimal_grammar.hpp"

namespace gradvet {

namespace {

/// Significant digits that tell any two float64 apart: programs often print so many.
constexpr int kRoundTripDigits = 17;

void append_integer(std::string& out, std::int64_t number) {
  char buffer[24];
  out.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, number).ptr);
}

/// Numbers [first, last) of an argument with commas between them.
void append_numbers(std::string& out, const Case& value, std::size_t argument, std::size_t first,
                    std::size_t last) {
  if (is_real(value.extent(argument).role)) {
    const std::span<const double> reals = value.reals(argument);
    for (std::size_t i = first; i < last; ++i) {
      if (i != first) out += ',';
      append_shortest(out, reals[i]);
    }
  } else {
    const std::span<const std::int64_t> integers = value.integers(argument);
    for (std::size_t i = first; i < last; ++i) {
      if (i != first) out += ',';
      append_integer(out, integers[i]);
    }
  }
}

void append_argument(std::string& out, const Case& value, std::size_t argument) {
  const Case::Extent& extent = value.extent(argument);
  switch (extent.layout) {
    case Layout::kScalar:
      append_numbers(out, value, argument, 0, extent.size);
      return;
    case Layout::kPerMicrobatch:
      out += '[';
      append_numbers(out, value, argument, 0, extent.size);
      out += ']';
      return;
    case Layout::kMatrix:
      out += '[';
      for (std::size_t row = 0; row < extent.rows; ++row) {
        out += row == 0 ? "[" : ",[";
        append_numbers(out, value, argument, row * extent.width, (row + 1) * extent.width);
        out += ']';
      }
      out += ']';
      return;
    case Layout::kRagged:
    case Layout::kRankVector: {
      const std::span<const std::uint32_t> offsets = value.offsets(argument);
      out += '[';
      for (std::size_t row = 0; row < extent.rows; ++row) {
        out += row == 0 ? "[" : ",[";
        append_numbers(out, value, argument, offsets[row], offsets[row + 1]);
        out += ']';
      }
      out += ']';
      return;
    }
    case Layout::kRankMatrix:
    case Layout::kOperations:
      break;
  }
  fail_invariant("JSON is asked for an argument of a layout that no contract has yet");
}

/// The exact value of a finite float64.
Rational exact_value(double number) {
  int exponent = 0;
  const double significand = std::frexp(number, &exponent);
  exponent -= 53;
  const Integer scaled = static_cast<std::int64_t>(std::ldexp(significand, 53));
  if (exponent >= 0) return Rational(Integer(scaled << exponent));
  return Rational(scaled, Integer(1) << -exponent);
}

/// The float64 that a token writes: its exact value, its shortest text or its 17 digits. Nothing where the
/// token means a number in between.
std::optional<double> float64_of(const std::string& token) {
  double number = 0;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), number);
  // from_chars reports underflow as an error too; a number that small is exactly a float64 only if it is
  // zero.
  if (error == std::errc::result_out_of_range) {
    const Result<Rational> value = parse_decimal(token);
    return value && value->is_zero() ? std::optional<double>(0.0) : std::nullopt;
  }
  const std::string shortest = shortest_text(number);
  if (shortest == token) return number;
  const Result<Rational> value = parse_decimal(token);
  if (!value) return std::nullopt;
  const Rational exactly = exact_value(number);
  if (*value == exactly || *value == *parse_decimal(shortest) ||
      *value == *parse_decimal(decimal_text(exactly, kRoundTripDigits)))
    return number;
  return std::nullopt;
}

std::optional<std::int64_t> integer_of(const std::string& token) {
  const std::optional<DecimalParts> parts = split_decimal(token);
  if (!parts || !parts->is_integer_token) return std::nullopt;
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), number);
  if (error != std::errc()) return std::nullopt;
  return number;
}

/// Reads the arguments of one case, in contract order.
class CaseReader {
 public:
  CaseReader(const JsonValue& value, Signature signature) : value_(value), signature_(signature) {}

  Result<Case> read() {
    if (value_.kind != JsonValue::Kind::kObject)
      return make_error(ErrorCode::kBadCase, "a case is a JSON object", "its keys are " + names());
    for (const auto& [name, argument] : value_.members)
      if (!is_parameter(name))
        return make_error(ErrorCode::kBadCase, "the case has an unknown argument '" + name + "'",
                          "the arguments are " + names());
    Case result;
    for (std::size_t i = 0; i < signature_.size(); ++i) {
      const JsonValue* argument = value_.find(signature_[i].name);
      if (argument == nullptr)
        return make_error(ErrorCode::kBadCase,
                          "the case has no argument '" + std::string(signature_[i].name) + "'",
                          "the arguments are " + names());
      if (const std::string wrong = read_argument(result, i, *argument); !wrong.empty())
        return make_error(ErrorCode::kBadCase, std::string("'").append(signature_[i].name) + "' " + wrong);
    }
    return result;
  }

 private:
  std::string names() const {
    std::string text;
    for (const Parameter& parameter : signature_) {
      if (!text.empty()) text += ", ";
      text += parameter.name;
    }
    return text;
  }

  bool is_parameter(std::string_view name) const {
    for (const Parameter& parameter : signature_)
      if (parameter.name == name) return true;
    return false;
  }

  /// Appends the argument; returns what is wrong with it, or nothing.
  std::string read_argument(Case& out, std::size_t index, const JsonValue& value) const {
    const Parameter& parameter = signature_[index];
    switch (parameter.layout) {
      case Layout::kScalar:
        out.append(parameter, 1, 1);
        return read_number(out, index, 0, value);
      case Layout::kPerMicrobatch:
        if (value.kind != JsonValue::Kind::kArray) return "is not a list of numbers";
        out.append(parameter, value.items.size(), 1);
        return read_row(out, index, 0, value);
      case Layout::kMatrix:
        return read_matrix(out, index, value);
      case Layout::kRagged:
      case Layout::kRankVector:
        return read_ragged(out, index, value);
      case Layout::kRankMatrix:
      case Layout::kOperations:
        break;
    }
    return "has a layout that this version cannot read";
  }

  static bool is_list_of_lists(const JsonValue& value) {
    if (value.kind != JsonValue::Kind::kArray) return false;
    for (const JsonValue& row : value.items)
      if (row.kind != JsonValue::Kind::kArray) return false;
    return true;
  }

  std::string read_matrix(Case& out, std::size_t index, const JsonValue& value) const {
    if (!is_list_of_lists(value)) return "is not a list of rows of numbers";
    const std::size_t width = value.items.empty() ? 0 : value.items.front().items.size();
    for (std::size_t row = 0; row < value.items.size(); ++row)
      if (const std::size_t size = value.items[row].items.size(); size != width)
        return "is ragged: row 1 has " + std::to_string(width) + " numbers, row " + std::to_string(row + 1) +
               " has " + std::to_string(size);
    out.append(signature_[index], value.items.size(), width);
    for (std::size_t row = 0; row < value.items.size(); ++row)
      if (std::string wrong = read_row(out, index, row * width, value.items[row]); !wrong.empty())
        return wrong;
    return {};
  }

  std::string read_ragged(Case& out, std::size_t index, const JsonValue& value) const {
    if (!is_list_of_lists(value)) return "is not a list of rows of numbers";
    std::vector<std::uint32_t> offsets{0};
    for (const JsonValue& row : value.items)
      offsets.push_back(offsets.back() + static_cast<std::uint32_t>(row.items.size()));
    out.append_ragged(signature_[index], offsets);
    for (std::size_t row = 0; row < value.items.size(); ++row)
      if (std::string wrong = read_row(out, index, offsets[row], value.items[row]); !wrong.empty())
        return wrong;
    return {};
  }

  std::string read_row(Case& out, std::size_t index, std::size_t first, const JsonValue& row) const {
    for (std::size_t i = 0; i < row.items.size(); ++i)
      if (std::string wrong = read_number(out, index, first + i, row.items[i]); !wrong.empty()) return wrong;
    return {};
  }

  std::string read_number(Case& out, std::size_t index, std::size_t at, const JsonValue& value) const {
    if (value.kind != JsonValue::Kind::kNumber) return "holds something that is no number";
    if (is_real(signature_[index].role)) {
      const std::optional<double> number = float64_of(value.text);
      if (!number) return "holds " + value.text + ", which is no float64";
      out.reals(index)[at] = *number;
    } else {
      const std::optional<std::int64_t> number = integer_of(value.text);
      if (!number) return "holds " + value.text + ", which is no integer of 64 bits";
      out.integers(index)[at] = *number;
    }
    return {};
  }

  const JsonValue& value_;
  Signature signature_;
};

}  // namespace

void append_case_json(std::string& out, const Case& value, Signature signature) {
  require_invariant(value.argument_count() == signature.size(),
                    "a case and its signature differ in arguments");
  out += '{';
  for (std::size_t i = 0; i < signature.size(); ++i) {
    out += i == 0 ? "\"" : ",\"";
    out += signature[i].name;
    out += "\":";
    append_argument(out, value, i);
  }
  out += '}';
}

std::string case_json(const Case& value, Signature signature) {
  std::string text;
  append_case_json(text, value, signature);
  return text;
}

Result<Case> read_case(const JsonValue& value, Signature signature) {
  return CaseReader(value, signature).read();
}

}  // namespace gradvet
