#include "oracles/settled_clipping.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "oracles/float_format.hpp"

namespace gradvet {

namespace {

/// The widest format of the machine, for what the proof itself rounds counts against the answer.
using Real = long double;
/// Its unit roundoff is at most this.
constexpr Real kOwn = std::numeric_limits<Real>::epsilon();
/// More than all errors of second order, and of the estimates of what is allowed, together.
constexpr Real kUp = 1.0 + 0x1p-30, kDown = 1.0 - 0x1p-30;
/// Whether its exponents reach far enough for every float64.
constexpr bool kIsWide = std::numeric_limits<Real>::max_exponent >= 16384;
/// Numbers in this range have sums, products, quotients and squares that neither overflow nor underflow.
constexpr Real kLeast = kIsWide ? 0x1p-1074 : 0x1p-300;
constexpr Real kGreatest = kIsWide ? std::numeric_limits<double>::max() : 0x1p300;
constexpr Real kLeastScale = kIsWide ? 0x1p-1074 : 0x1p-100;
constexpr Real kGreatestScale = kIsWide ? std::numeric_limits<double>::max() : 0x1p100;
/// A step of a format below this is taken for this.
constexpr Real kLeastStep = kIsWide ? 0x1p-1074 / 2.0L : 0x1p-1000;
constexpr std::size_t kMostNumbers = std::size_t{1} << 20;

bool is_ordinary(double number) {
  const double magnitude = std::fabs(number);
  return number == 0.0 || (magnitude >= kLeast && magnitude <= kGreatest);
}

/// One coordinate. All but the mean are magnitudes, near to within kUp.
struct Estimate {
  Real mean = 0;
  Real absolute = 0;  ///< A
  Real greatest = 0;  ///< M
  Real scaled = 0;    ///< the sum of magnitudes before scales are undone
  Real error = 0;     ///< of the mean
  std::size_t nonzero = 0;
};

/// What all coordinates share.
struct Shared {
  Real total = 0;
  Real greatest_count = 0;
  Real least_scale = 0;
  Real greatest_scale = 0;
};

Real largest_of(const FloatFormat& format) {
  return std::ldexp(Real{2} - std::ldexp(Real{1}, 1 - format.precision), format.max_exponent);
}

class Proof {
 public:
  Proof(const ClippedColumns& columns, const rounding::Arithmetic& arithmetic)
      : columns_(columns),
        arithmetic_(arithmetic),
        rows_(columns.first.sums.size),
        u_(std::ldexp(Real{1}, -arithmetic.accumulator->precision)),
        half_step_(
            std::ldexp(Real{1}, arithmetic.accumulator->min_exponent - arithmetic.accumulator->precision)) {}

  std::optional<double> run(std::span<const double> numbers) {
    least_ = rounding::least_allowance(rows_, rounding::kUnscaledMean, arithmetic_);
    if (!least_ || numbers.size() * rows_ > kMostNumbers || !read_shared() ||
        !is_ordinary(columns_.max_norm) || !is_ordinary(columns_.eps))
      return std::nullopt;
    for (std::size_t j = 0; j < numbers.size(); ++j)
      if (!read_column(j)) return std::nullopt;
    if (!is_surely_judged()) return std::nullopt;
    return compare(numbers);
  }

 private:
  bool read_shared() {
    std::int64_t total = 0, greatest = 0;
    for (const std::int64_t count : columns_.first.counts) {
      total += count;
      greatest = std::max(greatest, count);
    }
    const auto [least_scale, greatest_scale] = std::ranges::minmax(columns_.first.scales);
    shared_ = {static_cast<Real>(total), static_cast<Real>(greatest), Real{least_scale},
               Real{greatest_scale}};
    return least_scale >= kLeastScale && greatest_scale <= kGreatestScale;
  }

