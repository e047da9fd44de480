#pragma once

#include <cstddef>
#include <cstdint>

#include "properties/mean_forms.hpp"
#include "properties/weighted_mean/weighted_mean_items.hpp"

/// The wrong ways to compute a weighted mean that real projects had.
namespace gradvet::weighted_mean {

template <class T>
T at_least(T number, T least) {
  return number < least ? least : number;
}

template <class T>
T whole(std::int64_t number) {
  return NumberKind<T>::ratio(NumberKind<T>::held(number, NumberFormat::kFloat64),
                              NumberKind<T>::held(std::int64_t{1}, NumberFormat::kFloat64));
}

/// The sum of the products over `divisor`; 0 where there are no items.
template <class T>
T sum_over(const Items<T>& items, T divisor) {
  return items.size() == 0 ? T{} : mean_forms::sum_in_order(items) / divisor;
}

struct ItemDenominator {
  template <class T>
  static T mean(const Items<T>& items) {
    return sum_over(items, whole<T>(static_cast<std::int64_t>(items.size())));
  }
};

struct WeightedItemDenominator {
  template <class T>
  static T mean(const Items<T>& items) {
    std::int64_t weighted = 0;
    for (std::size_t i = 0; i < items.size(); ++i) weighted += items.is_weighted(i) ? 1 : 0;
    return weighted == 0 ? T{} : sum_over(items, whole<T>(weighted));
  }
};

/// The weighted mean of a microbatch, 0 where it has no weight.
template <class T>
T mean_in(const Items<T>& items, std::size_t microbatch) {
  const T weight = items.weight_in(microbatch);
  return T{} < weight ? items.sum_in(microbatch) / weight : T{};
}

struct MeanOfMeans {
  template <class T>
  static T mean(const Items<T>& items) {
    if (items.microbatches() == 0) return {};
    T sum{};
    for (std::size_t m = 0; m < items.microbatches(); ++m) sum = sum + mean_in(items, m);
    return sum / whole<T>(static_cast<std::int64_t>(items.microbatches()));
  }
};

struct MeansByItems {
  template <class T>
  static T mean(const Items<T>& items) {
    if (items.size() == 0) return {};
    T sum{};
    for (std::size_t m = 0; m < items.microbatches(); ++m)
      sum = sum + mean_in(items, m) * whole<T>(static_cast<std::int64_t>(items.items_in(m)));
    return sum / whole<T>(static_cast<std::int64_t>(items.size()));
  }
};

struct TotalAtLeastOne {
  template <class T>
  static T mean(const Items<T>& items) {
    T total{};
    for (std::size_t i = 0; i < items.size(); ++i) total = total + items.weight(i);
    return sum_over(items, at_least(total, whole<T>(1)));
  }
};

struct MeansAtLeastOne {
  template <class T>
  static T mean(const Items<T>& items) {
    if (!items.has_weight()) return {};
    T sum{};
    for (std::size_t m = 0; m < items.microbatches(); ++m) {
      const T weight = items.weight_in(m);
      sum = sum + (items.sum_in(m) / at_least(weight, whole<T>(1))) * weight;
    }
    return sum / items.total();
  }
};

/// As Python and C write them: float64 numbers, rounded to the accumulator.
inline constexpr double kAddedEpsilon = 1e-8;
inline constexpr double kLeastTotal = 1e-6;

struct EpsilonAdded {
  template <class T>
  static T mean(const Items<T>& items) {
    T total{};
    for (std::size_t i = 0; i < items.size(); ++i) total = total + items.weight(i);
    total = total + NumberKind<T>::real(kAddedEpsilon);
    return items.has_weight() ? sum_over(items, total) : T{};
  }
};

struct EpsilonFloor {
  template <class T>
  static T mean(const Items<T>& items) {
    T total{};
    for (std::size_t i = 0; i < items.size(); ++i) total = total + items.weight(i);
    return sum_over(items, at_least(total, NumberKind<T>::real(kLeastTotal)));
  }
};

struct AtLeastOneEach {
  template <class T>
  static T mean(const Items<T>& items) {
    T total{};
    for (std::size_t m = 0; m < items.microbatches(); ++m)
      total = total + at_least(items.weight_in(m), whole<T>(1));
    return sum_over(items, total);
  }
};

struct OneForNothing {
  template <class T>
  static T mean(const Items<T>& items) {
    T total{};
    for (std::size_t m = 0; m < items.microbatches(); ++m) {
      const T weight = items.weight_in(m);
      total = total + (T{} < weight ? weight : whole<T>(1));
    }
    return sum_over(items, total);
  }
};

/// Undefined where a microbatch has no weight.
struct UnguardedMeans {
  template <class T>
  static T mean(const Items<T>& items) {
    if (items.microbatches() == 0) return {};
    T sum{};
    for (std::size_t m = 0; m < items.microbatches(); ++m) sum = sum + items.sum_in(m) / items.weight_in(m);
    return sum / whole<T>(static_cast<std::int64_t>(items.microbatches()));
  }
};

struct DefinedMeans {
  template <class T>
  static T mean(const Items<T>& items) {
    T sum{};
    std::int64_t defined = 0;
    for (std::size_t m = 0; m < items.microbatches(); ++m) {
      if (!(T{} < items.weight_in(m))) continue;
      sum = sum + mean_in(items, m);
      ++defined;
    }
    return defined == 0 ? T{} : sum / whole<T>(defined);
  }
};

}  // namespace gradvet::weighted_mean
