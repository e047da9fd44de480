#pragma once

#include <cstddef>
#include <cstdint>

#include "properties/number_kinds.hpp"
#include "src/core/case.hpp"
#include "src/core/form.hpp"
#include "src/core/profile.hpp"

namespace gradvet::unscaled_mean {

/// An unscaled-mean case as the list of terms that mean_forms.hpp asks for: a term is the unscaled sum, 0
/// where the scale is 0.
template <class T>
class Window {
 public:
  using Number = T;
  using Kind = NumberKind<T>;

  Window(const Case& input, const Profile& profile)
      : sums_(input.reals(0)),
        scales_(input.reals(1)),
        counts_(input.integers(2)),
        counts_format_(profile.counts),
        scales_format_(profile.scales) {
    std::int64_t total = 0;
    for (const std::int64_t count : counts_) total += count;
    total_ = held(total);
  }

  std::size_t size() const { return counts_.size(); }
  bool is_omitted(std::size_t i) const { return !(scales_[i] > 0); }
  T scaled_sum(std::size_t i) const { return Kind::real(sums_[i]); }
  Held<T> scale(std::size_t i) const { return Kind::held(scales_[i], scales_format_); }
  T term(std::size_t i) const { return is_omitted(i) ? T{} : scaled_sum(i) / scale(i); }
  Held<T> count(std::size_t i) const { return held(counts_[i]); }
  std::int64_t whole_count(std::size_t i) const { return counts_[i]; }
  Held<T> held(std::int64_t count) const { return Kind::held(count, counts_format_); }
  const Held<T>& total() const { return total_; }
  NumberFormat scales_format() const { return scales_format_; }

 private:
  std::span<const double> sums_;
  std::span<const double> scales_;
  std::span<const std::int64_t> counts_;
  NumberFormat counts_format_;
  NumberFormat scales_format_;
  Held<T> total_{};
};

/// Form::compute of a method that has `mean(const Window<T>&)`.
template <class Method>
void compute(const Case& input, const Profile& profile, Answer& out) {
  out.reset(AnswerShape::kScalar);
  with_accumulator(profile, [&]<class T>() {
    const Window<T> window(input, profile);
    append_result(window.size() == 0 ? T{} : Method::mean(window), profile, out);
  });
}

/// Form::compute_exactly of the same.
template <class Method>
bool compute_exactly(const Case& input, ExactAnswer& out) {
  const Window<ExactNumber> window(input, Profile{});
  const ExactNumber mean = window.size() == 0 ? ExactNumber{} : Method::mean(window);
  if (!mean.is_defined()) return false;
  out = ExactAnswer{AnswerShape::kScalar, {mean.value()}, {}};
  return true;
}

}  // namespace gradvet::unscaled_mean
