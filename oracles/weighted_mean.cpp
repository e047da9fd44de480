#include "oracles/weighted_mean.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string_view>

#include "oracles/domain.hpp"
#include "oracles/float_format.hpp"
#include "oracles/rational.hpp"
#include "oracles/reachable.hpp"
#include "oracles/rounding_bound.hpp"
#include "oracles/settled_mean.hpp"
#include "oracles/term_sums.hpp"

namespace gradvet::weighted_mean {

namespace {

constexpr std::string_view kValues = "values";
constexpr std::string_view kWeights = "weights";

Column weights_of(const Case& input) { return {input.reals(1).data(), input.items(), 1}; }

/// A number with its significand odd; 0 for 0.
Binary64 split_odd(double number) {
  Binary64 parts = split(number);
  if (parts.significand == 0) return parts;
  const int zeros = std::countr_zero(parts.significand);
  parts.significand >>= zeros;
  parts.exponent += zeros;
  return parts;
}

/// weight·value of every item as an integer in units of 2^exponents.least.
class Products {
 public:
  explicit Products(const Case& input) : values_(input.reals(0)), weights_(input.reals(1)) {
    for (std::size_t i = 0; i < values_.size(); ++i)
      if (values_[i] != 0.0 && weights_[i] != 0.0)
        exponents_.include(split(values_[i]).exponent + split(weights_[i]).exponent);
  }

  bool all_zero() const { return exponents_.is_empty(); }
  int unit() const { return exponents_.least; }
  std::size_t size() const { return values_.size(); }
  /// Bits that the sum of the magnitudes may have.
  int sum_bits() const {
    return 2 * (kBinary64FractionBits + 1) + exponents_.width() + bit_count(std::uint64_t{size()});
  }

  template <class Int>
  Int at(std::size_t i) const {
    const Binary64 value = split(values_[i]);
    const Binary64 weight = split(weights_[i]);
    if (value.significand == 0 || weight.significand == 0) return 0;
    Int product = value.significand;
    product *= weight.significand;
    product <<= value.exponent + weight.exponent - unit();
    if (value.is_negative) product = -product;
    return product;
  }

