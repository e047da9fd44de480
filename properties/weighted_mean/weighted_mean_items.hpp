#pragma once

#include <cstddef>
#include <cstdint>

#include "properties/number_kinds.hpp"
#include "src/core/case.hpp"
#include "src/core/form.hpp"
#include "src/core/profile.hpp"

namespace gradvet::weighted_mean {

/// A weighted-mean case in a number type: the list of terms that mean_forms.hpp asks for (weight times value
/// of each item, over the total of the weights), and its microbatches.
template <class T>
class Items {
 public:
  using Number = T;
  using Kind = NumberKind<T>;

  explicit Items(const Case& input)
      : values_(input.reals(0)), weights_(input.reals(1)), offsets_(input.offsets(0)) {
    for (std::size_t i = 0; i < size(); ++i) total_ = total_ + weight(i);
  }

  std::size_t size() const { return values_.size(); }
  T value(std::size_t i) const { return Kind::real(values_[i]); }
  T weight(std::size_t i) const { return Kind::real(weights_[i]); }
  T term(std::size_t i) const { return weight(i) * value(i); }
  bool is_weighted(std::size_t i) const { return T{} < weight(i); }
  /// A whole number that is not rounded before it is used.
  Held<T> held(std::int64_t number) const { return Kind::held(number, NumberFormat::kFloat64); }
  Held<T> total() const { return Kind::as_held(total_); }
  bool has_weight() const { return T{} < total_; }

  std::size_t microbatches() const { return offsets_.size() - 1; }
  std::size_t items_in(std::size_t microbatch) const {
    return offsets_[microbatch + 1] - offsets_[microbatch];
  }
  /// The sum of weight times value, or of the weights, over one microbatch.
  T sum_in(std::size_t microbatch) const {
    T sum{};
    for (std::size_t i = offsets_[microbatch]; i < offsets_[microbatch + 1]; ++i) sum = sum + term(i);
    return sum;
  }
  T weight_in(std::size_t microbatch) const {
    T sum{};
    for (std::size_t i = offsets_[microbatch]; i < offsets_[microbatch + 1]; ++i) sum = sum + weight(i);
    return sum;
  }

 private:
  std::span<const double> values_;
  std::span<const double> weights_;
  std::span<const std::uint32_t> offsets_;
  T total_{};
};

/// Form::compute of a method that has `mean(const Items<T>&)`.
template <class Method>
void compute(const Case& input, const Profile& profile, Answer& out) {
  out.reset(AnswerShape::kScalar);
  with_accumulator(profile, [&]<class T>() { append_result(Method::mean(Items<T>(input)), profile, out); });
}

/// Form::compute_exactly of the same.
template <class Method>
bool compute_exactly(const Case& input, ExactAnswer& out) {
  out = ExactAnswer{AnswerShape::kScalar, {}, {}};
  const ExactNumber number = Method::mean(Items<ExactNumber>(input));
  if (!number.is_defined()) return false;
  out.numbers.push_back(number.value());
  return true;
}

/// A method that is asked only where there is a weight; 0 elsewhere.
template <class Method>
struct WhereWeighted {
  template <class Terms>
  static typename Terms::Number mean(const Terms& items) {
    return items.has_weight() ? Method::mean(items) : typename Terms::Number{};
  }
};

}  // namespace gradvet::weighted_mean
