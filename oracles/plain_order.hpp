#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "oracles/float_format.hpp"
#include "src/core/profile.hpp"

namespace gradvet {

/// The results that plain loops give in the declared order, computed in float64 with one rounding an
/// operation. Each is one that reachable_mean() holds where it says anything at all: a fast proof, never a
/// refusal.
///
/// Why float64 may be used: a sum, or a quotient of numbers of at most p bits, that is rounded to 53 bits and
/// then to p or fewer is rounded as if once where 53 >= 2p + 2 (S. Figueroa, "When is double rounding
/// innocuous?", SIGNUM Newsletter 30(3), 1995). For fewer bits, subnormal results, the gap between a quotient
/// and the middle of two neighbours is no smaller: with integers X, Y < 2^p and a middle K·2^c, K < 2^(p+1),
/// it is a multiple of 2^c/Y, or 1/X of the quotient, so at least 2^-(2p+1) of it. Where the divisor comes in
/// float64, the quotient computed there and stored is itself one that the order gives.
class PlainOrder {
 public:
  /// Nothing without a sharp rule, where a format is exact, and where the total is not held in its format by
  /// one rounding of a float64. `total` is above 0.
  static std::optional<PlainOrder> of(const Profile& profile, std::int64_t total);

  /// `term` as the accumulator holds it.
  double held(double term) const { return encode(term, *accumulator_, subnormals_); }
  /// `sum` / `scale`, each held in its format, stored in the accumulator; `scale` is above 0.
  double quotient(double sum, double scale) const {
    return held(held(sum) / encode(scale, *scales_, Subnormals::kKept));
  }

  /// True if `answer`, a finite value of the output format, is a result of the order: the sum from left to
  /// right or in halves of halves, divided once. `term_at(i)` is held.
  template <class TermAt>
  bool gives(double answer, std::size_t count, const TermAt& term_at) const {
    if (order_ != SummationOrder::kPairwise && mean_of(sequential(count, term_at)) == answer) return true;
    return order_ != SummationOrder::kSequential && mean_of(in_halves(0, count, term_at)) == answer;
  }

 private:
  PlainOrder(const Profile& profile, double divisor);

  double mean_of(double sum) const { return encode(held(sum / divisor_), *output_, subnormals_); }
  template <class TermAt>
  double sequential(std::size_t count, const TermAt& term_at) const {
    double sum = 0.0;
    for (std::size_t i = 0; i < count; ++i) sum = held(sum + term_at(i));
    return sum;
  }
  template <class TermAt>
  double in_halves(std::size_t first, std::size_t count, const TermAt& term_at) const {
    if (count == 0) return 0.0;
    if (count == 1) return term_at(first);
    const std::size_t half = count / 2;
    return held(in_halves(first, half, term_at) + in_halves(first + half, count - half, term_at));
  }

  const FloatFormat* accumulator_;
  const FloatFormat* output_;
  const FloatFormat* scales_;
  SummationOrder order_;
  Subnormals subnormals_;
  double divisor_;
};

}  // namespace gradvet