 private:
  std::span<const double> values_;
  std::span<const double> weights_;
  ExponentSpan exponents_;
};

Rational total_weight(const Case& input) {
  const Column weights = weights_of(input);
  const ExponentSpan exponents = exponents_of(weights);
  if (exponents.is_empty()) return 0;
  const int bits = kBinary64FractionBits + 1 + exponents.width() + bit_count(std::uint64_t{weights.size});
  const Integer total = with_integer_of(bits, [&]<class Int>() {
    Int sum = 0;
    for (std::size_t i = 0; i < weights.size; ++i) sum += in_units<Int>(weights[i], exponents.least);
    return Integer(to_integer(sum));
  });
  return Rational(total) * power_of_two(exponents.least);
}

/// The numbers whose size rounding and overflow depend on.
struct Extremes {
  double least_weight = 0.0;  ///< above 0; 0 where there is none
  double greatest_weight = 0.0;
  double greatest_value = 0.0;   ///< magnitude, of items with a weight
  double greatest_of_all = 0.0;  ///< the same, of all items: 0 times infinity is no 0
  std::uint64_t weighted = 0;    ///< items with a weight
};

Extremes extremes_of(const Case& input) {
  Extremes extremes;
  for (std::size_t i = 0; i < input.items(); ++i) {
    const double magnitude = std::abs(input.reals(0)[i]);
    const double weight = input.reals(1)[i];
    extremes.greatest_of_all = std::max(extremes.greatest_of_all, magnitude);
    if (weight == 0.0) continue;
    ++extremes.weighted;
    extremes.greatest_value = std::max(extremes.greatest_value, magnitude);
    extremes.greatest_weight = std::max(extremes.greatest_weight, weight);
    extremes.least_weight = extremes.least_weight == 0.0 ? weight : std::min(extremes.least_weight, weight);
  }
  return extremes;
}

/// Whether some weight may be flushed, or rounded below the least normal number of the accumulator.
bool may_lose_weights(const Extremes& extremes, const rounding::Arithmetic& arithmetic) {
  if (arithmetic.accumulator == nullptr || extremes.least_weight == 0.0) return false;
  const bool rounds = arithmetic.subnormals == Subnormals::kFlushedToZero ||
                      !is_contained(arithmetic.input, arithmetic.accumulator);
  return rounds && extremes.least_weight < std::ldexp(1.0, arithmetic.accumulator->min_exponent);
}

/// What a total that may be far below 1 costs beside the mean itself (oracles/README.md, "Weights").
void add_weights(const Extremes& extremes, const rounding::Arithmetic& arithmetic, rounding::Facts& facts) {
  const Rational per_weight = Rational(facts.rows) / facts.total;
  const int per_item = arithmetic.subnormals == Subnormals::kFlushedToZero ? 5 : 2;
  facts.underflow = per_item * per_weight;
  if (may_lose_weights(extremes, arithmetic)) facts.lost = least_normal(*arithmetic.accumulator) * per_weight;

  facts.reach = std::max<Rational>({facts.total, exact(extremes.greatest_of_all) + facts.greatest});
  if (rounding::divides_once(arithmetic.order)) return;
  facts.reach = std::max<Rational>(facts.reach, 1 / facts.total);
  if (rounding::sums_first(arithmetic.order)) return;
  // A partial total may be no more than the least weight; a streaming step multiplies a mean by a weight.
  facts.partial_underflow = per_item * facts.rows / exact(extremes.least_weight);
  facts.reach_per_mean = exact(extremes.greatest_weight);
  facts.reach = std::max<Rational>({facts.reach, 1 / exact(extremes.least_weight),
                                    facts.absolute + facts.greatest * facts.reach_per_mean});
}

/// The weights as integers of one unit, if they are short.
struct ShortWeights {
  int unit = 0;
  std::int64_t total = 0;
};

std::optional<ShortWeights> short_weights(std::span<const double> weights) {
  constexpr int kMostTotalBits = 62;
  int least = std::numeric_limits<int>::max();
  int top = std::numeric_limits<int>::min();
  for (const double number : weights) {
    const Binary64 weight = split_odd(number);
    if (weight.significand == 0) continue;
    least = std::min(least, weight.exponent);
    top = std::max(top, weight.exponent + bit_count(weight.significand));
  }
  if (least > top) return ShortWeights{};
  const int bits = top - least;
  if (bits > kBinary64FractionBits + 1 || bits + bit_count(std::uint64_t{weights.size()}) > kMostTotalBits)
    return std::nullopt;
  ShortWeights result{least, 0};
  for (const double number : weights) {
    const Binary64 weight = split_odd(number);
    if (weight.significand != 0)
      result.total += static_cast<std::int64_t>(weight.significand) << (weight.exponent - least);
  }
  return result;
}

/// Sums of the products, divided by the unit of the weights.
CutSums sums_of(const Case& input, int weight_unit, std::uint64_t weighted) {
  constexpr int kNone = std::numeric_limits<int>::min();
  const std::span<const double> values = input.reals(0);
  const std::span<const double> weights = input.reals(1);
  int top = kNone;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Binary64 value = split(values[i]);
    const Binary64 weight = split(weights[i]);
    if (value.significand == 0 || weight.significand == 0) continue;
    top = std::max(top, value.exponent + bit_count(value.significand) + weight.exponent +
                            bit_count(weight.significand) - weight_unit);
  }
  CutSums sums;
  sums.nonzero = weighted;
  if (top == kNone) return sums;
  const int row_bits = bit_count(std::uint64_t{values.size()});
  sums.unit = top + row_bits - kCutSumBits;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Binary64 value = split(values[i]);
    const Binary64 weight = split(weights[i]);
    bool was_cut = false;
    const Integer128 magnitude =
        cut_to_unit(Integer128{value.significand} * weight.significand,
                    value.exponent + weight.exponent - weight_unit, sums.unit, was_cut);
    sums.sum += value.is_negative ? -magnitude : magnitude;
    sums.absolute += magnitude;
    sums.cut += was_cut;
  }
  return sums;
}

/// Exponent of a power of two above the magnitude; `none` for 0.
int top_of(double number, int none) {
  const Binary64 parts = split(number);
  return parts.significand == 0 ? none : parts.exponent + bit_count(parts.significand);
}