  bool read_column(std::size_t j) {
    Estimate estimate;
    Real sum = 0;
    for (std::size_t i = 0; i < rows_; ++i) {
      const double gradient = columns_.first.sums.first[i * columns_.width + j];
      if (!is_ordinary(gradient)) return false;
      if (gradient == 0.0) continue;
      const Real term = Real{gradient} / columns_.first.scales[i];
      const Real magnitude = std::fabs(term);
      sum += term;
      estimate.absolute += magnitude;
      estimate.scaled += std::fabs(gradient);
      estimate.greatest =
          std::max(estimate.greatest, magnitude / static_cast<Real>(columns_.first.counts[i]));
      ++estimate.nonzero;
    }
    estimate.mean = sum / shared_.total;
    // A quotient a term, their sum, the total as a float64, and the division by it.
    estimate.error =
        kUp * kOwn * static_cast<Real>(estimate.nonzero + 2) * (estimate.absolute / shared_.total);
    estimates_.push_back(estimate);
    return true;
  }

  /// Whether nothing can overflow that allow() looks at. What it computes as fractions is bounded from above,
  /// each step by less than a part of kUp.
  bool is_surely_judged() {
    const Real width = static_cast<Real>(estimates_.size());
    const Real step = std::max(half_step_, kLeastStep);
    norm_roundings_ = (5 * width + 12) / 2;
    const Real norm_error = kUp * (norm_roundings_ * u_ + 3 * width * step);
    if (2 * norm_error >= 1) return false;
    const Real rows = static_cast<Real>(rows_);
    const Real largest = largest_of(*arithmetic_.accumulator);
    const Real side = std::min(largest_or_none(arithmetic_.counts), largest_or_none(arithmetic_.scales));
    const Real weight = std::max<Real>(1, 1 / shared_.least_scale);
    const Real spread = shared_.greatest_scale / shared_.least_scale;
    const Real second_order =
        std::ldexp(static_cast<Real>(least_->second_order), -rounding::kSecondOrderBits);
    const Real growth = kUp / (1 - second_order);
    if (growth * std::max({shared_.greatest_scale * shared_.total, 1 / shared_.least_scale, spread}) > side)
      return false;
    const Real scales_step =
        arithmetic_.scales == nullptr
            ? Real{0}
            : std::max(kLeastStep, std::ldexp(Real{1}, arithmetic_.scales->min_exponent -
                                                           arithmetic_.scales->precision + 1));
    Real sums = 0, means = 0, errors = 0;  // squares of lengths
    for (const Estimate& of : estimates_) {
      const Real underflow = step * (4 * rows + 2 * of.absolute + 2 * rows * of.greatest + of.scaled +
                                     2 * rows * weight + shared_.total * of.greatest);
      const Real reach =
          std::max(of.absolute * shared_.greatest_scale, of.absolute + of.greatest * shared_.greatest_count) +
          shared_.greatest_count * underflow;
      if (growth * reach > largest) return false;
      const Real mean = std::fabs(of.mean) + of.error;
      // As in is_surely_judged(): each relative part of the error is of a magnitude of at most M.
      const Real error = growth * 2 * second_order * of.greatest + underflow + 2 * rows * weight * step +
                         rows * scales_step * of.greatest * spread;
      sums += of.absolute * of.absolute;
      means += mean * mean;
      errors += error * error;
    }
    const Real norm =
        kUp * ((std::sqrt(means) + std::sqrt(errors)) / (1 - norm_error) + std::sqrt(2 * width * step));
    const Real of_sums = 1 / (1 - std::min<Real>((rows + 3) * u_, 0.5));
    const Real longest = kUp * std::max(std::sqrt(sums) * of_sums, norm) / (1 - norm_error);
    const Real divisor = kUp * (norm + columns_.eps * (1 + u_) + step);
    // What is left of max_norm when it is held, and so of the divisor where it clips.
    if (columns_.max_norm < 4 * step) return false;
    if (kUp * (8 * norm + 2) > largest_or_none(arithmetic_.output)) return false;
    if (kUp * longest * longest > largest || divisor > largest) return false;
    return kDown * (columns_.max_norm * (1 - u_) - step) > divisor ||
           (kUp * (columns_.max_norm * (1 + u_) + step) <= largest && kUp * divisor * norm <= largest);
  }

  static Real largest_or_none(const FloatFormat* format) {
    return format == nullptr ? kGreatest * kGreatest : largest_of(*format);
  }

