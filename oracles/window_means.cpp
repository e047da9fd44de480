#include "oracles/window_means.hpp"

#include <algorithm>
#include <string_view>

#include "oracles/domain.hpp"
#include "oracles/reachable.hpp"
#include "oracles/summed_rows.hpp"

namespace gradvet::window_means {

namespace {

constexpr std::string_view kSums = "sums";
constexpr std::string_view kCounts = "counts";
constexpr std::string_view kSteps = "accumulation_steps";

std::size_t windows_of(const Case& input) { return windows_in(input.microbatches(), input.integers(2)[0]); }

SummedRows window_at(const Case& input, std::size_t window) {
  const std::size_t microbatches = input.microbatches();
  const auto steps = static_cast<std::size_t>(input.integers(2)[0]);
  const std::size_t first = window * steps;
  const std::size_t size = std::min(steps, microbatches - first);
  return {input.reals(0).subspan(first * input.width(), size * input.width()), input.width(),
          input.integers(1).subspan(first, size)};
}

/// Calls use(window) for every window that counts something.
template <class Use>
void each_counted(const Case& input, Use use) {
  const std::size_t windows = windows_of(input);
  for (std::size_t i = 0; i < windows; ++i)
    if (const SummedRows window = window_at(input, i); total_of(window.counts) != 0) use(window);
}

void append_bounds(const Case& input, const rounding::Arithmetic& arithmetic, Band band, Allowance& out) {
  each_counted(input, [&](const SummedRows& window) { append_mean_bounds(window, arithmetic, band, out); });
}

void restart(Allowance& out) {
  out.bounds.clear();
  out.reachable.clear();
  out.unjudged.clear();
}

}  // namespace

std::optional<std::string> refuse(const Case& input, const Profile& profile) {
  const domain::Reals sums{kSums, input.reals(0), input.width()};
  const domain::Integers counts{kCounts, input.integers(1)};
  if (auto why = domain::refuse_lengths(kSums, input.microbatches(), kCounts, counts.numbers.size()))
    return why;
  if (input.microbatches() != 0 && input.width() == 0)
    return std::string(kSums) + "[0] has 0 coordinates; a microbatch has 1 or more.";
  const std::int64_t steps = input.integers(2)[0];
  if (steps < 1 || steps > domain::kLargestCount)
    return std::string(kSteps) + " is " + std::to_string(steps) + "; it must be an integer from 1 to " +
           std::to_string(domain::kLargestCount) + ".";
  if (auto why = domain::refuse_values(sums, profile.input, "input")) return why;
  if (auto why = domain::refuse_counts(counts, domain::ZeroTotal::kAccepted)) return why;
  return domain::refuse_uncounted(counts, sums);
}

void expect(const Case& input, ExactAnswer& out) {
  out.shape = AnswerShape::kWindows;
  out.rows.clear();
  out.numbers.clear();
  const std::size_t windows = windows_of(input);
  for (std::size_t i = 0; i < windows; ++i) {
    const SummedRows window = window_at(input, i);
    const auto first = static_cast<std::uint32_t>(out.numbers.size());
    const bool is_null = total_of(window.counts) == 0;
    if (!is_null) append_means(window, out.numbers);
    out.rows.push_back({first, static_cast<std::uint32_t>(out.numbers.size()) - first, is_null});
  }
}

void allow(const Case& input, const rounding::Arithmetic& arithmetic, Allowance& out) {
  restart(out);
  append_bounds(input, arithmetic, Band::kAllowed, out);
}

void usual(const Case& input, const Profile& profile, Allowance& out) {
  restart(out);
  if (profile.order != SummationOrder::kAny || profile.accumulator == NumberFormat::kExact) return;
  append_bounds(input, rounding::arithmetic_of(profile), Band::kUsual, out);
}

void allow(const Case& input, const Profile& profile, Allowance& out) {
  allow(input, rounding::arithmetic_of(profile), out);
  if (has_sharp_rule(profile))
    each_counted(input, [&](const SummedRows& window) { append_mean_intervals(window, profile, out); });
}

std::optional<double> settle(const Case& input, const Profile& profile, std::span<const double> numbers) {
  std::size_t counted = 0;
  each_counted(input, [&](const SummedRows&) { ++counted; });
  if (numbers.size() != counted * input.width()) return std::nullopt;
  std::optional<double> excess = 0.0;
  std::size_t first = 0;
  each_counted(input, [&](const SummedRows& window) {
    if (!excess) return;
    const std::optional<double> ratio = settle_means(window, profile, numbers.subspan(first, window.width));
    first += window.width;
    excess = ratio ? std::optional(std::max(*excess, *ratio)) : std::nullopt;
  });
  return excess;
}

bool has_rows(const Case& input, std::span<const AnswerRow> rows) {
  const std::size_t windows = windows_of(input);
  if (rows.size() != windows) return false;
  std::uint32_t first = 0;
  for (std::size_t i = 0; i < windows; ++i) {
    const bool is_null = total_of(window_at(input, i).counts) == 0;
    const std::uint32_t size = is_null ? 0 : static_cast<std::uint32_t>(input.width());
    if (rows[i] != AnswerRow{first, size, is_null}) return false;
    first += size;
  }
  return true;
}

}  // namespace gradvet::window_means
