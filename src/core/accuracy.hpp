#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "src/core/case.hpp"
#include "src/core/number.hpp"

namespace gradvet {

/// How many numbers lie at or below a limit and above the limit before it.
struct AccuracyStep {
  Rational at_most;
  std::uint64_t numbers = 0;
};

/// A number that lay farthest from its exact value.
struct FarthestNumber {
  Case input;
  std::size_t coordinate = 0;
  Rational expected;
  Rational actual;
  Rational error_ulp;
  Rational excess;
};

/// How near the numbers of held answers were to their exact values. A ULP is the step of the output format at
/// the exact value, that of the least normal below it. Measured in exact fractions.
struct Accuracy {
  std::uint64_t numbers = 0;            ///< measured: of held answers to contracts with rounding
  std::uint64_t correctly_rounded = 0;  ///< the nearest value of the output format, ties to even
  std::vector<AccuracyStep> error_ulp;  ///< by rising limit
  std::uint64_t beyond = 0;             ///< numbers above the last limit of error_ulp
  std::vector<AccuracyStep> excess;  ///< by rising limit, the last one 1; numbers with a bound above 0 alone
  /// By error in ULP and by excess, the first of equals; absent where no number was off.
  std::optional<FarthestNumber> farthest_in_ulp;
  std::optional<FarthestNumber> farthest_in_excess;
};

}  // namespace gradvet
