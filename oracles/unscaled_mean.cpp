#include "oracles/unscaled_mean.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "oracles/domain.hpp"
#include "oracles/rational.hpp"
#include "oracles/reachable.hpp"
#include "oracles/rounding_bound.hpp"
#include "oracles/scaled_column.hpp"
#include "oracles/settled_mean.hpp"
#include "oracles/term_sums.hpp"
#include "oracles/unscaled_reachable.hpp"

namespace gradvet::unscaled_mean {

namespace {

constexpr std::string_view kSums = "scaled_sums";
constexpr std::string_view kScales = "scales";
constexpr std::string_view kCounts = "counts";

ScaledColumn column_of(const Case& input) {
  return {{input.reals(0).data(), input.microbatches(), 1}, input.reals(1), input.integers(2)};
}

enum class Band {
  kAllowed,  ///< any honest form
  kUsual     ///< sums and running means in the order of the case
};

std::vector<Rational> exact_terms(const Case& input) {
  std::vector<Rational> terms;
  for (std::size_t i = 0; i < input.microbatches(); ++i) {
    const double scale = input.reals(1)[i];
    terms.push_back(scale == 0.0 ? Rational(0) : Rational(exact(input.reals(0)[i]) / exact(scale)));
  }
  return terms;
}

void append_bound(const Case& input, const rounding::Arithmetic& arithmetic, Band band, Allowance& out) {
  out.bounds.clear();
  out.reachable.clear();
  out.unjudged.clear();
  if (input.microbatches() == 0) {
    out.bounds.emplace_back(0);
    return;
  }
  rounding::Facts facts = facts_of(column_of(input), arithmetic);
  if (band == Band::kUsual)
    facts.presented_error =
        rounding::presented_error(exact_terms(input), input.integers(2), rounding::kUnscaledMean, arithmetic);
  rounding::append_bound(facts, rounding::kUnscaledMean, arithmetic, out);
}

}  // namespace

std::optional<std::string> refuse(const Case& input, const Profile& profile) {
  const domain::Reals sums{kSums, input.reals(0)};
  const domain::Reals scales{kScales, input.reals(1)};
  const domain::Integers counts{kCounts, input.integers(2)};
  if (auto why = domain::refuse_lengths(kSums, sums.numbers.size(), kScales, scales.numbers.size()))
    return why;
  if (auto why = domain::refuse_lengths(kSums, sums.numbers.size(), kCounts, counts.numbers.size()))
    return why;
  if (auto why = domain::refuse_values(sums, profile.input, "input")) return why;
  if (auto why = domain::refuse_scales(scales, profile)) return why;
  if (auto why = domain::refuse_counts(counts, domain::ZeroTotal::kRefused)) return why;
  return domain::refuse_uncounted(counts, sums);
}

void expect(const Case& input, ExactAnswer& out) {
  out.shape = AnswerShape::kScalar;
  out.rows.clear();
  out.numbers.resize(1);
  const std::int64_t total = total_of(input.integers(2));
  out.numbers[0] = total == 0 ? Rational(0) : Rational(sum_of(column_of(input)) / total);
}

void allow(const Case& input, const rounding::Arithmetic& arithmetic, Allowance& out) {
  append_bound(input, arithmetic, Band::kAllowed, out);
}

void usual(const Case& input, const Profile& profile, Allowance& out) {
  out.bounds.clear();
  if (profile.order != SummationOrder::kAny || profile.accumulator == NumberFormat::kExact) return;
  append_bound(input, rounding::arithmetic_of(profile), Band::kUsual, out);
}

void allow(const Case& input, const Profile& profile, Allowance& out) {
  allow(input, rounding::arithmetic_of(profile), out);
  if (!has_sharp_rule(profile) || input.microbatches() == 0) return;
  out.reachable.emplace_back();
  if (const auto interval = reachable(input, total_of(input.integers(2)), profile))
    out.reachable.back() = Allowance::Interval{interval->least, interval->greatest};
}

std::optional<double> settle(const Case& input, const Profile& profile, std::span<const double> numbers) {
  if (numbers.size() != 1) return std::nullopt;
  if (input.microbatches() == 0) return numbers[0] == 0.0 ? std::optional(0.0) : std::nullopt;
  const ScaledColumn column = column_of(input);
  const std::int64_t total = total_of(column.counts);
  const auto proof = MeanProof::of(profile, rounding::kUnscaledMean, input.microbatches(), total);
  if (!proof) return std::nullopt;
  const std::optional<CutSums> sums = cut_sums_of(column);
  if (!sums) return std::nullopt;
  const rounding::LeastAllowance& least = proof->least();
  const GreatestExponents exponents =
      greatest_exponents(column, total, bit_count(sums->absolute + sums->cut) + sums->unit);
  const bool is_far_from_overflow =
      exponents.reach <= least.judged_exponent &&
      least.is_underflow_small(bit_count(static_cast<std::uint64_t>(std::ranges::max(column.counts))),
                               exponents.underflow);
  if (!is_far_from_overflow &&
      !rounding::is_surely_judged(magnitudes_of(column, total, *sums, proof->arithmetic()), least,
                                  proof->arithmetic()))
    return std::nullopt;
  return proof->settle(numbers[0], *sums, input.microbatches(), [&](const PlainOrder& order, std::size_t i) {
    const double scale = column.scales[i];
    return scale == 0.0 ? 0.0 : order.quotient(column.sums[i], scale);
  });
}

}  // namespace gradvet::unscaled_mean