  std::optional<double> compare(std::span<const double> numbers) const {
    Real squares = 0, error_squares = 0;
    for (const Estimate& of : estimates_) {
      squares += of.mean * of.mean;
      error_squares += of.error * of.error;
    }
    const Real norm = std::sqrt(squares);
    const Real divisor = norm + columns_.eps;
    const Real width = static_cast<Real>(estimates_.size());
    const Real norm_error = std::sqrt(error_squares) + (width / 2 + 2) * kOwn * norm;
    const bool is_surely_whole =
        kUp * (norm + norm_error + columns_.eps) < static_cast<Real>(columns_.max_norm);
    const Real relative = is_surely_whole ? Real{0} : kUp * (norm_error / divisor + 3 * kOwn);
    constexpr Real kMostRelative = 0x1p-32;
    if (!(relative <= kMostRelative)) return std::nullopt;
    const Real quotient = divisor == 0 ? Real{2} : columns_.max_norm / divisor;
    const Real coefficient = std::min<Real>(1, quotient);
    const bool is_surely_clipped = quotient * (1 + 2 * relative) < 1;

    Real excess = 0;
    for (std::size_t j = 0; j < numbers.size(); ++j) {
      const Estimate& of = estimates_[j];
      const Real magnitude = std::fabs(of.mean);
      const Real error = kUp * coefficient * (of.error + (magnitude + of.error) * (relative + 2 * kOwn)) +
                         std::fabs(encode(numbers[j], *arithmetic_.output) - coefficient * of.mean);
      if (error == 0.0) continue;
      const Real least_mean = std::max<Real>(0, magnitude - of.error);
      const Real roundings = static_cast<Real>(least_->coefficient(of.nonzero));
      Real allowed = coefficient * u_ * (roundings * of.absolute / shared_.total + 3 * least_mean) +
                     half_step_ * (1 + of.absolute);
      if (is_surely_clipped) {
        const Real moved =
            norm / divisor * (norm_roundings_ + static_cast<Real>(least_->coefficient(1))) * u_;
        allowed += coefficient * least_mean * (moved + 5 * u_) / (1 + moved);
      }
      if (least_->output_bits != 0)
        allowed += coefficient * least_mean * std::ldexp(Real{1}, -least_->output_bits);
      if (!(error <= allowed * kDown)) return std::nullopt;
      excess = std::max(excess, error / (allowed * kDown) * kUp);
    }
    return static_cast<double>(std::min<Real>(1, excess));
  }

  const ClippedColumns& columns_;
  const rounding::Arithmetic& arithmetic_;
  const std::size_t rows_;
  const Real u_;
  const Real half_step_;  ///< of the accumulator's least subnormal; or 0
  std::optional<rounding::LeastAllowance> least_;
  Shared shared_;
  std::vector<Estimate> estimates_;
  Real norm_roundings_ = 0;
};

}  // namespace

std::optional<double> settle_clipping(const ClippedColumns& columns, const rounding::Arithmetic& arithmetic,
                                      std::span<const double> numbers) {
  const bool is_rounded = arithmetic.accumulator != nullptr && arithmetic.output != nullptr &&
                          arithmetic.order != SummationOrder::kCorrectlyRounded;
  if (!is_rounded || arithmetic.rounding != Rounding::kNearest || arithmetic.subnormals != Subnormals::kKept)
    return std::nullopt;
  return Proof(columns, arithmetic).run(numbers);
}

bool is_surely_too_long(const ClippedColumns& columns, const rounding::Arithmetic& arithmetic) {
  const ScaledColumn& first = columns.first;
  if (first.sums.size * columns.width > kMostNumbers) return false;
  Real squares = 0;
  for (std::size_t j = 0; j < columns.width; ++j) {
    Real sum = 0;
    for (std::size_t i = 0; i < first.sums.size; ++i)
      sum += std::fabs(Real{first.sums.first[i * columns.width + j]} / first.scales[i]);
    squares += sum * sum;
  }
  return squares * kDown > largest_of(*arithmetic.accumulator);
}

}  // namespace gradvet
