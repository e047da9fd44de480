#include "src/text/decimal_grammar.hpp"

#include <algorithm>

namespace gradvet {

namespace {

constexpr std::int64_t kSaturatedExponent = 1'000'000'000'000;

bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

/// Takes the leading digits off `text`.
std::string_view take_digits(std::string_view& text) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_digit);
  const std::string_view digits = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text.remove_prefix(digits.size());
  return digits;
}

bool take(std::string_view& text, char byte) {
  if (text.empty() || text.front() != byte) return false;
  text.remove_prefix(1);
  return true;
}

std::int64_t saturated(std::string_view digits) {
  std::int64_t value = 0;
  for (const char digit : digits) value = std::min(kSaturatedExponent, value * 10 + (digit - '0'));
  return value;
}

}  // namespace

bool is_plain_integer(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit) &&
         (text.front() != '0' || text.size() == 1);
}

std::optional<DecimalParts> split_decimal(std::string_view token) {
  DecimalParts parts;
  parts.is_negative = take(token, '-');
  parts.whole = take_digits(token);
  if (!is_plain_integer(parts.whole)) return std::nullopt;
  parts.is_integer_token = token.empty();
  if (take(token, '.')) {
    parts.fraction = take_digits(token);
    if (parts.fraction.empty()) return std::nullopt;
  }
  if (take(token, 'e') || take(token, 'E')) {
    const bool is_small = take(token, '-');
    if (!is_small) take(token, '+');
    const std::string_view digits = take_digits(token);
    if (digits.empty()) return std::nullopt;
    parts.exponent = is_small ? -saturated(digits) : saturated(digits);
  }
  if (!token.empty()) return std::nullopt;
  parts.exponent -= static_cast<std::int64_t>(parts.fraction.size());
  return parts;
}

}  // namespace gradvet
