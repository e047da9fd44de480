#pragma once

#include <string>
#include <string_view>

#include "src/core/error.hpp"
#include "src/core/number.hpp"

namespace gradvet {

/// The exact value of a JSON number token (`2.142857142857143`, `1e400`, `9007199254740993`). E402 where it
/// is no such token, has over 4,096 digits or an exponent beyond ±10,000 (no number is built then).
Result<Rational> parse_decimal(std::string_view token);

/// The exact value of `-3`, `15/7`; E402 otherwise (zero denominators included).
Result<Rational> parse_fraction(std::string_view text);

/// Shortest text that reads back as the same float64: `3.5`, `3.0` (always with `.` or an exponent), `-0.0`,
/// `1e+300` as in JSON; `NaN`, `Infinity`, `-Infinity` otherwise.
std::string shortest_text(double number);
void append_shortest(std::string& out, double number);

/// `15/7`, `-3`.
std::string fraction_text(const Rational& value);

/// At most `digits` significant decimal digits, correctly rounded (half to even): `2.142857142857142857`.
std::string decimal_text(const Rational& value, int digits);

}  // namespace gradvet
