#pragma once

#include <cstddef>
#include <cstdint>

#include "properties/mean_forms.hpp"
#include "properties/rank_mean/rank_mean_column.hpp"

/// The wrong ways to compute a mean over ranks that real projects had. All are asked only where something
/// counts, so that at least one rank does.
namespace gradvet::rank_mean {

/// Calls use(rank, mean) for every rank that counts something.
template <class T, class Use>
void each_rank_mean(const Column<T>& column, const Use& use) {
  for (std::int64_t rank = 0; rank < column.ranks(); ++rank)
    if (const std::int64_t count = column.whole_count_on(rank); count > 0)
      use(rank, column.sum_on(rank) / column.held(count));
}

template <class T>
T right_mean(const Column<T>& column) {
  return mean_forms::SumThenDivide::mean(column);
}

struct MeanOfRankMeans {
  template <class T>
  static T mean(const Column<T>& column) {
    T sum{};
    each_rank_mean(column, [&sum](std::int64_t, T own) { sum = sum + own; });
    return sum / column.held(column.counting_ranks());
  }
};

struct MeansByMicrobatches {
  template <class T>
  static T mean(const Column<T>& column) {
    T sum{};
    std::int64_t microbatches = 0;
    each_rank_mean(column, [&](std::int64_t rank, T own) {
      sum = sum + own * column.held(column.microbatches_on(rank));
      microbatches += column.microbatches_on(rank);
    });
    return sum / column.held(microbatches);
  }
};

struct EngineDivides {
  template <class T>
  static T mean(const Column<T>& column) {
    return right_mean(column) / column.held(column.ranks());
  }
};

struct SumOfRankMeans {
  template <class T>
  static T mean(const Column<T>& column) {
    T sum{};
    each_rank_mean(column, [&sum](std::int64_t, T own) { sum = sum + own; });
    return sum;
  }
};

struct TimesRanks {
  template <class T>
  static T mean(const Column<T>& column) {
    return right_mean(column) * column.held(column.ranks());
  }
};

struct TimesCountingRanks {
  template <class T>
  static T mean(const Column<T>& column) {
    return right_mean(column) * column.held(column.counting_ranks());
  }
};

/// The sum over steps of (gradients of all ranks in the step) / (their counts), and how many steps counted.
template <class T>
std::pair<T, std::int64_t> sum_of_step_means(const Column<T>& column) {
  T sum{};
  std::int64_t counting = 0;
  for (std::int64_t step = 0; step < column.steps(); ++step) {
    T gradient{};
    std::int64_t count = 0;
    for (std::int64_t rank = 0; rank < column.ranks(); ++rank) {
      if (step >= column.microbatches_on(rank)) continue;
      const std::size_t i = column.begin(rank) + static_cast<std::size_t>(step);
      gradient = gradient + column.term(i);
      count += column.whole_count(i);
    }
    if (count == 0) continue;
    sum = sum + gradient / column.held(count);
    ++counting;
  }
  return {sum, counting};
}

struct MeanOfStepMeans {
  template <class T>
  static T mean(const Column<T>& column) {
    return sum_of_step_means(column).first / column.held(column.steps());
  }
};

struct MeanOfCountingSteps {
  template <class T>
  static T mean(const Column<T>& column) {
    const auto [sum, counting] = sum_of_step_means(column);
    return sum / column.held(counting);
  }
};

struct IdleRanksCounted {
  template <class T>
  static T mean(const Column<T>& column) {
    return right_mean(column) * column.held(column.counting_ranks()) / column.held(column.ranks());
  }
};

struct MaskedRanksCounted {
  template <class T>
  static T mean(const Column<T>& column) {
    return right_mean(column) * column.held(column.counting_ranks()) / column.held(column.busy_ranks());
  }
};

}  // namespace gradvet::rank_mean
