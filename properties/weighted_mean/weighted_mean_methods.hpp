#pragma once

#include <cstddef>

#include "properties/number_kinds.hpp"

/// Honest ways to compute a weighted mean beside those of mean_forms.hpp, which it shares. Terms are as
/// there, with value(i), weight(i) and is_weighted(i) of the items, and microbatches(), sum_in(m) and
/// weight_in(m).
namespace gradvet::weighted_mean {

/// Adds every product with one rounding, as a dot product does.
struct FusedProducts {
  template <class Terms>
  static typename Terms::Number mean(const Terms& items) {
    typename Terms::Number sum{};
    for (std::size_t i = 0; i < items.size(); ++i) sum = fused(items.weight(i), items.value(i), sum);
    return sum / items.total();
  }
};

/// The sum of value times share, where a share is a weight over the total.
struct Shares {
  template <class Terms>
  static typename Terms::Number mean(const Terms& items) {
    typename Terms::Number mean{};
    for (std::size_t i = 0; i < items.size(); ++i)
      mean = mean + items.value(i) * (items.weight(i) / items.total());
    return mean;
  }
};

/// mean += (value - mean) * weight / weight so far.
struct RunningMean {
  template <class Terms>
  static typename Terms::Number mean(const Terms& items) {
    typename Terms::Number mean{}, seen{};
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (!items.is_weighted(i)) continue;
      seen = seen + items.weight(i);
      mean = mean + (items.value(i) - mean) * (items.weight(i) / seen);
    }
    return mean;
  }
};

/// mean += (weight * value - weight * mean) / weight so far.
struct RunningSum {
  template <class Terms>
  static typename Terms::Number mean(const Terms& items) {
    typename Terms::Number mean{}, seen{};
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (!items.is_weighted(i)) continue;
      seen = seen + items.weight(i);
      mean = mean + (items.term(i) - mean * items.weight(i)) / seen;
    }
    return mean;
  }
};

/// The weighted mean of each microbatch, weighted by the microbatch's total.
struct MicrobatchMeans {
  template <class Terms>
  static typename Terms::Number mean(const Terms& items) {
    using Number = typename Terms::Number;
    Number sum{}, total{};
    for (std::size_t m = 0; m < items.microbatches(); ++m) {
      const Number weight = items.weight_in(m);
      if (!(Number{} < weight)) continue;
      sum = sum + (items.sum_in(m) / weight) * weight;
      total = total + weight;
    }
    return sum / total;
  }
};

}  // namespace gradvet::weighted_mean
