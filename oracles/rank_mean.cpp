#include "oracles/rank_mean.hpp"

#include <algorithm>
#include <string_view>

#include "oracles/domain.hpp"
#include "oracles/reachable.hpp"
#include "oracles/summed_rows.hpp"

namespace gradvet::rank_mean {

namespace {

constexpr std::string_view kGradients = "gradients";
constexpr std::string_view kCounts = "counts";

SummedRows rows_of(const Case& input) {
  SummedRows rows{input.reals(0), input.width(), input.integers(1)};
  rows.with = &rounding::kRankMean;
  rows.sum_factor = static_cast<std::int64_t>(std::max<std::size_t>(1, input.microbatches()));
  const std::span<const std::uint32_t> offsets = input.offsets(1);
  for (std::size_t rank = 0; rank < input.microbatches(); ++rank) {
    const std::uint32_t microbatches = offsets[rank + 1] - offsets[rank];
    rows.idle += microbatches == 0 ? 1 : 0;
    // A rank's mean is multiplied by the rank's count.
    rows.mean_factor = std::max(rows.mean_factor, total_of(rows.counts.subspan(offsets[rank], microbatches)));
  }
  return rows;
}

bool is_null(const Case& input) { return total_of(input.integers(1)) == 0; }

}  // namespace

std::optional<std::string> refuse(const Case& input, const Profile& profile) {
  if (auto why =
          domain::refuse_ragged_lengths(kGradients, input.offsets(0), kCounts, input.offsets(1), "ranks"))
    return why;
  const domain::Reals gradients{kGradients, input.reals(0), input.width(), input.offsets(0)};
  const domain::Integers counts{kCounts, input.integers(1), input.offsets(1)};
  if (auto why = domain::refuse_values(gradients, profile.input, "input")) return why;
  if (auto why = domain::refuse_counts(counts, domain::ZeroTotal::kAccepted)) return why;
  return domain::refuse_uncounted(counts, gradients);
}

void expect(const Case& input, ExactAnswer& out) {
  out.numbers.clear();
  out.rows.clear();
  out.shape = is_null(input) ? AnswerShape::kNull : AnswerShape::kList;
  if (out.shape == AnswerShape::kList) append_means(rows_of(input), out.numbers);
}

void allow(const Case& input, const rounding::Arithmetic& arithmetic, Allowance& out) {
  out.bounds.clear();
  out.reachable.clear();
  out.unjudged.clear();
  if (!is_null(input)) append_mean_bounds(rows_of(input), arithmetic, Band::kAllowed, out);
}

void allow(const Case& input, const Profile& profile, Allowance& out) {
  allow(input, rounding::arithmetic_of(profile), out);
  if (!has_sharp_rule(profile) || is_null(input)) return;
  Profile held_to = profile;
  // An order says nothing of whether ranks sum before they meet: any tree.
  if (profile.order != SummationOrder::kCorrectlyRounded) held_to.order = SummationOrder::kSumThenDivide;
  append_mean_intervals(rows_of(input), held_to, out);
}

std::optional<double> settle(const Case& input, const Profile& profile, std::span<const double> numbers) {
  if (is_null(input)) return std::nullopt;
  const SummedRows rows = rows_of(input);
  return numbers.size() == rows.width ? settle_means(rows, profile, numbers) : std::nullopt;
}

}  // namespace gradvet::rank_mean
