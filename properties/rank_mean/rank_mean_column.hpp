#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "properties/number_kinds.hpp"
#include "src/core/case.hpp"
#include "src/core/form.hpp"
#include "src/core/profile.hpp"

namespace gradvet::rank_mean {

/// One coordinate of a rank-mean case: the microbatches of all ranks, rank by rank, as the list of terms that
/// mean_forms.hpp asks for, and where each rank's begin and end.
template <class T>
class Column {
 public:
  using Number = T;
  using Kind = NumberKind<T>;

  Column(const Case& input, const Profile& profile)
      : gradients_(input.reals(0)),
        counts_(input.integers(1)),
        offsets_(input.offsets(1)),
        width_(input.width()),
        counts_format_(profile.counts) {
    total_ = held(whole_count_between(0, size()));
  }

  void select(std::size_t coordinate) { coordinate_ = coordinate; }

  std::size_t size() const { return counts_.size(); }
  T term(std::size_t i) const { return Kind::real(gradients_[i * width_ + coordinate_]); }
  Held<T> count(std::size_t i) const { return held(counts_[i]); }
  std::int64_t whole_count(std::size_t i) const { return counts_[i]; }
  Held<T> held(std::int64_t count) const { return Kind::held(count, counts_format_); }
  const Held<T>& total() const { return total_; }

  std::int64_t ranks() const { return static_cast<std::int64_t>(offsets_.size()) - 1; }
  std::size_t begin(std::int64_t rank) const { return offsets_[static_cast<std::size_t>(rank)]; }
  std::size_t end(std::int64_t rank) const { return begin(rank + 1); }
  std::int64_t microbatches_on(std::int64_t rank) const {
    return static_cast<std::int64_t>(end(rank) - begin(rank));
  }
  std::int64_t whole_count_on(std::int64_t rank) const { return whole_count_between(begin(rank), end(rank)); }
  T sum_on(std::int64_t rank) const {
    T sum{};
    for (std::size_t i = begin(rank); i < end(rank); ++i) sum = sum + term(i);
    return sum;
  }
  /// Ranks that count something.
  std::int64_t counting_ranks() const {
    std::int64_t counting = 0;
    for (std::int64_t rank = 0; rank < ranks(); ++rank) counting += whole_count_on(rank) > 0 ? 1 : 0;
    return counting;
  }
  /// Ranks that have microbatches.
  std::int64_t busy_ranks() const {
    std::int64_t busy = 0;
    for (std::int64_t rank = 0; rank < ranks(); ++rank) busy += microbatches_on(rank) > 0 ? 1 : 0;
    return busy;
  }
  /// The most microbatches that a rank has.
  std::int64_t steps() const {
    std::int64_t most = 0;
    for (std::int64_t rank = 0; rank < ranks(); ++rank) most = std::max(most, microbatches_on(rank));
    return most;
  }

 private:
  std::int64_t whole_count_between(std::size_t first, std::size_t last) const {
    std::int64_t total = 0;
    for (std::size_t i = first; i < last; ++i) total += counts_[i];
    return total;
  }

  std::span<const double> gradients_;
  std::span<const std::int64_t> counts_;
  std::span<const std::uint32_t> offsets_;
  std::size_t width_;
  NumberFormat counts_format_;
  Held<T> total_{};
  std::size_t coordinate_ = 0;
};

inline bool counts_nothing(const Case& input) {
  return std::ranges::all_of(input.integers(1), [](std::int64_t count) { return count == 0; });
}

/// Form::compute of a method that has `mean(const Column<T>&)`, asked only where something counts.
template <class Method>
void compute(const Case& input, const Profile& profile, Answer& out) {
  out.reset(counts_nothing(input) ? AnswerShape::kNull : AnswerShape::kList);
  if (out.shape == AnswerShape::kNull) return;
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
  out = ExactAnswer{counts_nothing(input) ? AnswerShape::kNull : AnswerShape::kList, {}, {}};
  if (out.shape == AnswerShape::kNull) return true;
  Column<ExactNumber> column(input, Profile{});
  for (std::size_t j = 0; j < input.width(); ++j) {
    column.select(j);
    const ExactNumber number = Method::mean(column);
    if (!number.is_defined()) return false;
    out.numbers.push_back(number.value());
  }
  return true;
}

}  // namespace gradvet::rank_mean
