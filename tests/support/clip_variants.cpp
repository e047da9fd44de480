#include "tests/support/clip_variants.hpp"

#include <algorithm>
#include <cmath>

namespace gradvet::test {

namespace {

Emulated number(const ClipInput& input, double value) { return {value, &input.machine}; }

Emulated magnitude(Emulated a) { return a.value() < 0 ? -a : a; }

Emulated sum_of_squares(const EmulatedVector& numbers) {
  Emulated squares;
  for (const Emulated a : numbers) squares = squares + a * a;
  return squares;
}

Emulated plain(const ClipInput& input) { return root(sum_of_squares(input.numbers)); }

Emulated reversed(const ClipInput& input) {
  EmulatedVector numbers = input.numbers;
  std::ranges::reverse(numbers);
  return root(sum_of_squares(numbers));
}

Emulated fused_squares(const ClipInput& input) {
  Emulated squares = number(input, 0);
  for (const Emulated a : input.numbers) squares = fused(a, a, squares);
  return root(squares);
}

Emulated by_largest(const ClipInput& input) {
  Emulated largest = number(input, 0);
  for (const Emulated a : input.numbers) largest = std::max(largest, magnitude(a));
  if (largest.value() == 0) return largest;
  EmulatedVector numbers;
  for (const Emulated a : input.numbers) numbers.push_back(a / largest);
  return largest * root(sum_of_squares(numbers));
}

/// One pass that keeps the largest number so far and the sum of squares in units of it.
Emulated in_one_pass(const ClipInput& input) {
  Emulated scale = number(input, 0);
  Emulated squares = number(input, 1);
  for (const Emulated a : input.numbers) {
    const Emulated size = magnitude(a);
    if (size.value() == 0) continue;
    if (scale < size) {
      const Emulated ratio = scale / size;
      squares = number(input, 1) + squares * (ratio * ratio);
      scale = size;
    } else {
      const Emulated ratio = size / scale;
      squares = squares + ratio * ratio;
    }
  }
  return scale * root(squares);
}

Emulated norm_of_norms(const ClipInput& input) {
  EmulatedVector norms;
  for (const Emulated a : input.numbers) norms.push_back(root(a * a));
  return root(sum_of_squares(norms));
}

/// hypot() taken again and again, each correctly rounded.
Emulated hypotenuses(const ClipInput& input) {
  Emulated norm = number(input, 0);
  for (const Emulated a : input.numbers) norm = number(input, std::hypot(norm.value(), a.value()));
  return norm;
}

constexpr NormVariant kNorms[] = {{"plain", plain},
                                  {"reversed", reversed},
                                  {"fused squares", fused_squares},
                                  {"by the largest", by_largest},
                                  {"in one pass", in_one_pass},
                                  {"norm of norms", norm_of_norms},
                                  {"hypotenuses", hypotenuses}};

EmulatedVector times(const EmulatedVector& numbers, Emulated factor) {
  EmulatedVector result;
  for (const Emulated a : numbers) result.push_back(a * factor);
  return result;
}

EmulatedVector by_quotient(const ClipInput& input, Emulated norm) {
  const Emulated divisor = norm + input.eps;
  const Emulated coefficient = input.max_norm < divisor ? input.max_norm / divisor : number(input, 1);
  return times(input.numbers, coefficient);
}

EmulatedVector by_reciprocal(const ClipInput& input, Emulated norm) {
  const Emulated divisor = norm + input.eps;
  if (divisor.value() == 0) return input.numbers;
  const Emulated coefficient = input.max_norm * (number(input, 1) / divisor);
  return times(input.numbers, std::min(coefficient, number(input, 1)));
}

EmulatedVector product_first(const ClipInput& input, Emulated norm) {
  const Emulated divisor = norm + input.eps;
  if (!(input.max_norm < divisor)) return input.numbers;
  EmulatedVector result = times(input.numbers, input.max_norm);
  for (Emulated& a : result) a = a / divisor;
  return result;
}

/// Divides by max(1, (norm + eps) / max_norm).
EmulatedVector by_ratio(const ClipInput& input, Emulated norm) {
  if (input.max_norm.value() == 0) return by_quotient(input, norm);
  const Emulated ratio = std::max((norm + input.eps) / input.max_norm, number(input, 1));
  EmulatedVector result;
  for (const Emulated a : input.numbers) result.push_back(a / ratio);
  return result;
}

constexpr ApplyVariant kApplies[] = {{"quotient", by_quotient},
                                     {"reciprocal", by_reciprocal},
                                     {"product first", product_first},
                                     {"ratio", by_ratio}};

}  // namespace

std::span<const NormVariant> norm_variants() { return kNorms; }
std::span<const ApplyVariant> apply_variants() { return kApplies; }

}  // namespace gradvet::test
