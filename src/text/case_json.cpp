#include "src/text/case_json.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "src/core/invariant.hpp"
#include "src/core/operations.hpp"
#include "src/text/decimal.hpp"
#include "src/text/decimal_grammar.hpp"
#include "src/text/json_value.hpp"

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
      // A word for what JSON has no number for, as protocol buffers write it.
      if (std::isfinite(reals[i]))
        append_shortest(out, reals[i]);
      else
        append_json_string(out, shortest_text(reals[i]));
    }
  } else {
    const std::span<const std::int64_t> integers = value.integers(argument);
    for (std::size_t i = first; i < last; ++i) {
      if (i != first) out += ',';
      append_integer(out, integers[i]);
    }
  }
}

void append_list(std::string& out, const Case& value, std::size_t argument, std::size_t first,
                 std::size_t last) {
  out += '[';
  append_numbers(out, value, argument, first, last);
  out += ']';
}

/// `count` lists of `width` numbers each, from number `first` on.
void append_rows(std::string& out, const Case& value, std::size_t argument, std::size_t first,
                 std::size_t count, std::size_t width) {
  out += '[';
  for (std::size_t row = 0; row < count; ++row) {
    if (row != 0) out += ',';
    append_list(out, value, argument, first + row * width, first + (row + 1) * width);
  }
  out += ']';
}

void append_ragged_rows(std::string& out, const Case& value, std::size_t argument) {
  const Case::Extent& extent = value.extent(argument);
  const std::span<const std::uint32_t> offsets = value.offsets(argument);
  out += '[';
  for (std::size_t row = 0; row < extent.rows; ++row) {
    if (row != 0) out += ',';
    if (has_width(extent.layout))
      append_rows(out, value, argument, offsets[row] * extent.width, offsets[row + 1] - offsets[row],
                  extent.width);
    else
      append_list(out, value, argument, offsets[row], offsets[row + 1]);
  }
  out += ']';
}

/// `[["add",[2.0],1,8.0],["step"]]`.
void append_operations(std::string& out, const Case& value, std::size_t argument) {
  const Case::Extent& extent = value.extent(argument);
  out += '[';
  for (std::size_t row = 0; row < extent.rows; ++row) {
    const OperationKind kind = operation_kind(value, argument, row);
    out += row == 0 ? "[\"" : ",[\"";
    out += kOperationNames[static_cast<std::size_t>(kind)];
    out += '"';
    if (kind == OperationKind::kAdd) {
      out += ',';
      append_list(out, value, argument, row * extent.width, (row + 1) * extent.width);
      out += ',';
      append_numbers(out, value, argument + kOperationCounts, row, row + 1);
      out += ',';
      append_numbers(out, value, argument + kOperationScales, row, row + 1);
    }
    out += ']';
  }
  out += ']';
}

void append_argument(std::string& out, const Case& value, std::size_t argument) {
  const Case::Extent& extent = value.extent(argument);
  if (extent.role == NumberRole::kPolicy) {
    append_json_string(out, kPolicyNames[static_cast<std::size_t>(value.integers(argument)[0])]);
    return;
  }
  switch (extent.layout) {
    case Layout::kScalar:
      return append_numbers(out, value, argument, 0, extent.size);
    case Layout::kPerMicrobatch:
      return append_list(out, value, argument, 0, extent.size);
    case Layout::kMatrix:
      return append_rows(out, value, argument, 0, extent.rows, extent.width);
    case Layout::kRagged:
    case Layout::kRankVector:
    case Layout::kRankMatrix:
      return append_ragged_rows(out, value, argument);
    case Layout::kOperations:
      return append_operations(out, value, argument);
  }
}

/// The number that one of the words of append_numbers() means.
std::optional<double> non_finite(std::string_view word) {
  if (word == "NaN") return std::numeric_limits<double>::quiet_NaN();
  if (word == "Infinity") return std::numeric_limits<double>::infinity();
  if (word == "-Infinity") return -std::numeric_limits<double>::infinity();
  return std::nullopt;
}

