#include "oracles/batch_total.hpp"

#include <string_view>

#include "oracles/domain.hpp"
#include "oracles/fixed_integer.hpp"

namespace gradvet::batch_total {

namespace {

constexpr std::string_view kSizes = "batch_sizes";

/// Below 2^63 in the domain; wider here, so that a case outside it does no harm.
Integer128 total_of(const Case& input) {
  Integer128 total = 0;
  for (const std::int64_t size : input.integers(0)) total += size;
  return total;
}

}  // namespace

std::optional<std::string> refuse(const Case& input, const Profile&) {
  if (auto why = domain::refuse_counts({kSizes, input.integers(0)}, domain::ZeroTotal::kAccepted)) return why;
  const std::int64_t target = input.integers(1)[0];
  if (target < 1 || target > domain::kLargestCount)
    return "target is " + std::to_string(target) + "; it must be an integer from 1 to " +
           std::to_string(domain::kLargestCount) + ".";
  return std::nullopt;
}

void expect(const Case& input, ExactAnswer& out) {
  out.shape = AnswerShape::kScalar;
  out.rows.clear();
  out.numbers.resize(1);
  out.numbers[0] = to_integer(total_of(input));
}

void allow(const Case&, const Profile&, Allowance& out) {
  out.unjudged.clear();
  out.bounds.assign(1, Rational(0));
}

std::optional<double> settle(const Case& input, const Profile&, std::span<const double> numbers) {
  if (numbers.size() != 1) return std::nullopt;
  const double answer = numbers[0];
  // Written so that NaN fails it too.
  constexpr double kLimit = 0x1p63;
  if (!(answer > -kLimit && answer < kLimit)) return std::nullopt;
  const auto whole = static_cast<std::int64_t>(answer);
  if (static_cast<double>(whole) != answer || Integer128{whole} != total_of(input)) return std::nullopt;
  return 0.0;
}

}  // namespace gradvet::batch_total
