#pragma once

#include <optional>
#include <span>

#include "oracles/float_format.hpp"
#include "src/core/number.hpp"
#include "src/core/profile.hpp"

/// Which values a sum in a small format can have, whatever the order of its additions: the sharp rules for
/// candidates that declare their order. Terms are rounded to the format first; every addition rounds to
/// nearest, ties to even.
namespace gradvet {

/// Both ends can be reached. What lies between need not be.
struct ReachableInterval {
  Rational least;
  Rational greatest;
  friend bool operator==(const ReachableInterval&, const ReachableInterval&) = default;
};

/// Terms beyond zeros that the searches below take on: all subsets of so many are 4,096.
inline constexpr std::size_t kMostReachableTerms = 12;

/// How subsets of the terms may be added.
enum class SumTrees {
  kAll,         ///< every binary tree over every permutation
  kContiguous,  ///< every binary tree over the terms in their order
};

/// The interval that the sum of `terms` lies in. Nothing for more than kMostReachableTerms terms that are not
/// 0, and where an order overflows. No terms give 0.
std::optional<ReachableInterval> reachable_sum(std::span<const Rational> terms, const FloatFormat& format,
                                               SumTrees trees = SumTrees::kAll,
                                               Subnormals subnormals = Subnormals::kKept);

/// The one value of the sum from left to right; nothing on overflow. No limit on the terms.
std::optional<Rational> sequential_sum(std::span<const Rational> terms, const FloatFormat& format,
                                       Subnormals subnormals = Subnormals::kKept);

/// The one value of the sum in halves of halves: of n terms the first floor(n/2) and the rest, each summed
/// the same way.
std::optional<Rational> pairwise_sum(std::span<const Rational> terms, const FloatFormat& format,
                                     Subnormals subnormals = Subnormals::kKept);

/// True if no order of additions rounds: the terms are integer multiples of one power of two within the
/// format's range, and their absolute sum is at most 2^p of it. Sound and not complete.
bool is_rounding_free(std::span<const Rational> terms, const FloatFormat& format);

/// What an operation whose exact result is `value` can give once it is stored in the profile's accumulator:
/// rounded once, or computed in one of `formats` that holds every value of the accumulator and stored then
/// (PyTorch divides bfloat16 by float32 so). One value but for such double roundings. Nothing on overflow.
std::optional<ReachableInterval> stored_value(const Rational& value, std::span<const NumberFormat> formats,
                                              const Profile& profile);

/// The same of `numerator` / `divisor` (above 0).
std::optional<ReachableInterval> stored_quotient(const Rational& numerator, const Rational& divisor,
                                                 std::span<const NumberFormat> formats,
                                                 const Profile& profile);

/// True if a value that is not 0 is subnormal in the profile's input or accumulator format.
bool is_subnormal(const Rational& value, const Profile& profile);

/// True for profiles whose declared order gives one value or an interval, where reachable_mean() may say
/// something: not for any and sum, which scale in many ways, and not for stochastic rounding.
bool has_sharp_rule(const Profile& profile);

/// The results that `profile` can have for the sum of `terms` divided once by `total` (above 0), both held as
/// the profile says: an interval for order=sum-then-divide, one value for sequential, pairwise and
/// correctly-rounded, and for rounding-free terms (two where the division may be rounded in the counts format
/// first, or flushed before it is rounded). Nothing without a sharp rule, where reachable_sum() gives
/// nothing, and for subnormal terms where subnormals are flushed: whether operands are, too, is not said.
std::optional<ReachableInterval> reachable_mean(std::span<const Rational> terms, const Rational& total,
                                                const Profile& profile);

/// The least interval that holds both.
ReachableInterval hull(const ReachableInterval& one, const ReachableInterval& other);

}  // namespace gradvet
