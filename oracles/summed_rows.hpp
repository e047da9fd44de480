#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "oracles/rounding_bound.hpp"
#include "oracles/term_sums.hpp"
#include "src/core/contract.hpp"

/// One mean of summed gradients: what the contracts on such sums ask about each of their windows.
namespace gradvet {

/// Microbatches that share one mean: rows of summed gradients and their counts, whose total is at least 1
/// where there are rows.
struct SummedRows {
  std::span<const double> gradients;
  std::size_t width = 0;
  std::span<const std::int64_t> counts;
  const rounding::Coefficients* with = &rounding::kVectorMean;
  /// Rows without a number that honest forms step over all the same: ranks that have no microbatch.
  std::uint64_t idle = 0;
  /// The most that an honest form multiplies a running mean by, where that is more than the greatest count,
  /// and a sum.
  std::int64_t mean_factor = 0;
  std::int64_t sum_factor = 1;

  std::uint64_t size() const { return counts.size() + idle; }
  Column column(std::size_t coordinate) const {
    return {gradients.data() + coordinate, counts.size(), width};
  }
};

enum class Band {
  kAllowed,  ///< any honest form
  kUsual     ///< sums and running means in the order of the case
};

/// Appends the mean of every coordinate.
void append_means(const SummedRows& rows, std::vector<Rational>& out);
/// Appends what rounding allows each of them, or says in `out.unjudged` why nothing can be said.
void append_mean_bounds(const SummedRows& rows, const rounding::Arithmetic& arithmetic, Band band,
                        Allowance& out);
/// Appends the values that the declared order can give each of them; the profile has a sharp rule.
void append_mean_intervals(const SummedRows& rows, const Profile& profile, Allowance& out);
/// Contract::settle for the means of these rows, which are not empty; `numbers` are as many as coordinates.
std::optional<double> settle_means(const SummedRows& rows, const Profile& profile,
                                   std::span<const double> numbers);

}  // namespace gradvet
