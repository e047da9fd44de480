#include "oracles/summed_rows.hpp"

#include <algorithm>

#include "oracles/rational.hpp"
#include "oracles/reachable.hpp"
#include "oracles/settled_mean.hpp"
#include "oracles/surely_judged.hpp"

namespace gradvet {

namespace {

/// Bits that the sum of the magnitudes may have, in units of the least exponent.
int sum_bits(const Column& column, const ExponentSpan& exponents) {
  return kBinary64FractionBits + 1 + exponents.width() + bit_count(std::uint64_t{column.size});
}

/// The mean of the column: one exact fraction, made once.
Rational mean_of(const Column& column, std::int64_t total) {
  const ExponentSpan exponents = exponents_of(column);
  if (exponents.is_empty()) return 0;
  const Integer sum = with_integer_of(sum_bits(column, exponents), [&]<class Int>() {
    Int result = 0;
    for (std::size_t row = 0; row < column.size; ++row) result += in_units<Int>(column[row], exponents.least);
    return Integer(to_integer(result));
  });
  return fraction(sum, total, exponents.least);
}

rounding::Facts facts_of(const SummedRows& rows, const Column& column, std::int64_t total) {
  const std::span<const std::int64_t> counts = rows.counts;
  rounding::Facts facts;
  facts.rows = rows.size();
  facts.total = total;
  const ExponentSpan exponents = exponents_of(column);
  if (exponents.is_empty()) return facts;
  // A product with a count is compared to find the greatest mean.
  with_integer_of(sum_bits(column, exponents) + kBinary64FractionBits + 1, [&]<class Int>() {
    const auto term = [&](std::size_t row) { return in_units<Int>(column[row], exponents.least); };
    const TermSums<Int> sums = sum_terms<Int>(column.size, term);
    const auto [numerator, count] = greatest_mean<Int>(counts, term);
    facts.nonzero = sums.nonzero;
    facts.value = fraction(to_integer(sums.sum), total, exponents.least);
    facts.absolute = fraction(to_integer(sums.absolute), 1, exponents.least);
    facts.greatest = fraction(to_integer(numerator), count, exponents.least);
  });
  return facts;
}

/// The sums of a column in 128 bits; nothing where it has too many rows.
std::optional<CutSums> sums_of(const Column& column) {
  // Most columns are integers within this many bits below and some above their first number.
  constexpr int kBitsBelow = 34;
  const Binary64 first = split(column[0]);
  const int unit = first.significand == 0 ? 0 : first.exponent + bit_count(first.significand) - kBitsBelow;
  const auto sums = sum_short_column(column, unit);
  if (!sums) return cut_sums_of(column);
  CutSums exact{
      .sum = sums->sum, .absolute = sums->absolute, .nonzero = sums->nonzero, .unit = unit, .cut = 0};
  spread(exact);
  return exact;
}

/// 6n + 2A + 2nM + NM, and A is at most 2^sum_exponent, M at most A, is below 2 to this power.
int underflow_bits(std::uint64_t rows, std::int64_t total, int sum_exponent) {
  const int row_bits = bit_count(rows);
  return std::max(row_bits + 3, sum_exponent + std::max(row_bits + 2, bit_count(std::uint64_t(total)))) + 2;
}

rounding::Magnitudes magnitudes_of(const SummedRows& rows, const Column& column, std::int64_t total,
                                   const CutSums& sums, const rounding::Arithmetic& arithmetic) {
  const std::span<const std::int64_t> counts = rows.counts;
  rounding::Magnitudes magnitudes;
  magnitudes.rows = rows.size();
  magnitudes.total = total;
  magnitudes.absolute = Ceiling::of(sums.absolute + sums.cut, sums.unit);
  for (std::size_t row = 0; row < column.size; ++row)
    if (counts[row] > 0)
      magnitudes.greatest =
          std::max(magnitudes.greatest,
                   Ceiling::of(split(column[row])).divided_by(static_cast<std::uint64_t>(counts[row])));
  if (!rounding::sums_first(arithmetic.order) && counts.size() > 1) {
    magnitudes.reach_per_mean = std::max(rows.mean_factor, *std::ranges::max_element(counts));
    magnitudes.reach = magnitudes.absolute + magnitudes.greatest * Ceiling::of(magnitudes.reach_per_mean);
  }
  if (!rounding::divides_once(arithmetic.order))
    magnitudes.reach = std::max(magnitudes.reach, magnitudes.absolute * Ceiling::of(rows.sum_factor));
  return magnitudes;
}

std::vector<Rational> terms_of(const Column& column) {
  std::vector<Rational> terms;
  for (std::size_t row = 0; row < column.size; ++row) terms.push_back(exact(column[row]));
  return terms;
}

}  // namespace

void append_means(const SummedRows& rows, std::vector<Rational>& out) {
  const std::int64_t total = total_of(rows.counts);
  for (std::size_t j = 0; j < rows.width; ++j) out.push_back(mean_of(rows.column(j), total));
}

void append_mean_bounds(const SummedRows& rows, const rounding::Arithmetic& arithmetic, Band band,
                        Allowance& out) {
  const std::int64_t total = total_of(rows.counts);
  const rounding::Counts exactness = rounding::exactness_of(rows.counts, total, arithmetic);
  for (std::size_t j = 0; j < rows.width && out.unjudged.empty(); ++j) {
    rounding::Facts facts = facts_of(rows, rows.column(j), total);
    facts.counts = exactness;
    // mean += (S - n·mean)/N and mean += (g - mean)·n/N multiply a mean by the count of another row.
    if (!rounding::sums_first(arithmetic.order) && rows.counts.size() > 1) {
      facts.reach_per_mean = std::max(rows.mean_factor, *std::ranges::max_element(rows.counts));
      facts.reach = facts.absolute + facts.greatest * facts.reach_per_mean;
    }
    if (!rounding::divides_once(arithmetic.order))
      facts.reach = std::max<Rational>(facts.reach, facts.absolute * rows.sum_factor);
    if (band == Band::kUsual)
      facts.presented_error =
          rounding::presented_error(terms_of(rows.column(j)), rows.counts, *rows.with, arithmetic);
    rounding::append_bound(facts, *rows.with, arithmetic, out);
  }
}

void append_mean_intervals(const SummedRows& rows, const Profile& profile, Allowance& out) {
  const Rational total(total_of(rows.counts));
  for (std::size_t j = 0; j < rows.width; ++j) {
    out.reachable.emplace_back();
    if (const auto interval = reachable_mean(terms_of(rows.column(j)), total, profile))
      out.reachable.back() = Allowance::Interval{interval->least, interval->greatest};
  }
}

std::optional<double> settle_means(const SummedRows& rows, const Profile& profile,
                                   std::span<const double> numbers) {
  if (rows.width == 0) return 0.0;
  const std::span<const std::int64_t> counts = rows.counts;
  std::int64_t total = 0;
  std::int64_t all_bits = rows.mean_factor;
  for (const std::int64_t count : counts) {
    total += count;
    all_bits |= count;
  }
  const auto proof = MeanProof::of(profile, *rows.with, rows.size(), total);
  if (!proof) return std::nullopt;
  const rounding::LeastAllowance& least = proof->least();
  const int count_bits = bit_count(static_cast<std::uint64_t>(all_bits));
  const int sum_factor_bits = bit_count(static_cast<std::uint64_t>(rows.sum_factor));

  double excess = 0.0;
  for (std::size_t j = 0; j < rows.width; ++j) {
    const Column column = rows.column(j);
    const std::optional<CutSums> sums = sums_of(column);
    if (!sums) return std::nullopt;
    // A + n·mean is below twice 2^(bits of A + bits of a count).
    const int sum_exponent = bit_count(sums->absolute + sums->cut) + sums->unit;
    const bool is_far_from_overflow =
        sum_exponent + std::max(count_bits + 1, sum_factor_bits) <= least.judged_exponent &&
        least.is_underflow_small(count_bits, underflow_bits(rows.size(), total, sum_exponent));
    if (!is_far_from_overflow &&
        !rounding::is_surely_judged(magnitudes_of(rows, column, total, *sums, proof->arithmetic()), least,
                                    proof->arithmetic()))
      return std::nullopt;
    const std::optional<double> ratio =
        proof->settle(numbers[j], *sums, column.size,
                      [&](const PlainOrder& order, std::size_t row) { return order.held(column[row]); });
    if (!ratio) return std::nullopt;
    excess = std::max(excess, *ratio);
  }
  return excess;
}

}  // namespace gradvet
