#include "src/text/decimal.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "src/core/invariant.hpp"
#include "src/text/decimal_grammar.hpp"

namespace gradvet {

namespace {

constexpr std::size_t kMaxDigits = 4096;
constexpr std::int64_t kMaxExponent = 10000;
/// A message quotes no more of a token than this.
constexpr std::size_t kQuotedBytes = 40;

std::string in_quotes(std::string_view token) {
  std::string text = "'";
  text += token.substr(0, kQuotedBytes);
  if (token.size() > kQuotedBytes) text += "…";
  return text += "'";
}

Integer ten_to(std::int64_t exponent) {
  return boost::multiprecision::pow(Integer(10), static_cast<unsigned>(exponent));
}

/// The integer with these decimal digits. cpp_int reads a leading zero as octal, hence the loop in chunks
/// that a machine word holds.
Integer integer_of(std::string_view digits) {
  constexpr std::size_t kChunk = 18;
  constexpr std::uint64_t kChunkPower = 1'000'000'000'000'000'000U;
  const auto word_of = [](std::string_view chunk) {
    std::uint64_t word = 0;
    for (const char digit : chunk) word = word * 10 + static_cast<std::uint64_t>(digit - '0');
    return word;
  };
  const std::size_t head = digits.size() % kChunk;
  Integer value = word_of(digits.substr(0, head));
  for (std::size_t at = head; at < digits.size(); at += kChunk) {
    value *= kChunkPower;
    value += word_of(digits.substr(at, kChunk));
  }
  return value;
}

Result<Integer> read_integer(std::string_view digits, std::string_view whole_text) {
  if (!is_plain_integer(digits))
    return make_error(ErrorCode::kBadNumber, in_quotes(whole_text) + " is no fraction",
                      "write 15/7 or -3: digits, one '/', no spaces, a denominator above 0");
  if (digits.size() > kMaxDigits)
    return make_error(ErrorCode::kBadNumber, in_quotes(whole_text) + " has over 4,096 digits");
  return integer_of(digits);
}

/// Number of decimal digits of a positive integer.
std::int64_t digit_count(const Integer& value) { return static_cast<std::int64_t>(value.str().size()); }

/// The exponent e of a positive fraction: 10^e <= n/d < 10^(e+1).
std::int64_t decimal_exponent(const Integer& n, const Integer& d) {
  const std::int64_t guess = digit_count(n) - digit_count(d);
  const bool reaches = guess >= 0 ? n >= d * ten_to(guess) : n * ten_to(-guess) >= d;
  return reaches ? guess : guess - 1;
}

/// Appends significant digits, laid out as C's %g does, without trailing zeros. (By appending only: g++ 12
/// warns of overlap, wrongly, where a std::string grows in front.)
void append_laid_out(std::string& out, std::string_view digits, std::int64_t exponent,
                     std::int64_t precision) {
  while (digits.size() > 1 && digits.back() == '0') digits.remove_suffix(1);
  const auto size = static_cast<std::int64_t>(digits.size());
  if (exponent < -4 || exponent >= precision) {
    out += digits.front();
    if (size > 1) (out += '.') += digits.substr(1);
    out += exponent < 0 ? "e-" : "e+";
    const std::string magnitude = std::to_string(std::abs(exponent));
    if (magnitude.size() < 2) out += '0';
    out += magnitude;
  } else if (exponent < 0) {
    out += "0.";
    out.append(static_cast<std::size_t>(-exponent - 1), '0') += digits;
  } else if (size <= exponent + 1) {
    (out += digits).append(static_cast<std::size_t>(exponent + 1 - size), '0');
  } else {
    const auto whole = static_cast<std::size_t>(exponent + 1);
    ((out += digits.substr(0, whole)) += '.') += digits.substr(whole);
  }
}

}  // namespace

Result<Rational> parse_decimal(std::string_view token) {
  const std::optional<DecimalParts> parts = split_decimal(token);
  if (!parts) return make_error(ErrorCode::kBadNumber, in_quotes(token) + " is no JSON number");
  if (parts->whole.size() + parts->fraction.size() > kMaxDigits)
    return make_error(ErrorCode::kBadNumber, in_quotes(token) + " has over 4,096 digits");
  const std::int64_t written = parts->exponent + static_cast<std::int64_t>(parts->fraction.size());
  if (std::abs(written) > kMaxExponent)
    return make_error(ErrorCode::kBadNumber, in_quotes(token) + " has an exponent beyond 10,000");

  Integer digits = integer_of(parts->whole);
  if (!parts->fraction.empty())
    digits = digits * ten_to(static_cast<std::int64_t>(parts->fraction.size())) + integer_of(parts->fraction);
  if (parts->is_negative) digits = -digits;
  if (digits.is_zero() || parts->exponent == 0) return Rational(digits);
  if (parts->exponent > 0) return Rational(Integer(digits * ten_to(parts->exponent)));
  return Rational(digits, ten_to(-parts->exponent));
}

Result<Rational> parse_fraction(std::string_view text) {
  std::string_view rest = text;
  const bool is_negative = rest.starts_with('-');
  if (is_negative) rest.remove_prefix(1);
  const std::size_t slash = rest.find('/');
  Result<Integer> numerator = read_integer(rest.substr(0, slash), text);
  if (!numerator) return tl::unexpected(numerator.error());
  if (is_negative) *numerator = -*numerator;
  if (slash == std::string_view::npos) return Rational(*numerator);
  const Result<Integer> denominator = read_integer(rest.substr(slash + 1), text);
  if (!denominator) return tl::unexpected(denominator.error());
  if (denominator->is_zero())
    return make_error(ErrorCode::kBadNumber, in_quotes(text) + " has the denominator 0");
  return Rational(*numerator, *denominator);
}

void append_shortest(std::string& out, double number) {
  if (std::isnan(number)) {
    out += "NaN";
    return;
  }
  if (std::isinf(number)) {
    out += number < 0 ? "-Infinity" : "Infinity";
    return;
  }
  char buffer[32];
  // Small whole numbers are most of what is sent; as integers they print several times faster. From 1e+05 on
  // the shortest text has an exponent.
  constexpr double kFirstWithExponent = 100000;
  if (std::fabs(number) < kFirstWithExponent && number == std::trunc(number) && number != 0) {
    char* const end = std::to_chars(buffer, buffer + sizeof buffer, static_cast<std::int32_t>(number)).ptr;
    out.append(buffer, end);
    out += ".0";
    return;
  }
  char* const end = std::to_chars(buffer, buffer + sizeof buffer, number).ptr;
  const std::string_view text(buffer, static_cast<std::size_t>(end - buffer));
  out += text;
  if (text.find_first_of(".e") == std::string_view::npos) out += ".0";
}

std::string shortest_text(double number) {
  std::string text;
  append_shortest(text, number);
  return text;
}

std::string fraction_text(const Rational& value) {
  const Integer n = boost::multiprecision::numerator(value);
  const Integer d = boost::multiprecision::denominator(value);
  return d == 1 ? n.str() : n.str() + "/" + d.str();
}

std::string decimal_text(const Rational& value, int digits) {
  require_invariant(digits > 0, "decimal_text is asked for no digits");
  if (value.is_zero()) return "0";
  const bool is_negative = value < 0;
  const Integer n = boost::multiprecision::abs(boost::multiprecision::numerator(value));
  const Integer d = boost::multiprecision::denominator(value);

  std::int64_t exponent = decimal_exponent(n, d);
  const std::int64_t shift = digits - 1 - exponent;
  const Integer scaled = shift >= 0 ? Integer(n * ten_to(shift)) : n;
  const Integer divisor = shift >= 0 ? d : Integer(d * ten_to(-shift));
  Integer quotient;
  Integer rest;
  boost::multiprecision::divide_qr(scaled, divisor, quotient, rest);
  const int half = Integer(rest * 2).compare(divisor);
  if (half > 0 || (half == 0 && boost::multiprecision::bit_test(quotient, 0))) ++quotient;

  const std::string significant = quotient.str();
  if (static_cast<std::int64_t>(significant.size()) > digits) ++exponent;  // 9.99 became 10.00
  std::string text = is_negative ? "-" : "";
  append_laid_out(text, std::string_view(significant).substr(0, static_cast<std::size_t>(digits)), exponent,
                  digits);
  return text;
}

}  // namespace gradvet
