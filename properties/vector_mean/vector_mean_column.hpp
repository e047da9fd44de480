#pragma once

#include <cstddef>
#include <cstdint>

#include "properties/number_kinds.hpp"
#include "src/core/case.hpp"
#include "src/core/form.hpp"
#include "src/core/profile.hpp"

namespace gradvet::vector_mean {

/// One coordinate of a vector-mean case as the list of terms that mean_forms.hpp asks for.
template <class T>
class Column {
 public:
  using Number = T;
  using Kind = NumberKind<T>;

  Column(const Case& input, const Profile& profile)
      : gradients_(input.reals(0)),
        counts_(input.integers(1)),
        width_(input.width()),
        counts_format_(profile.counts) {
    std::int64_t total = 0;
    for (const std::int64_t count : counts_) total += count;
    total_ = held(total);
  }

  void select(std::size_t coordinate) { coordinate_ = coordinate; }

  std::size_t size() const { return counts_.size(); }
  T term(std::size_t i) const { return Kind::real(gradients_[i * width_ + coordinate_]); }
  Held<T> count(std::size_t i) const { return held(counts_[i]); }
  std::int64_t whole_count(std::size_t i) const { return counts_[i]; }
  Held<T> held(std::int64_t count) const { return Kind::held(count, counts_format_); }
  const Held<T>& total() const { return total_; }

 private:
  std::span<const double> gradients_;
  std::span<const std::int64_t> counts_;
  std::size_t width_;
  NumberFormat counts_format_;
  Held<T> total_{};
  std::size_t coordinate_ = 0;
};

/// Form::compute of a method that has `mean(const Column<T>&)`.
template <class Method>
void compute(const Case& input, const Profile& profile, Answer& out) {
  out.reset(AnswerShape::kList);
  if (input.microbatches() == 0) return;
  with_accumulator(profile, [&]<class T>() {
    Column<T> column(input, profile);
    for (std::size_t j = 0; j < input.width(); ++j) {
      column.select(j);
      append_result(Method::mean(column), profile, out);
    }
  });
}

/// Form::compute_exactly of the same.
template <class Method>
bool compute_exactly(const Case& input, ExactAnswer& out) {
  out = ExactAnswer{AnswerShape::kList, {}, {}};
  if (input.microbatches() == 0) return true;
  Column<ExactNumber> column(input, Profile{});
  for (std::size_t j = 0; j < input.width(); ++j) {
    column.select(j);
    const ExactNumber number = Method::mean(column);
    if (!number.is_defined()) return false;
    out.numbers.push_back(number.value());
  }
  return true;
}

}  // namespace gradvet::vector_mean
