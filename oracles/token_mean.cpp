#include "oracles/token_mean.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>
#include <vector>

#include "oracles/domain.hpp"
#include "oracles/float_format.hpp"
#include "oracles/rational.hpp"
#include "oracles/reachable.hpp"
#include "oracles/rounding_bound.hpp"
#include "oracles/settled_mean.hpp"
#include "oracles/term_sums.hpp"

namespace gradvet::token_mean {

namespace {

constexpr std::string_view kMeans = "microbatch_means";
constexpr std::string_view kTokens = "token_counts";
constexpr std::string_view kSamples = "sample_counts";

Column column_of(const Case& input, std::size_t coordinate) {
  return {input.reals(0).data() + coordinate, input.microbatches(), input.width()};
}

/// Bits that the sum of the magnitudes of count·mean may have, in units of the least exponent.
int sum_bits(const Column& column, const ExponentSpan& exponents) {
  return 2 * (kBinary64FractionBits + 1) + exponents.width() + bit_count(std::uint64_t{column.size});
}

/// What a bound needs of one coordinate, and its exact result: sums of count·mean.
rounding::Facts facts_of(const Column& column, std::span<const std::int64_t> counts, std::int64_t total) {
  rounding::Facts facts;
  facts.rows = column.size;
  facts.total = total;
  const ExponentSpan exponents = exponents_of(column);
  if (exponents.is_empty()) return facts;
  const Rational unit = power_of_two(exponents.least);
  with_integer_of(sum_bits(column, exponents), [&]<class Int>() {
    const TermSums<Int> sums = sum_terms<Int>(column.size, [&](std::size_t row) {
      return Int(in_units<Int>(column[row], exponents.least) * counts[row]);
    });
    facts.nonzero = sums.nonzero;
    facts.value = Rational(Integer(to_integer(sums.sum)), Integer(total)) * unit;
    facts.absolute = to_integer(sums.absolute) * unit;
  });
  // A mean that is not 0 has a count.
  double greatest = 0.0;
  for (std::size_t row = 0; row < column.size; ++row) greatest = std::max(greatest, std::abs(column[row]));
  facts.greatest = exact(greatest);
  return facts;
}

std::vector<Rational> terms_of(const Column& column, std::span<const std::int64_t> counts) {
  std::vector<Rational> terms;
  for (std::size_t row = 0; row < column.size; ++row) terms.push_back(exact(column[row]) * counts[row]);
  return terms;
}

enum class Band {
  kAllowed,  ///< any honest form
  kUsual     ///< sums and running means in the order of the case
};

void append_bounds(const Case& input, const rounding::Arithmetic& arithmetic, Band band, Allowance& out) {
  out.bounds.clear();
  out.reachable.clear();
  out.unjudged.clear();
  const std::span<const std::int64_t> counts = input.integers(1);
  const std::int64_t total = total_of(counts);
  if (total == 0) return;
  const rounding::Counts exactness = rounding::exactness_of(counts, total, arithmetic);
  for (std::size_t j = 0; j < input.width(); ++j) {
    const Column column = column_of(input, j);
    rounding::Facts facts = facts_of(column, counts, total);
    facts.counts = exactness;
    // mean += count·(g - mean)/N multiplies a running mean by the count of another row.
    if (!rounding::sums_first(arithmetic.order) && counts.size() > 1) {
      facts.reach_per_mean = *std::ranges::max_element(counts);
      facts.reach = facts.absolute + facts.greatest * facts.reach_per_mean;
    }
    if (band == Band::kUsual)
      facts.presented_error =
          rounding::presented_error(terms_of(column, counts), counts, rounding::kTokenMean, arithmetic);
    rounding::append_bound(facts, rounding::kTokenMean, arithmetic, out);
  }
}

/// Least and greatest value of each term, count·mean as one stored product.
struct StoredTerms {
  std::vector<Rational> least;
  std::vector<Rational> greatest;
};

/// A number as it came, and as the format holds it; the first twice where it has no such number.
std::array<Rational, 2> operands(const Rational& number, NumberFormat format, Subnormals subnormals) {
  if (format == NumberFormat::kExact) return {number, number};
  const double held = encode(number, float_format(format), subnormals);
  return {number, std::isfinite(held) ? exact(held) : number};
}

std::optional<StoredTerms> stored_terms(const Column& column, std::span<const std::int64_t> counts,
                                        const Profile& profile) {
  const std::array computed_in = {profile.input, profile.counts};
  StoredTerms terms;
  for (std::size_t row = 0; row < column.size; ++row) {
    std::optional<ReachableInterval> term;
    for (const Rational& mean : operands(exact(column[row]), profile.accumulator, profile.subnormals))
      for (const Rational& count : operands(Rational(counts[row]), profile.counts, Subnormals::kKept)) {
        const auto product = stored_value(mean * count, computed_in, profile);
        if (!product) return std::nullopt;
        term = term ? hull(*term, *product) : *product;
      }
    terms.least.push_back(term->least);
    terms.greatest.push_back(term->greatest);
  }
  return terms;
}

std::optional<ReachableInterval> reachable(const Column& column, std::span<const std::int64_t> counts,
                                           std::int64_t total, const Profile& profile) {
  if (profile.order == SummationOrder::kCorrectlyRounded)
    return reachable_mean(terms_of(column, counts), Rational(total), profile);
  const std::optional<StoredTerms> terms = stored_terms(column, counts, profile);
  if (!terms) return std::nullopt;
  // Sums, the division and the roundings are monotone in every term.
  const auto low = reachable_mean(terms->least, Rational(total), profile);
  if (!low || terms->least == terms->greatest) return low;
  const auto high = reachable_mean(terms->greatest, Rational(total), profile);
  if (!high) return std::nullopt;
  return hull(*low, *high);
}

/// Exponent of a power of two above the magnitude.
int top_of(const Binary64& number) { return number.exponent + bit_count(number.significand); }

/// The sums of count·mean in 128 bits; nothing where there are too many rows.
std::optional<CutSums> cut_sums_of(const Column& column, std::span<const std::int64_t> counts) {
  constexpr int kNone = std::numeric_limits<int>::min();
  const int row_bits = bit_count(std::uint64_t{column.size});
  if (row_bits > kBinary64FractionBits) return std::nullopt;
  int top = kNone;
  for (std::size_t row = 0; row < column.size; ++row)
    if (const Binary64 mean = split(column[row]); mean.significand != 0)
      top = std::max(top, top_of(mean) + bit_count(static_cast<std::uint64_t>(counts[row])));
  CutSums sums;
  if (top == kNone) return sums;
  sums.unit = top + row_bits - kCutSumBits;
  for (std::size_t row = 0; row < column.size; ++row) {
    const Binary64 mean = split(column[row]);
    bool was_cut = false;
    const Integer128 magnitude =
        cut_to_unit(Integer128{mean.significand} * counts[row], mean.exponent, sums.unit, was_cut);
    sums.sum += mean.is_negative ? -magnitude : magnitude;
    sums.absolute += magnitude;
    sums.nonzero += mean.significand != 0;
    sums.cut += was_cut;
  }
  return sums;
}

/// Above the exponents of what allow() compares with the largest finite number.
struct Exponents {
  int reach = 0;      ///< A + n_max·M but for what underflow adds
  int underflow = 0;  ///< 6n + 2A + 2nM + NM, in the unit of underflow
};

Exponents greatest_exponents(const Column& column, std::int64_t total, int count_bits, int sum_exponent) {
  double greatest = 0.0;
  for (std::size_t row = 0; row < column.size; ++row) greatest = std::max(greatest, std::abs(column[row]));
  if (greatest == 0.0) return {sum_exponent, bit_count(std::uint64_t{column.size}) + 3};
  const int mean_exponent = top_of(split(greatest));
  const int row_bits = bit_count(std::uint64_t{column.size});
  return {std::max(sum_exponent, mean_exponent + count_bits) + 1,
          std::max({row_bits + 3, sum_exponent + 1,
                    mean_exponent + std::max(row_bits + 1, bit_count(static_cast<std::uint64_t>(total)))}) +
              2};
}

}  // namespace

std::optional<std::string> refuse(const Case& input, const Profile& profile) {
  const domain::Reals means{kMeans, input.reals(0), input.width()};
  const domain::Integers tokens{kTokens, input.integers(1)};
  const domain::Integers samples{kSamples, input.integers(2)};
  if (auto why = domain::refuse_lengths(kMeans, input.microbatches(), kTokens, tokens.numbers.size()))
    return why;
  if (auto why = domain::refuse_lengths(kMeans, input.microbatches(), kSamples, samples.numbers.size()))
    return why;
  if (auto why = domain::refuse_values(means, profile.input, "input")) return why;
  if (auto why = domain::refuse_counts(tokens, domain::ZeroTotal::kAccepted)) return why;
  if (auto why = domain::refuse_counts(samples, domain::ZeroTotal::kAccepted)) return why;
  for (std::size_t i = 0; i < tokens.numbers.size(); ++i)
    if (tokens.numbers[i] != 0 && samples.numbers[i] == 0) {
      const std::string place = "[" + std::to_string(i) + "] is ";
      return std::string(kTokens) + place + std::to_string(tokens.numbers[i]) + " but " +
             std::string(kSamples) + place + "0; a microbatch with tokens has a sample.";
    }
  return domain::refuse_uncounted(tokens, means);
}

void expect(const Case& input, ExactAnswer& out) {
  out.rows.clear();
  out.numbers.clear();
  const std::span<const std::int64_t> counts = input.integers(1);
  const std::int64_t total = total_of(counts);
  out.shape = total == 0 ? AnswerShape::kNull : AnswerShape::kList;
  if (total == 0) return;
  for (std::size_t j = 0; j < input.width(); ++j)
    out.numbers.push_back(facts_of(column_of(input, j), counts, total).value);
}

void allow(const Case& input, const rounding::Arithmetic& arithmetic, Allowance& out) {
  append_bounds(input, arithmetic, Band::kAllowed, out);
}

void usual(const Case& input, const Profile& profile, Allowance& out) {
  out.bounds.clear();
  if (profile.order != SummationOrder::kAny || profile.accumulator == NumberFormat::kExact) return;
  append_bounds(input, rounding::arithmetic_of(profile), Band::kUsual, out);
}

void allow(const Case& input, const Profile& profile, Allowance& out) {
  allow(input, rounding::arithmetic_of(profile), out);
  const std::int64_t total = total_of(input.integers(1));
  if (!has_sharp_rule(profile) || total == 0) return;
  for (std::size_t j = 0; j < input.width(); ++j) {
    out.reachable.emplace_back();
    if (const auto interval = reachable(column_of(input, j), input.integers(1), total, profile))
      out.reachable.back() = Allowance::Interval{interval->least, interval->greatest};
  }
}

std::optional<double> settle(const Case& input, const Profile& profile, std::span<const double> numbers) {
  const std::span<const std::int64_t> counts = input.integers(1);
  const std::int64_t total = total_of(counts);
  if (total == 0 || numbers.size() != input.width()) return std::nullopt;
  if (numbers.empty()) return 0.0;
  if (has_sharp_rule(profile)) return std::nullopt;
  const auto proof = MeanProof::of(profile, rounding::kTokenMean, counts.size(), total);
  if (!proof) return std::nullopt;
  const rounding::LeastAllowance& least = proof->least();
  std::int64_t all_bits = 0;
  for (const std::int64_t count : counts) all_bits |= count;
  const int count_bits = bit_count(static_cast<std::uint64_t>(all_bits));

  double excess = 0.0;
  for (std::size_t j = 0; j < numbers.size(); ++j) {
    const Column column = column_of(input, j);
    const std::optional<CutSums> sums = cut_sums_of(column, counts);
    if (!sums) return std::nullopt;
    const Exponents exponents =
        greatest_exponents(column, total, count_bits, bit_count(sums->absolute + sums->cut) + sums->unit);
    if (exponents.reach > least.judged_exponent || !least.is_underflow_small(count_bits, exponents.underflow))
      return std::nullopt;
    const std::optional<double> ratio =
        proof->settle(numbers[j], *sums, column.size,
                      [&](const PlainOrder& order, std::size_t row) { return order.held(column[row]); });
    if (!ratio) return std::nullopt;
    excess = std::max(excess, *ratio);
  }
  return excess;
}

}  // namespace gradvet::token_mean