/// Whether allow() surely judges: everything that it compares with the largest finite number is below
/// 2^judged_exponent. `total_top` and `sum_top`: powers of two above the total of the weights and above A.
bool is_surely_judged(const Case& input, const Extremes& extremes, int total_top, int sum_top,
                      const rounding::LeastAllowance& least) {
  const int rows = bit_count(std::uint64_t{input.items()});
  const int value = top_of(extremes.greatest_value, 0);
  const int weight = std::max(0, top_of(extremes.greatest_weight, 0));
  // A weight, and so any total, is at least 2^(top - 1).
  const int inverse = 1 - top_of(extremes.least_weight, 0);
  const int reach = std::max(
      {total_top, top_of(extremes.greatest_of_all, 0) + 1, inverse, std::max(sum_top, value + weight) + 1});
  // 4n + 2A + 2nM + WM + 5n/W, and W is at least the least weight.
  const int underflow =
      std::max({rows + 2, sum_top + 1, rows + 1 + value, total_top + value, rows + 3 + inverse}) + 3;
  return reach <= least.judged_exponent && least.is_underflow_small(weight, underflow);
}

}  // namespace

std::optional<std::string> refuse(const Case& input, const Profile& profile) {
  if (auto why = domain::refuse_ragged_lengths(kValues, input.offsets(0), kWeights, input.offsets(1),
                                               "microbatches"))
    return why;
  if (auto why =
          domain::refuse_values({kValues, input.reals(0), 0, input.offsets(0)}, profile.input, "input"))
    return why;
  return domain::refuse_weights({kWeights, input.reals(1), 0, input.offsets(1)}, profile);
}

void expect(const Case& input, ExactAnswer& out) {
  out.shape = AnswerShape::kScalar;
  out.rows.clear();
  out.numbers.assign(1, Rational(0));
  const Products products(input);
  if (products.all_zero()) return;
  const Integer sum = with_integer_of(products.sum_bits(), [&]<class Int>() {
    Int result = 0;
    for (std::size_t i = 0; i < products.size(); ++i) result += products.template at<Int>(i);
    return Integer(to_integer(result));
  });
  out.numbers[0] = Rational(sum) * power_of_two(products.unit()) / total_weight(input);
}

void allow(const Case& input, const rounding::Arithmetic& arithmetic, Allowance& out) {
  out.bounds.clear();
  out.reachable.clear();
  out.unjudged.clear();
  const Extremes extremes = extremes_of(input);
  if (extremes.weighted == 0) {
    out.bounds.emplace_back(0);
    return;
  }
  rounding::Facts facts;
  facts.rows = input.items();
  facts.nonzero = extremes.weighted;
  facts.total = total_weight(input);
  facts.greatest = exact(extremes.greatest_value);
  if (const Products products(input); !products.all_zero())
    with_integer_of(products.sum_bits(), [&]<class Int>() {
      const TermSums<Int> sums =
          sum_terms<Int>(products.size(), [&](std::size_t i) { return products.template at<Int>(i); });
      const Rational unit = power_of_two(products.unit());
      facts.absolute = to_integer(sums.absolute) * unit;
      facts.value = to_integer(sums.sum) * unit / facts.total;
    });
  add_weights(extremes, arithmetic, facts);
  rounding::append_bound(facts, rounding::kWeightedMean, arithmetic, out);
}

void allow(const Case& input, const Profile& profile, Allowance& out) {
  allow(input, rounding::arithmetic_of(profile), out);
}

std::optional<double> settle(const Case& input, const Profile& profile, std::span<const double> numbers) {
  if (numbers.size() != 1) return std::nullopt;
  const Extremes extremes = extremes_of(input);
  if (extremes.weighted == 0) return numbers[0] == 0.0 ? std::optional(0.0) : std::nullopt;
  const rounding::Arithmetic arithmetic = rounding::arithmetic_of(profile);
  if (has_sharp_rule(profile) || may_lose_weights(extremes, arithmetic)) return std::nullopt;
  const auto least = rounding::least_allowance(input.items(), rounding::kWeightedMean, arithmetic);
  const auto weights = short_weights(input.reals(1));
  if (!least || !weights) return std::nullopt;
  const CutSums sums = sums_of(input, weights->unit, extremes.weighted);
  const int total_top = bit_count(static_cast<std::uint64_t>(weights->total)) + weights->unit;
  const int sum_top = bit_count(sums.absolute + sums.cut) + sums.unit + weights->unit;
  if (!is_surely_judged(input, extremes, total_top, sum_top, *least)) return std::nullopt;
  const double answer = arithmetic.output == nullptr ? numbers[0] : encode(numbers[0], *arithmetic.output);
  return settle_mean(answer, sums, weights->total, input.items(), *least);
}

}  // namespace gradvet::weighted_mean
