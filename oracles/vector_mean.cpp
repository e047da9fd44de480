#include "oracles/vector_mean.hpp"

#include <string_view>

#include "oracles/domain.hpp"
#include "oracles/reachable.hpp"
#include "oracles/summed_rows.hpp"

namespace gradvet::vector_mean {

namespace {

constexpr std::string_view kGradients = "gradient_vectors";
constexpr std::string_view kCounts = "example_counts";

/// Without microbatches there are no coordinates either.
SummedRows rows_of(const Case& input) {
  return {input.reals(0), input.microbatches() == 0 ? 0 : input.width(), input.integers(1)};
}

void restart(Allowance& out) {
  out.bounds.clear();
  out.reachable.clear();
  out.unjudged.clear();
}

}  // namespace

std::optional<std::string> refuse(const Case& input, const Profile& profile) {
  const domain::Reals gradients{kGradients, input.reals(0), input.width()};
  const domain::Integers counts{kCounts, input.integers(1)};
  if (auto why = domain::refuse_lengths(kGradients, input.microbatches(), kCounts, counts.numbers.size()))
    return why;
  if (auto why = domain::refuse_values(gradients, profile.input, "input")) return why;
  if (auto why = domain::refuse_counts(counts, domain::ZeroTotal::kRefused)) return why;
  return domain::refuse_uncounted(counts, gradients);
}

void expect(const Case& input, ExactAnswer& out) {
  out.shape = AnswerShape::kList;
  out.rows.clear();
  out.numbers.clear();
  append_means(rows_of(input), out.numbers);
}

void allow(const Case& input, const rounding::Arithmetic& arithmetic, Allowance& out) {
  restart(out);
  append_mean_bounds(rows_of(input), arithmetic, Band::kAllowed, out);
}

void usual(const Case& input, const Profile& profile, Allowance& out) {
  restart(out);
  if (profile.order != SummationOrder::kAny || profile.accumulator == NumberFormat::kExact) return;
  append_mean_bounds(rows_of(input), rounding::arithmetic_of(profile), Band::kUsual, out);
}

void allow(const Case& input, const Profile& profile, Allowance& out) {
  allow(input, rounding::arithmetic_of(profile), out);
  if (has_sharp_rule(profile)) append_mean_intervals(rows_of(input), profile, out);
}

std::optional<double> settle(const Case& input, const Profile& profile, std::span<const double> numbers) {
  const SummedRows rows = rows_of(input);
  return numbers.size() == rows.width ? settle_means(rows, profile, numbers) : std::nullopt;
}

}  // namespace gradvet::vector_mean
