#include "src/candidates/json_answer.hpp"

#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "src/candidates/answer_builder.hpp"
#include "src/candidates/nearest_float.hpp"
#include "src/text/decimal.hpp"
#include "src/text/decimal_grammar.hpp"

namespace gradvet {

namespace {

bool is_space(char byte) { return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n'; }
bool is_number_byte(char byte) {
  return (byte >= '0' && byte <= '9') || byte == '-' || byte == '+' || byte == '.' || byte == 'e' ||
         byte == 'E';
}

/// A token that from_chars reports as out of range: infinity, or a zero (below half of the least subnormal).
double out_of_range(const DecimalParts& parts) {
  std::int64_t magnitude = parts.exponent + static_cast<std::int64_t>(parts.fraction.size());
  if (parts.whole != "0") {
    magnitude += static_cast<std::int64_t>(parts.whole.size());
  } else {
    magnitude -= static_cast<std::int64_t>(parts.fraction.find_first_not_of('0'));
  }
  const double size = magnitude > 0 ? std::numeric_limits<double>::infinity() : 0.0;
  return parts.is_negative ? -size : size;
}

/// Reads the grammar of results and nothing else, in one pass and without building a tree.
class ResultReader {
 public:
  ResultReader(std::string_view text, const AnswerWants& wants, Answer& out)
      : text_(text), wants_(wants), out_(out), builder_(out, wants.shape) {}

  bool read() {
    skip_spaces();
    const std::size_t first = at_;
    if (take('[')) {
      builder_.open_list();
      if (!read_items()) return false;
      builder_.close_list();
    } else if (take_word("null")) {
      if (!may_be_null(wants_.shape)) return false;
      out_.shape = AnswerShape::kNull;
    } else if (!read_number()) {
      return false;
    }
    if (wants_.keeps_text) out_.text.assign(text_.substr(first, at_ - first));
    return true;
  }

  std::size_t position() const { return at_; }

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_spaces() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }
  bool take(char byte) {
    if (peek() != byte) return false;
    ++at_;
    return true;
  }
  bool take_word(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }

  /// The items of the outer list, after its bracket.
  bool read_items() {
    skip_spaces();
    if (take(']')) return true;
    do {
      skip_spaces();
      if (take('[')) {
        if (!builder_.open_row() || !read_row()) return false;
        builder_.close_row();
      } else if (take_word("null")) {
        builder_.add_null();
      } else if (!builder_.expect_number() || !read_number()) {
        return false;
      }
      skip_spaces();
    } while (take(','));
    return take(']');
  }

  bool read_row() {
    skip_spaces();
    if (take(']')) return true;
    do {
      skip_spaces();
      if (take_word("null"))
        builder_.add_null_in_row();
      else if (!read_number())
        return false;
      skip_spaces();
    } while (take(','));
    return take(']');
  }

  bool read_number() {
    if (peek() == '"') return read_fraction();
    const std::size_t first = at_;
    while (at_ < text_.size() && is_number_byte(text_[at_])) ++at_;
    const std::string_view token = text_.substr(first, at_ - first);
    if (token.empty() || token == "-") return read_special(token);
    return read_token(token);
  }

  bool read_special(std::string_view sign) {
    if (sign.empty() && take_word("NaN")) {
      builder_.add(std::numeric_limits<double>::quiet_NaN());
      return true;
    }
    if (!take_word("Infinity")) return false;
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    builder_.add(sign.empty() ? kInfinity : -kInfinity);
    return true;
  }

  bool read_token(std::string_view token) {
    const std::optional<DecimalParts> parts = split_decimal(token);
    if (!parts) return false;
    double number = 0;
    if (std::from_chars(token.data(), token.data() + token.size(), number).ec ==
        std::errc::result_out_of_range)
      number = out_of_range(*parts);
    constexpr std::size_t kAlwaysExact = 15;  // 10^15 < 2^53
    if (!wants_.keeps_tokens || (parts->is_integer_token && parts->whole.size() <= kAlwaysExact)) {
      builder_.add(number);
      return true;
    }
    Result<Rational> value = parse_decimal(token);
    if (!value || (std::isfinite(number) && *value == Rational(number)))
      builder_.add(number);
    else
      builder_.add_exact(Answer::Exact::Kind::kToken, number, std::move(*value));
    return true;
  }

  bool read_fraction() {
    const std::size_t end = text_.find('"', at_ + 1);
    if (end == std::string_view::npos) return false;
    Result<Rational> value = parse_fraction(text_.substr(at_ + 1, end - at_ - 1));
    if (!value) return false;
    const double nearest = nearest_float(*value);
    builder_.add_exact(Answer::Exact::Kind::kFraction, nearest, std::move(*value));
    at_ = end + 1;
    return true;
  }

  std::string_view text_;
  const AnswerWants& wants_;
  Answer& out_;
  AnswerBuilder builder_;
  std::size_t at_ = 0;
};

/// Why a valid JSON value is no result, or nothing.
std::optional<std::string> why_no_value(const JsonValue& value, const AnswerWants& wants, int depth) {
  switch (value.kind) {
    case JsonValue::Kind::kNumber:
      return std::nullopt;
    case JsonValue::Kind::kNull:
      return depth == 0 && !may_be_null(wants.shape) ? std::optional<std::string>("null") : std::nullopt;
    case JsonValue::Kind::kTrue:
      return "true";
    case JsonValue::Kind::kFalse:
      return "false";
    case JsonValue::Kind::kObject:
      return "an object";
    case JsonValue::Kind::kString:
      if (parse_fraction(value.text)) return std::nullopt;
      return "the text '" + value.text.substr(0, 80) + "'";
    case JsonValue::Kind::kArray:
      break;
  }
  const int deepest = wants.shape == AnswerShape::kWindows ? 2 : 1;
  if (depth >= deepest) return std::string(kNestedLists);
  bool has_rows = false;
  bool has_numbers = false;
  for (const JsonValue& item : value.items) {
    has_rows = has_rows || item.kind == JsonValue::Kind::kArray;
    has_numbers =
        has_numbers || item.kind == JsonValue::Kind::kNumber || item.kind == JsonValue::Kind::kString;
    if (std::optional<std::string> why = why_no_value(item, wants, depth + 1)) return why;
  }
  if (has_rows && has_numbers) return "a list of both numbers and rows";
  return std::nullopt;
}

void append_result(std::string& out, const JsonValue& value) {
  switch (value.kind) {
    case JsonValue::Kind::kNumber:
      out += value.text;
      return;
    case JsonValue::Kind::kString:
      append_json_string(out, value.text);
      return;
    case JsonValue::Kind::kArray:
      out += '[';
      for (std::size_t i = 0; i < value.items.size(); ++i) {
        if (i != 0) out += ',';
        append_result(out, value.items[i]);
      }
      out += ']';
      return;
    default:
      out += "null";
  }
}

}  // namespace

std::size_t read_result(std::string_view text, const AnswerWants& wants, Answer& out) {
  ResultReader reader(text, wants, out);
  return reader.read() ? reader.position() : 0;
}

void read_result(const JsonValue& value, const AnswerWants& wants, Outcome& out) {
  if (std::optional<std::string> why = why_no_value(value, wants, 0)) {
    out = NotAValue{std::move(*why)};
    return;
  }
  std::string text;
  append_result(text, value);
  if (read_result(text, wants, answer_of(out)) == 0) out = NotAValue{text.substr(0, 80)};
}

}  // namespace gradvet