template <std::size_t kCount>
std::optional<std::int64_t> index_of(const std::array<std::string_view, kCount>& words,
                                     const JsonValue& value) {
  if (value.kind != JsonValue::Kind::kString) return std::nullopt;
  for (std::size_t i = 0; i < kCount; ++i)
    if (words[i] == value.text) return static_cast<std::int64_t>(i);
  return std::nullopt;
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
    for (std::size_t i = 0; i < signature_.size(); i += arguments_of(signature_[i].layout)) {
      const JsonValue* argument = value_.find(signature_[i].name);
      if (argument == nullptr && signature_[i].is_optional) {
        append_ones(result, i);
        continue;
      }
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
      if (is_companion(parameter)) continue;
      if (!text.empty()) text += ", ";
      text += parameter.name;
    }
    return text;
  }

  bool is_parameter(std::string_view name) const {
    for (const Parameter& parameter : signature_)
      if (parameter.name == name && !is_companion(parameter)) return true;
    return false;
  }

  /// What is left out weighs nothing: a 1 for each microbatch.
  void append_ones(Case& out, std::size_t index) const {
    out.append(signature_[index], out.microbatches(), 1);
    std::ranges::fill(out.integers(index), 1);
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
        return read_rank_matrix(out, index, value);
      case Layout::kOperations:
        return read_operations(out, index, value);
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

  std::string read_rank_matrix(Case& out, std::size_t index, const JsonValue& value) const {
    if (!is_list_of_lists(value)) return "is not a list of ranks, each a list of rows of numbers";
    std::vector<std::uint32_t> offsets{0};
    std::vector<const JsonValue*> rows;
    for (const JsonValue& rank : value.items) {
      if (!is_list_of_lists(rank)) return "is not a list of ranks, each a list of rows of numbers";
      for (const JsonValue& row : rank.items) rows.push_back(&row);
      offsets.push_back(static_cast<std::uint32_t>(rows.size()));
    }
    const std::size_t width = rows.empty() ? 0 : rows.front()->items.size();
    for (const JsonValue* row : rows)
      if (row->items.size() != width) return differing_widths(width, row->items.size());
    out.append_ragged(signature_[index], offsets, width);
    for (std::size_t row = 0; row < rows.size(); ++row)
      if (std::string wrong = read_row(out, index, row * width, *rows[row]); !wrong.empty()) return wrong;
    return {};
  }

  static std::string differing_widths(std::size_t width, std::size_t other) {
    return "has rows of " + std::to_string(width) + " and of " + std::to_string(other) + " numbers";
  }

  std::string read_operations(Case& out, std::size_t index, const JsonValue& value) const {
    constexpr const char* kShape = "is not a list of operations such as [\"add\",[2.0],1,8.0] and [\"step\"]";
    constexpr std::size_t kPartsOfAdd = 4;
    if (!is_list_of_lists(value)) return kShape;
    std::optional<std::size_t> width;
    for (const JsonValue& operation : value.items) {
      const auto kind =
          operation.items.empty() ? std::nullopt : index_of(kOperationNames, operation.items[0]);
      if (!kind) return kShape;
      const bool adds = static_cast<OperationKind>(*kind) == OperationKind::kAdd;
      if (operation.items.size() != (adds ? kPartsOfAdd : 1)) return kShape;
      if (!adds) continue;
      if (operation.items[1].kind != JsonValue::Kind::kArray) return kShape;
      const std::size_t size = operation.items[1].items.size();
      if (width && *width != size) return differing_widths(*width, size);
      width = size;
    }
    const std::size_t rows = value.items.size();
    out.append(signature_[index], rows, width.value_or(0));
    for (std::size_t part = 1; part < kOperationArguments; ++part)
      out.append(signature_[index + part], rows, 1);
    for (std::size_t row = 0; row < rows; ++row) {
      const std::vector<JsonValue>& parts = value.items[row].items;
      out.integers(index + kOperationKinds)[row] = *index_of(kOperationNames, parts[0]);
      if (parts.size() != kPartsOfAdd) continue;
      std::string wrong = read_row(out, index, row * *width, parts[1]);
      if (wrong.empty()) wrong = read_number(out, index + kOperationCounts, row, parts[2]);
      if (wrong.empty()) wrong = read_number(out, index + kOperationScales, row, parts[3]);
      if (!wrong.empty()) return wrong;
    }
    return {};
  }

  std::string read_row(Case& out, std::size_t index, std::size_t first, const JsonValue& row) const {
    for (std::size_t i = 0; i < row.items.size(); ++i)
      if (std::string wrong = read_number(out, index, first + i, row.items[i]); !wrong.empty()) return wrong;
    return {};
  }

  std::string read_number(Case& out, std::size_t index, std::size_t at, const JsonValue& value) const {
    if (signature_[index].role == NumberRole::kPolicy) {
      const std::optional<std::int64_t> policy = index_of(kPolicyNames, value);
      if (!policy) return "is neither \"skip-window\" nor \"skip-microbatch\"";
      out.integers(index)[at] = *policy;
      return {};
    }
    if (const std::optional<double> word =
            value.kind == JsonValue::Kind::kString && is_real(signature_[index].role) ? non_finite(value.text)
                                                                                      : std::nullopt) {
      out.reals(index)[at] = *word;
      return {};
    }
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
  for (std::size_t i = 0; i < signature.size(); i += arguments_of(signature[i].layout)) {
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
