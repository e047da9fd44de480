#include "src/candidates/nearest_float.hpp"

#include <charconv>
#include <limits>
#include <string>

#include "src/text/decimal.hpp"

namespace gradvet {

double nearest_float(const Rational& value) {
  const Integer& n = boost::multiprecision::numerator(value);
  if (boost::multiprecision::denominator(value) == 1 && boost::multiprecision::abs(n) <= (Integer(1) << 53))
    return static_cast<double>(static_cast<std::int64_t>(n));
  const std::string text = decimal_text(value, 40);
  double number = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), number).ec == std::errc()) return number;
  const double size = boost::multiprecision::abs(value) > 1 ? std::numeric_limits<double>::infinity() : 0.0;
  return value < 0 ? -size : size;
}

}  // namespace gradvet
