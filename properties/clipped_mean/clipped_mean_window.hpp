#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "properties/clipped_mean/clipped_mean_contract.hpp"
#include "properties/number_kinds.hpp"
#include "src/core/case.hpp"
#include "src/core/form.hpp"
#include "src/core/profile.hpp"

namespace gradvet::clipped_mean {

/// A clipped-mean case. One coordinate of it, which select() picks, is the list of terms that mean_forms.hpp
/// asks for: a term is the unscaled gradient.
template <class T>
class Window {
 public:
  using Number = T;
  using Kind = NumberKind<T>;

  Window(const Case& input, const Profile& profile)
      : gradients_(input.reals(kGradients)),
        counts_(input.integers(kCounts)),
        scales_(input.reals(kScales)),
        width_(input.width()),
        counts_format_(profile.counts),
        scales_format_(profile.scales),
        max_norm_(Kind::real(input.reals(kMaxNorm)[0])),
        eps_(Kind::real(input.reals(kEps)[0])) {
    std::int64_t total = 0;
    for (const std::int64_t count : counts_) total += count;
    total_ = held(total);
  }

  void select(std::size_t coordinate) { coordinate_ = coordinate; }
  std::size_t width() const { return width_; }

  std::size_t size() const { return counts_.size(); }
  T scaled(std::size_t i) const { return Kind::real(gradients_[i * width_ + coordinate_]); }
  Held<T> scale(std::size_t i) const { return Kind::held(scales_[i], scales_format_); }
  T term(std::size_t i) const { return scaled(i) / scale(i); }
  Held<T> count(std::size_t i) const { return held(counts_[i]); }
  std::int64_t whole_count(std::size_t i) const { return counts_[i]; }
  Held<T> held(std::int64_t count) const { return Kind::held(count, counts_format_); }
  const Held<T>& total() const { return total_; }
  NumberFormat scales_format() const { return scales_format_; }

  const T& max_norm() const { return max_norm_; }
  const T& eps() const { return eps_; }

 private:
  std::span<const double> gradients_;
  std::span<const std::int64_t> counts_;
  std::span<const double> scales_;
  std::size_t width_;
  NumberFormat counts_format_;
  NumberFormat scales_format_;
  T max_norm_;
  T eps_;
  Held<T> total_{};
  std::size_t coordinate_ = 0;
};

/// One number for each coordinate.
template <class T>
using Vector = std::vector<T>;

/// mean_of_coordinate(window) for each coordinate, which is selected.
template <class T, class Compute>
Vector<T> each_coordinate(Window<T>& window, Compute compute) {
  Vector<T> result;
  result.reserve(window.width());
  for (std::size_t j = 0; j < window.width(); ++j) {
    window.select(j);
    result.push_back(compute(window));
  }
  return result;
}

/// The 2-norm, as the root of the sum of squares in order.
template <class T>
T norm_of(const Vector<T>& numbers) {
  T squares{};
  for (const T& number : numbers) squares = squares + number * number;
  return root(squares);
}

/// min(1, limit / divisor), which is 1 where the divisor is 0.
template <class T>
T coefficient(const T& limit, const T& divisor) {
  return limit < divisor ? limit / divisor : NumberKind<T>::real(1);
}

template <class T>
void multiply(Vector<T>& numbers, const T& factor) {
  for (T& number : numbers) number = number * factor;
}

/// Clips a vector by its own norm.
template <class T>
void clip(Vector<T>& numbers, const T& limit, const T& eps) {
  multiply(numbers, coefficient(limit, norm_of(numbers) + eps));
}

/// Form::compute of a method that has `result(Window<T>&)`.
template <class Method>
void compute(const Case& input, const Profile& profile, Answer& out) {
  out.reset(AnswerShape::kList);
  if (input.microbatches() == 0) return;
  with_accumulator(profile, [&]<class T>() {
    Window<T> window(input, profile);
    for (const T& number : Method::template result<T>(window)) append_result(number, profile, out);
  });
}

/// Form::compute_exactly of the same.
template <class Method>
bool compute_exactly(const Case& input, ExactAnswer& out) {
  out = ExactAnswer{AnswerShape::kList, {}, {}};
  if (input.microbatches() == 0) return true;
  Window<ExactNumber> window(input, Profile{});
  for (const ExactNumber& number : Method::template result<ExactNumber>(window)) {
    if (!number.is_defined()) return false;
    out.numbers.push_back(number.value());
  }
  return true;
}

}  // namespace gradvet::clipped_mean
