#pragma once

#include <cstddef>
#include <cstdint>

#include "properties/number_kinds.hpp"

/// Honest ways to compute a mean over ranks that go rank by rank, beside those of mean_forms.hpp. Terms are
/// as there, with ranks(), begin(rank), end(rank), sum_on(rank) and whole_count_on(rank).
namespace gradvet::rank_mean {

/// Every rank sums; the sums are added up and divided once.
struct RankSums {
  template <class Terms>
  static typename Terms::Number mean(const Terms& terms) {
    typename Terms::Number sum{};
    for (std::int64_t rank = 0; rank < terms.ranks(); ++rank) sum = sum + terms.sum_on(rank);
    return sum / terms.total();
  }
};

/// The mean of each rank, weighted by its share of the examples.
struct RankShares {
  template <class Terms>
  static typename Terms::Number mean(const Terms& terms) {
    using Number = typename Terms::Number;
    Number mean{};
    for (std::int64_t rank = 0; rank < terms.ranks(); ++rank) {
      const std::int64_t count = terms.whole_count_on(rank);
      if (count == 0) continue;
      const auto share = NumberKind<Number>::ratio(terms.held(count), terms.total());
      mean = mean + (terms.sum_on(rank) / terms.held(count)) * share;
    }
    return mean;
  }
};

/// Each rank's sum times R / N, under an engine that averages over the R ranks.
struct EngineAverage {
  template <class Terms>
  static typename Terms::Number mean(const Terms& terms) {
    using Number = typename Terms::Number;
    const auto ranks = terms.held(terms.ranks());
    const auto factor = NumberKind<Number>::ratio(ranks, terms.total());
    Number sum{};
    for (std::int64_t rank = 0; rank < terms.ranks(); ++rank) sum = sum + terms.sum_on(rank) * factor;
    return sum / ranks;
  }
};

/// A running mean on every rank, and one over the ranks' means.
struct RankRunningMeans {
  template <class Terms>
  static typename Terms::Number mean(const Terms& terms) {
    using Number = typename Terms::Number;
    using Kind = NumberKind<Number>;
    Number mean{};
    std::int64_t seen = 0;
    for (std::int64_t rank = 0; rank < terms.ranks(); ++rank) {
      Number own{};
      std::int64_t own_seen = 0;
      for (std::size_t i = terms.begin(rank); i < terms.end(rank); ++i) {
        if (terms.whole_count(i) == 0) continue;
        own_seen += terms.whole_count(i);
        own =
            own + (terms.term(i) / terms.count(i) - own) * Kind::ratio(terms.count(i), terms.held(own_seen));
      }
      if (own_seen == 0) continue;
      seen += own_seen;
      mean = mean + (own - mean) * Kind::ratio(terms.held(own_seen), terms.held(seen));
    }
    return mean;
  }
};

}  // namespace gradvet::rank_mean
