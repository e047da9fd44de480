#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/core/case.hpp"
#include "src/core/number.hpp"
#include "src/core/parameter.hpp"

namespace gradvet {

/// The value of a formula on a case: one number for each coordinate, and the sum of the sizes of what was
/// added up to get it, which bounds its rounding.
struct FormulaValue {
  std::vector<Rational> numbers;
  std::vector<Rational> magnitudes;
};

/// A way to combine microbatches that somebody might have written: sum of `term` over the microbatches /
/// `divisor`, or, for a contract on sizes, a total.
class Formula {
 public:
  virtual ~Formula() = default;
  virtual std::string text() const = 0;
  /// Nothing where it is undefined (0/0, no last microbatch).
  virtual std::optional<FormulaValue> evaluate(const Case& input) const = 0;
};

/// Every formula for the signature, simplest first: terms g, g/n, g*n, the last, the first, all but one of
/// them, with the scale of the microbatch, of the last, of the first or the largest one where there are
/// scales, over the divisors 1, N, M, N ± 1, M ± 1, max, first and last count, N M, clamps; for sizes and a
/// target the totals of those that equal, reach or stay below the target, rounded down or up to it, and the
/// like. Empty for other signatures.
std::vector<std::unique_ptr<Formula>> formulas_for(Signature signature);

}  // namespace gradvet
