#pragma once

#include <cstddef>
#include <cstdint>

#include "properties/number_kinds.hpp"
#include "src/core/case.hpp"
#include "src/core/form.hpp"
#include "src/core/profile.hpp"

namespace gradvet::token_mean {

/// One coordinate of a token-mean case as the list of terms that mean_forms.hpp asks for: a term is the
/// product of a microbatch's mean and its token count, rounded once.
template <class T>
class Column {
 public:
  using Number = T;
  using Kind = NumberKind<T>;

  Column(const Case& input, const Profile& profile)
      : means_(input.reals(0)),
        counts_(input.integers(1)),
        samples_(input.integers(2)),
        width_(input.width()),
        counts_format_(profile.counts) {
    for (const std::int64_t count : counts_) whole_total_ += count;
    total_ = held(whole_total_);
  }

  void select(std::size_t coordinate) { coordinate_ = coordinate; }

  std::size_t size() const { return counts_.size(); }
  T mean(std::size_t i) const { return Kind::real(means_[i * width_ + coordinate_]); }
  T term(std::size_t i) const { return mean(i) * count(i); }
  Held<T> count(std::size_t i) const { return held(counts_[i]); }
  std::int64_t whole_count(std::size_t i) const { return counts_[i]; }
  std::int64_t whole_samples(std::size_t i) const { return samples_[i]; }
  Held<T> held(std::int64_t count) const { return Kind::held(count, counts_format_); }
  const Held<T>& total() const { return total_; }
  std::int64_t whole_total() const { return whole_total_; }

 private:
  std::span<const double> means_;
  std::span<const std::int64_t> counts_;
  std::span<const std::int64_t> samples_;
  std::size_t width_;
  NumberFormat counts_format_;
  std::int64_t whole_total_ = 0;
  Held<T> total_{};
  std::size_t coordinate_ = 0;
};

/// Form::compute of a method that has `mean(const Column<T>&)`; null where there are no tokens.
template <class Method>
void compute(const Case& input, const Profile& profile, Answer& out) {
  with_accumulator(profile, [&]<class T>() {
    Column<T> column(input, profile);
    out.reset(column.whole_total() == 0 ? AnswerShape::kNull : AnswerShape::kList);
    for (std::size_t j = 0; j < input.width() && column.whole_total() != 0; ++j) {
      column.select(j);
      append_result(Method::mean(column), profile, out);
    }
  });
}

/// Form::compute_exactly of the same.
template <class Method>
bool compute_exactly(const Case& input, ExactAnswer& out) {
  Column<ExactNumber> column(input, Profile{});
  out = ExactAnswer{column.whole_total() == 0 ? AnswerShape::kNull : AnswerShape::kList, {}, {}};
  for (std::size_t j = 0; j < input.width() && column.whole_total() != 0; ++j) {
    column.select(j);
    const ExactNumber number = Method::mean(column);
    if (!number.is_defined()) return false;
    out.numbers.push_back(number.value());
  }
  return true;
}

}  // namespace gradvet::token_mean
