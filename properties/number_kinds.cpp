#include "properties/number_kinds.hpp"

namespace gradvet {

namespace {

constexpr std::int64_t kLargestExactInteger = std::int64_t{1} << 53;

void append_fraction(const Rational& value, Answer& out) {
  out.exact.push_back(
      {static_cast<std::uint32_t>(out.numbers.size()), Answer::Exact::Kind::kFraction, value});
  out.numbers.push_back(encode(value, float_format(NumberFormat::kFloat64)));
}

}  // namespace

double number_kind::held_in(double number, NumberFormat format) {
  switch (format) {
    case NumberFormat::kFloat64:
    case NumberFormat::kExact:
      return number;
    case NumberFormat::kFloat32:
      return static_cast<float>(number);
    default:
      return encode(number, float_format(format));
  }
}

double number_kind::held_in(std::int64_t number, NumberFormat format) {
  switch (format) {
    // Straight from the integer: by way of float64 a count above 2^53 would be rounded twice.
    case NumberFormat::kFloat32:
      return static_cast<float>(number);
    case NumberFormat::kFloat64:
    case NumberFormat::kExact:
      return static_cast<double>(number);
    default:
      return encode(Rational(number), float_format(format));
  }
}

void append_result(double number, const Profile& profile, Answer& out) {
  const bool is_stored = profile.output == NumberFormat::kExact || profile.output == profile.accumulator ||
                         profile.output == NumberFormat::kFloat64;
  out.numbers.push_back(is_stored ? number
                                  : encode(number, float_format(profile.output), profile.subnormals));
}

void append_result(const ExactNumber& number, const Profile& profile, Answer& out) {
  if (!number.is_defined())
    out.numbers.push_back(std::numeric_limits<double>::quiet_NaN());
  else if (profile.output == NumberFormat::kExact)
    append_fraction(number.value(), out);
  else
    out.numbers.push_back(encode(number.value(), float_format(profile.output), profile.subnormals));
}

void append_result(std::int64_t number, Answer& out) {
  if (number > kLargestExactInteger || number < -kLargestExactInteger)
    append_fraction(Rational(number), out);
  else
    out.numbers.push_back(static_cast<double>(number));
}

}  // namespace gradvet
