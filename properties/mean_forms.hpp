#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "properties/number_kinds.hpp"

/// Honest ways to compute (sum of terms) / (total of counts), for every contract whose result is such a
/// quotient.
///
/// Each is a class with `mean(const Terms&)`, where Terms is one list of microbatches:
///   Terms::Number          the accumulator type T
///   size()                 number of microbatches, at least 1
///   term(i)                the microbatch's summed gradient, as T
///   count(i)               its count, as Held<T>
///   whole_count(i)         the same as an integer
///   held(integer)          an integer count in the format that counts are held in
///   total()                the total of the counts, at least 1, as Held<T>
namespace gradvet::mean_forms {

template <class Terms>
using NumberOf = typename Terms::Number;

template <class Terms>
NumberOf<Terms> sum_in_order(const Terms& terms) {
  NumberOf<Terms> sum{};
  for (std::size_t i = 0; i < terms.size(); ++i) sum = sum + terms.term(i);
  return sum;
}

/// The sum of [first, last), split in halves down to single terms.
template <class Terms>
NumberOf<Terms> sum_in_halves(const Terms& terms, std::size_t first, std::size_t last) {
  if (last - first == 1) return terms.term(first);
  const std::size_t middle = first + (last - first) / 2;
  return sum_in_halves(terms, first, middle) + sum_in_halves(terms, middle, last);
}

struct SumThenDivide {
  template <class Terms>
  static NumberOf<Terms> mean(const Terms& terms) {
    return sum_in_order(terms) / terms.total();
  }
};

struct Reversed {
  template <class Terms>
  static NumberOf<Terms> mean(const Terms& terms) {
    NumberOf<Terms> sum{};
    for (std::size_t i = terms.size(); i-- > 0;) sum = sum + terms.term(i);
    return sum / terms.total();
  }
};

struct Pairwise {
  template <class Terms>
  static NumberOf<Terms> mean(const Terms& terms) {
    return sum_in_halves(terms, 0, terms.size()) / terms.total();
  }
};

/// Four interleaved partial sums, as vector units make them.
struct Blocked {
  template <class Terms>
  static NumberOf<Terms> mean(const Terms& terms) {
    std::array<NumberOf<Terms>, 4> lanes{};
    for (std::size_t i = 0; i < terms.size(); ++i) lanes[i % 4] = lanes[i % 4] + terms.term(i);
    return ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) / terms.total();
  }
};

/// Compensated summation (Kahan, "Further remarks on reducing truncation errors", CACM 8(1), 1965).
struct Kahan {
  template <class Terms>
  static NumberOf<Terms> mean(const Terms& terms) {
    NumberOf<Terms> sum{};
    NumberOf<Terms> lost{};
    for (std::size_t i = 0; i < terms.size(); ++i) {
      const auto corrected = terms.term(i) - lost;
      const auto next = sum + corrected;
      lost = (next - sum) - corrected;
      sum = next;
    }
    return sum / terms.total();
  }
};

/// Compensated summation that also keeps what a larger term pushes out of the sum (Neumaier, ZAMM 54, 1974).
struct Neumaier {
  template <class Terms>
  static NumberOf<Terms> mean(const Terms& terms) {
    using Kind = NumberKind<NumberOf<Terms>>;
    NumberOf<Terms> sum{};
    NumberOf<Terms> kept{};
    for (std::size_t i = 0; i < terms.size(); ++i) {
      const auto term = terms.term(i);
      const auto next = sum + term;
      kept = kept + (Kind::has_larger_magnitude(term, sum) ? (term - next) + sum : (sum - next) + term);
      sum = next;
    }
    return (sum + kept) / terms.total();
  }
};

struct DivideFirst {
  template <class Terms>
  static NumberOf<Terms> mean(const Terms& terms) {
    NumberOf<Terms> mean{};
    for (std::size_t i = 0; i < terms.size(); ++i) mean = mean + terms.term(i) / terms.total();
    return mean;
  }
};

template <class Terms>
NumberOf<Terms> reciprocal_of_total(const Terms& terms) {
  return NumberKind<NumberOf<Terms>>::ratio(terms.held(1), terms.total());
}

struct Reciprocal {
  template <class Terms>
  static NumberOf<Terms> mean(const Terms& terms) {
    return sum_in_order(terms) * reciprocal_of_total(terms);
  }
};

struct ReciprocalFirst {
  template <class Terms>
  static NumberOf<Terms> mean(const Terms& terms) {
    const auto reciprocal = reciprocal_of_total(terms);
    NumberOf<Terms> mean{};
    for (std::size_t i = 0; i < terms.size(); ++i) mean = mean + terms.term(i) * reciprocal;
    return mean;
  }
};

struct Fused {
  template <class Terms>
  static NumberOf<Terms> mean(const Terms& terms) {
    const auto reciprocal = reciprocal_of_total(terms);
    NumberOf<Terms> mean{};
    for (std::size_t i = 0; i < terms.size(); ++i) mean = fused(terms.term(i), reciprocal, mean);
    return mean;
  }
};

/// The mean of each microbatch, weighted by its share of the total.
struct WeightedMeans {
  template <class Terms>
  static NumberOf<Terms> mean(const Terms& terms) {
    NumberOf<Terms> mean{};
    for (std::size_t i = 0; i < terms.size(); ++i) {
      if (terms.whole_count(i) == 0) continue;
      const auto share = NumberKind<NumberOf<Terms>>::ratio(terms.count(i), terms.total());
      mean = mean + (terms.term(i) / terms.count(i)) * share;
    }
    return mean;
  }
};

/// mean += (microbatch mean - mean) * count / count so far.
struct StreamingMean {
  template <class Terms>
  static NumberOf<Terms> mean(const Terms& terms) {
    NumberOf<Terms> mean{};
    std::int64_t seen = 0;
    for (std::size_t i = 0; i < terms.size(); ++i) {
      if (terms.whole_count(i) == 0) continue;
      seen += terms.whole_count(i);
      const auto share = NumberKind<NumberOf<Terms>>::ratio(terms.count(i), terms.held(seen));
      mean = mean + (terms.term(i) / terms.count(i) - mean) * share;
    }
    return mean;
  }
};

/// mean += (microbatch sum - count * mean) / count so far.
struct StreamingSum {
  template <class Terms>
  static NumberOf<Terms> mean(const Terms& terms) {
    NumberOf<Terms> mean{};
    std::int64_t seen = 0;
    for (std::size_t i = 0; i < terms.size(); ++i) {
      seen += terms.whole_count(i);
      if (seen == 0) continue;
      mean = mean + (terms.term(i) - mean * terms.count(i)) / terms.held(seen);
    }
    return mean;
  }
};

}  // namespace gradvet::mean_forms
