#pragma once

#include <cstdint>
#include <span>

#include "properties/number_kinds.hpp"
#include "src/core/case.hpp"
#include "src/core/form.hpp"

/// Form::compute and compute_exactly for a method that has `total(sizes, target)`. The result is an integer
/// below 2^63, so both compute in int64, whatever the profile.
namespace gradvet::batch_total {

using Sizes = std::span<const std::int64_t>;

template <class Method>
void compute(const Case& input, const Profile&, Answer& out) {
  out.reset(AnswerShape::kScalar);
  append_result(Method::total(input.integers(0), input.integers(1)[0]), out);
}

template <class Method>
bool compute_exactly(const Case& input, ExactAnswer& out) {
  out = ExactAnswer{
      AnswerShape::kScalar, {Rational(Method::total(input.integers(0), input.integers(1)[0]))}, {}};
  return true;
}

inline std::int64_t sum_in_order(Sizes sizes) {
  std::int64_t sum = 0;
  for (const std::int64_t size : sizes) sum += size;
  return sum;
}

}  // namespace gradvet::batch_total
