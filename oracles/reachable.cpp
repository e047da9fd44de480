#include "oracles/reachable.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "oracles/binary64.hpp"
#include "oracles/rational.hpp"
#include "src/core/invariant.hpp"

namespace gradvet {

namespace {

/// Addition in a format, on float64 that hold its values.
class Adder {
 public:
  Adder(const FloatFormat& format, Subnormals subnormals) : format_(format), subnormals_(subnormals) {
    // The sum of two p-bit numbers rounded to 53 bits and then to p is rounded as if once where 53 >= 2p + 1
    // (S. Figueroa, "When is double rounding innocuous?", SIGNUM Newsletter 30(3), 1995); at p = 53 there is
    // one.
    constexpr int kBinary64Precision = kBinary64FractionBits + 1;
    require_invariant(
        format.precision == kBinary64Precision || 2 * format.precision + 1 <= kBinary64Precision,
        "a format whose sums float64 would round twice");
  }

  double operator()(double a, double b) const { return encode(a + b, format_, subnormals_); }
  double rounded(const Rational& term) const { return encode(term, format_, subnormals_); }

 private:
  const FloatFormat& format_;
  Subnormals subnormals_;
};

/// Ends of an interval as float64.
struct Ends {
  double least = 0.0;
  double greatest = 0.0;
  void include(double low, double high) {
    least = std::min(least, low);
    greatest = std::max(greatest, high);
  }
};

/// Every end is one that an order gives, so that an infinite or undefined one means that an order overflows.
std::optional<ReachableInterval> finite(const Ends& ends) {
  if (!std::isfinite(ends.least) || !std::isfinite(ends.greatest)) return std::nullopt;
  return ReachableInterval{exact(ends.least), exact(ends.greatest)};
}

std::optional<Rational> finite(double value) {
  if (!std::isfinite(value)) return std::nullopt;
  return exact(value);
}

/// Rounded terms; those that are not 0 where only they matter (x + 0 is x in every format).
std::vector<double> rounded_terms(std::span<const Rational> terms, const Adder& add) {
  std::vector<double> rounded;
  for (const Rational& term : terms)
    if (const double value = add.rounded(term); value != 0.0) rounded.push_back(value);
  return rounded;
}

/// Rounding is monotone, so the least sum of a set is the least over its splits in two of the sum of the
/// parts' least sums: 3^n splits in place of (2n - 3)!! trees.
Ends sum_of_subsets(const std::vector<double>& terms, const Adder& add) {
  std::array<Ends, std::size_t{1} << kMostReachableTerms> ends;
  const std::uint32_t all = (std::uint32_t{1} << terms.size()) - 1;
  for (std::uint32_t set = 1; set <= all; ++set) {
    if (std::has_single_bit(set)) {
      const double term = terms[static_cast<std::size_t>(std::countr_zero(set))];
      ends[set] = {term, term};
      continue;
    }
    // The part that holds the lowest term stands for the split; so each is seen once.
    const std::uint32_t lowest = set & (~set + 1);
    bool is_first = true;
    for (std::uint32_t part = (set - 1) & set; part != 0; part = (part - 1) & set) {
      if ((part & lowest) == 0) continue;
      const Ends& one = ends[part];
      const Ends& other = ends[set ^ part];
      const double low = add(one.least, other.least);
      const double high = add(one.greatest, other.greatest);
      if (is_first) ends[set] = {low, high};
      ends[set].include(low, high);
      is_first = false;
    }
  }
  return ends[all];
}

/// The same over runs of neighbours: n^3 splits.
Ends sum_of_runs(const std::vector<double>& terms, const Adder& add) {
  std::array<std::array<Ends, kMostReachableTerms>, kMostReachableTerms> ends;  // [first][last]
  for (std::size_t first = terms.size(); first-- > 0;) {
    ends[first][first] = {terms[first], terms[first]};
    for (std::size_t last = first + 1; last < terms.size(); ++last)
      for (std::size_t split = first; split < last; ++split) {
        const Ends& left = ends[first][split];
        const Ends& right = ends[split + 1][last];
        const double low = add(left.least, right.least);
        const double high = add(left.greatest, right.greatest);
        if (split == first) ends[first][last] = {low, high};
        ends[first][last].include(low, high);
      }
  }
  return ends[0][terms.size() - 1];
}

double sum_in_halves(std::span<const double> terms, const Adder& add) {
  if (terms.empty()) return 0.0;
  if (terms.size() == 1) return terms[0];
  const std::size_t middle = terms.size() / 2;
  return add(sum_in_halves(terms.first(middle), add), sum_in_halves(terms.subspan(middle), add));
}

}  // namespace

std::optional<ReachableInterval> reachable_sum(std::span<const Rational> terms, const FloatFormat& format,
                                               SumTrees trees, Subnormals subnormals) {
  const Adder add(format, subnormals);
  const std::vector<double> rounded = rounded_terms(terms, add);
  if (rounded.size() > kMostReachableTerms) return std::nullopt;
  if (!std::ranges::all_of(rounded, [](double term) { return std::isfinite(term); })) return std::nullopt;
  if (rounded.empty()) return ReachableInterval{};
  return finite(trees == SumTrees::kAll ? sum_of_subsets(rounded, add) : sum_of_runs(rounded, add));
}

std::optional<Rational> sequential_sum(std::span<const Rational> terms, const FloatFormat& format,
                                       Subnormals subnormals) {
  const Adder add(format, subnormals);
  double sum = 0.0;
  for (const Rational& term : terms) sum = add(sum, add.rounded(term));
  return finite(sum);
}

std::optional<Rational> pairwise_sum(std::span<const Rational> terms, const FloatFormat& format,
                                     Subnormals subnormals) {
  const Adder add(format, subnormals);
  std::vector<double> rounded;  // zeros too: they have their places in the tree
  for (const Rational& term : terms) rounded.push_back(add.rounded(term));
  return finite(sum_in_halves(rounded, add));
}

bool is_rounding_free(std::span<const Rational> terms, const FloatFormat& format) {
  Integer denominator = 1;
  for (const Rational& term : terms) {
    const Integer& own = boost::multiprecision::denominator(term);
    if (msb(own) != lsb(own)) return false;
    denominator = std::max(denominator, own);
  }
  // The common unit: the greatest power of two that divides every term.
  std::vector<Integer> multiples;
  unsigned zeros = 0;
  bool is_first = true;
  for (const Rational& term : terms) {
    if (term.is_zero()) continue;
    Integer multiple = abs(boost::multiprecision::numerator(Rational(term * denominator)));
    const auto own = static_cast<unsigned>(lsb(multiple));
    zeros = is_first ? own : std::min(zeros, own);
    is_first = false;
    multiples.push_back(std::move(multiple));
  }
  Integer absolute = 0;
  for (const Integer& multiple : multiples) absolute += multiple >> zeros;
  const int unit = static_cast<int>(zeros) - static_cast<int>(msb(denominator));
  return absolute <= Integer(std::uint64_t{1} << format.precision) &&
         unit >= format.min_exponent - (format.precision - 1) &&
         absolute * power_of_two(unit) <= largest_finite(format);
}

}  // namespace gradvet
