#include "oracles/clipping_bound.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "oracles/float_format.hpp"
#include "oracles/rational.hpp"

namespace gradvet::rounding {

namespace {

/// The norm costs (5d/2 + 6)u: half of this, with d coordinates.
constexpr std::uint64_t kHalvesPerCoordinate = 5, kHalves = 12;
/// Roundings of the coefficient besides the norm, max_norm and eps: the sum, a quotient or a reciprocal and a
/// product, and one to spare.
constexpr int kCoefficientRoundings = 5;
/// Roundings of the clipped number: its product, and two where the coefficient is folded into the total.
constexpr int kProductRoundings = 3;

struct Range {
  Rational least;
  Rational greatest;
};

Rational not_negative(const Rational& value) { return std::max<Rational>(value, 0); }

Rational few_digits_below(const Rational& value) {
  return value <= 0 ? Rational(0) : Rational(few_digits_above(value) * (1 - power_of_two(-60)));
}

/// A number that is 0 or more, as the accumulator may hold it.
Range held(const Rational& number, const Unit& unit) {
  if (number == 0) return {0, 0};
  return {few_digits_below(number * (1 - unit.relative) - unit.absolute),
          few_digits_above(number * (1 + unit.relative) + unit.absolute)};
}

/// The root of the sum of squares, from above.
Rational length_above(std::span<const Rational> numbers) {
  Rational squares = 0;
  for (const Rational& number : numbers) {
    const Rational above = few_digits_above(number);
    squares += above * above;
  }
  return square_root_above(squares);
}

class Clipping {
 public:
  Clipping(const Unclipped& from, const Arithmetic& arithmetic)
      : from_(from),
        arithmetic_(arithmetic),
        unit_(unit_of(arithmetic.accumulator, arithmetic)),
        coordinates_(from.values.size()),
        relative_(
            few_digits_above(unit_.relative * Rational(kHalvesPerCoordinate * coordinates_ + kHalves) / 2 +
                             3 * coordinates_ * unit_.absolute)) {}

  void append(Allowance& out) {
    if (2 * relative_ >= 1) {
      out.unjudged = "roundoff: " + std::to_string(coordinates_) + " coordinates are too many for " +
                     std::string(arithmetic_.accumulator->name) +
                     "; honest norms may be off by as much as they are.";
      return;
    }
    find_norm();
    if (can_overflow()) {
      out.unjudged = too_long(arithmetic_);
      return;
    }
    find_coefficient();
    for (std::size_t j = 0; j < coordinates_ && out.unjudged.empty(); ++j) append_number(j, out);
  }

 private:
  void find_norm() {
    // Each square may underflow, and be flushed when it is added.
    const int per_square = arithmetic_.subnormals == Subnormals::kKept ? 2 : 3;
    const Rational lost = square_root_above(per_square * coordinates_ * unit_.absolute);
    const Rational error = length_above(from_.errors);
    const Rational norm = few_digits_above(from_.norm.value);
    norm_ = {few_digits_below((norm * (1 - power_of_two(-60)) - error) * (1 - relative_) - lost),
             few_digits_above((norm + error) / (1 - relative_) + lost)};
    max_norm_ = held(from_.max_norm, unit_);
    const Range eps = held(from_.eps, unit_);
    divisor_ = {few_digits_below(norm_.least + eps.least), few_digits_above(norm_.greatest + eps.greatest)};
  }

  /// Sums before they are divided have norms too.
  bool can_overflow() const {
    const Rational& largest = *unit_.largest;
    const Rational growth = few_digits_above(1 / (1 - relative_));
    const Rational of_sums = 1 / (1 - std::min<Rational>((from_.rows + 3) * unit_.relative, Rational(1, 2)));
    const Rational sums = few_digits_above(length_above(from_.absolute) * of_sums);
    const Rational longest = std::max(sums, norm_.greatest) * growth;
    if (longest * longest > largest || divisor_.greatest > largest) return true;
    if (max_norm_.least > divisor_.greatest) return false;  // nothing is clipped
    return max_norm_.greatest > largest || divisor_.greatest * norm_.greatest > largest;
  }

  void find_coefficient() {
    const Rational u = kCoefficientRoundings * unit_.relative;
    const Rational lost = unit_.absolute * few_digits_above(1 + max_norm_.greatest);
    Range range{1, 1};
    if (divisor_.greatest > 0)
      range.least = std::min<Rational>(1, max_norm_.least / divisor_.greatest * (1 - u) - lost);
    if (divisor_.least > 0)
      range.greatest = std::min<Rational>(1, max_norm_.greatest / divisor_.least / (1 - u) + lost);
    coefficient_ = clip_coefficient(from_.norm.value, from_.max_norm, from_.eps);
    coefficient_above_ = coefficient_ == 1 ? Rational(1) : few_digits_above(coefficient_);
    const Rational below = coefficient_ == 1 ? Rational(1) : few_digits_below(coefficient_);
    moved_ = few_digits_above(
        std::max<Rational>({range.greatest - below, coefficient_above_ - not_negative(range.least), 0}));
    // A root that was cut off.
    if (!from_.norm.is_exact) moved_ += power_of_two(2 - kRootBits);
  }

  void append_number(std::size_t j, Allowance& out) const {
    const Rational magnitude = few_digits_above(abs(from_.values[j]));
    const Rational error = few_digits_above(from_.errors[j]);
    const Rational farthest = magnitude + error;
    const Rational u = kProductRoundings * unit_.relative;
    Rational bound = coefficient_above_ * error +
                     farthest * (moved_ + (coefficient_above_ + moved_) * few_digits_above(u / (1 - u)));
    // A product with max_norm before the division, and one with a coefficient / total, may underflow.
    const Rational least_divisor = std::max(divisor_.least, max_norm_.least);
    bound += least_divisor == 0 ? Rational(2 * farthest) : few_digits_above(unit_.absolute / least_divisor);
    bound += unit_.absolute * (1 + few_digits_above(from_.absolute[j]));
    append_stored(coefficient_ * from_.values[j], std::move(bound), arithmetic_, out);
  }

  const Unclipped& from_;
  const Arithmetic& arithmetic_;
  const Unit unit_;
  const std::size_t coordinates_;
  const Rational relative_;  ///< of the norm of what a form has, second order not counted
  Range norm_, divisor_, max_norm_;
  Rational coefficient_;  ///< exact
  Rational coefficient_above_;
  Rational moved_;  ///< how far a form may have it
};

}  // namespace

Rational clip_coefficient(const Rational& norm, const Rational& max_norm, const Rational& eps) {
  const Rational divisor = norm + eps;
  return divisor <= max_norm ? Rational(1) : Rational(max_norm / divisor);
}

std::string too_long(const Arithmetic& arithmetic) {
  return beyond("a norm, its square or a limit", *arithmetic.accumulator);
}

void append_clipped(const Unclipped& from, const Arithmetic& arithmetic, Allowance& out) {
  Clipping(from, arithmetic).append(out);
}

}  // namespace gradvet::rounding
