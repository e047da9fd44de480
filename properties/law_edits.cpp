#include "properties/law_edits.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "oracles/rational.hpp"
#include "properties/case_edit.hpp"
#include "properties/random_words.hpp"

namespace gradvet::law {

namespace {

constexpr std::int64_t kLargestCount = (std::int64_t{1} << 53) - 1;

bool is_count(NumberRole role) { return role == NumberRole::kCount || role == NumberRole::kSize; }

/// The argument that counts what a microbatch holds.
std::size_t counts_of(const Case& original) {
  for (std::size_t a = 0; a < original.argument_count(); ++a)
    if (is_count(original.extent(a).role)) return a;
  return original.argument_count();
}

bool halves_exactly(double number) { return number / 2 * 2 == number; }

/// a + b where that is exact.
std::optional<double> exact_sum(double a, double b) {
  const double sum = a + b;
  if (!std::isfinite(sum) || exact(a) + exact(b) != exact(sum)) return std::nullopt;
  return sum;
}

/// By what the first number of the argument that is not zero was multiplied; 1 where all are zero.
Rational factor_between(const Case& original, const Case& changed, std::size_t argument) {
  if (is_real(original.extent(argument).role)) {
    const auto before = original.reals(argument);
    for (std::size_t i = 0; i < before.size(); ++i)
      if (before[i] != 0) return exact(changed.reals(argument)[i]) / exact(before[i]);
    return 1;
  }
  const auto before = original.integers(argument);
  for (std::size_t i = 0; i < before.size(); ++i)
    if (before[i] != 0) return {Integer(changed.integers(argument)[i]), Integer(before[i])};
  return 1;
}

ExactAnswer times(const Rational& factor, const ExactAnswer& result) {
  ExactAnswer predicted = result;
  for (Rational& number : predicted.numbers) number *= factor;
  return predicted;
}

/// 0 … count - 1 in any order.
std::vector<std::uint32_t> shuffled(std::size_t count, std::uint64_t word) {
  RandomWords words(word);
  auto all = whole_selection(count);
  for (std::size_t i = all.size(); i > 1; --i)
    std::swap(all[i - 1], all[words.below(static_cast<std::uint32_t>(i))]);
  return all;
}

}  // namespace

std::optional<Case> permute(const Case& original, std::uint64_t word) {
  if (original.microbatches() < 2) return std::nullopt;
  Case changed;
  select_microbatches(original, shuffled(original.microbatches(), word), changed);
  return changed;
}

std::optional<Case> add_empty(const Case& original, std::uint64_t word) {
  if (original.microbatches() == 0) return std::nullopt;
  auto rows = whole_selection(original.microbatches());
  rows.insert(rows.begin() + static_cast<std::ptrdiff_t>(word % (rows.size() + 1)), kNewZeros);
  Case changed;
  select_microbatches(original, rows, changed);
  return changed;
}

std::optional<Case> scale_reals(const Case& original, std::size_t argument, int exponent) {
  Case changed = original;
  for (double& number : changed.reals(argument)) {
    const double scaled = std::ldexp(number, exponent);
    if (!std::isfinite(scaled) || std::ldexp(scaled, -exponent) != number) return std::nullopt;
    number = scaled;
  }
  return changed;
}

std::optional<Case> scale_integers(const Case& original, std::size_t argument, std::int64_t factor) {
  Case changed = original;
  for (std::int64_t& number : changed.integers(argument)) {
    if (number > kLargestCount / factor) return std::nullopt;
    number *= factor;
  }
  return changed;
}

std::optional<Case> split(const Case& original, std::uint64_t word) {
  const std::size_t counts = counts_of(original);
  const std::size_t count = original.microbatches();
  std::size_t row = count == 0 ? 0 : word % count;
  for (std::size_t tried = 0; tried < count && original.integers(counts)[row] < 2; ++tried)
    row = (row + 1) % count;
  if (count == 0 || original.integers(counts)[row] < 2) return std::nullopt;

  auto rows = whole_selection(count);
  rows.push_back(static_cast<std::uint32_t>(row));
  Case changed;
  select_microbatches(original, rows, changed);
  const std::int64_t whole = original.integers(counts)[row];
  const auto kept = static_cast<std::int64_t>(1 + (word >> 8) % static_cast<std::uint64_t>(whole - 1));
  changed.integers(counts)[row] = kept;
  changed.integers(counts)[count] = whole - kept;
  for (std::size_t a = 0; a < changed.argument_count(); ++a) {
    if (changed.extent(a).role != NumberRole::kValue) continue;
    const std::size_t width = changed.extent(a).width;
    const std::span<double> first = changed.reals(a).subspan(row * width, width);
    const std::span<double> rest = changed.reals(a).subspan(count * width, width);
    const bool halves = (word >> 63) != 0 && std::ranges::all_of(first, halves_exactly);
    for (double& number : first) number = halves ? number / 2 : number;
    for (double& number : rest) number = halves ? number / 2 : 0.0;
  }
  return changed;
}

std::optional<Case> merge_all(const Case& original, std::uint64_t) {
  if (original.microbatches() < 2) return std::nullopt;
  Case changed;
  const std::uint32_t first_row[] = {0};
  select_microbatches(original, first_row, changed);
  for (std::size_t a = 0; a < original.argument_count(); ++a) {
    const Case::Extent& extent = original.extent(a);
    if (extent.role == NumberRole::kValue) {
      for (std::size_t i = extent.width; i < extent.size; ++i) {
        double& merged = changed.reals(a)[i % extent.width];
        const auto sum = exact_sum(merged, original.reals(a)[i]);
        if (!sum) return std::nullopt;
        merged = *sum;
      }
    } else if (is_count(extent.role)) {
      std::int64_t& merged = changed.integers(a)[0];
      for (std::size_t i = 1; i < extent.size; ++i) merged += original.integers(a)[i];
      if (merged > kLargestCount) return std::nullopt;
    }
  }
  return changed;
}

std::optional<Case> regroup(const Case& original, std::uint64_t word) {
  if (original.microbatches() < 2 || original.items() == 0) return std::nullopt;
  RandomWords words(word);
  const auto items = static_cast<std::uint32_t>(original.items());
  std::vector<std::uint32_t> offsets(original.microbatches() + 1, items);
  offsets.front() = 0;
  for (std::size_t row = 1; row < original.microbatches(); ++row) offsets[row] = words.below(items + 1);
  std::ranges::sort(offsets);
  Case changed;
  arrange_items(original, whole_selection(items), offsets, changed);
  return changed;
}

std::optional<Case> gather(const Case& original, std::uint64_t) {
  if (original.microbatches() < 2) return std::nullopt;
  const std::uint32_t offsets[] = {0, static_cast<std::uint32_t>(original.items())};
  Case changed;
  arrange_items(original, whole_selection(original.items()), offsets, changed);
  return changed;
}

std::optional<Case> shuffle_items(const Case& original, std::uint64_t word) {
  if (original.items() < 2) return std::nullopt;
  Case changed;
  arrange_items(original, shuffled(original.items(), word), original.offsets(0), changed);
  return changed;
}

std::optional<Case> insert_item(const Case& original, std::uint32_t source, std::uint64_t word) {
  if (original.microbatches() == 0) return std::nullopt;
  const std::span<const std::uint32_t> before = original.offsets(0);
  const std::uint32_t at =
      source == kNewZeros ? static_cast<std::uint32_t>(word % (original.items() + 1)) : source + 1;
  // The row of the source, or the last one that begins at or before the place.
  const std::uint32_t inside = source == kNewZeros ? at : source;
  const auto row = std::min<std::size_t>(
      static_cast<std::size_t>(std::ranges::upper_bound(before, inside) - before.begin()),
      original.microbatches());
  std::vector<std::uint32_t> offsets(before.begin(), before.end());
  for (std::size_t i = row; i < offsets.size(); ++i) ++offsets[i];
  auto items = whole_selection(original.items());
  items.insert(items.begin() + at, source);
  Case changed;
  arrange_items(original, items, offsets, changed);
  return changed;
}

int exponent_of(std::uint64_t word) {
  const int step = 1 + static_cast<int>(word % 4);
  return (word >> 63) != 0 ? step : -step;
}

ExactAnswer predict_same(const Case&, const Case&, const ExactAnswer& result) { return result; }

ExactAnswer predict_scaled(const Case& original, const Case& changed, std::size_t argument,
                           const ExactAnswer& result) {
  return times(factor_between(original, changed, argument), result);
}

ExactAnswer predict_inverse(const Case& original, const Case& changed, std::size_t argument,
                            const ExactAnswer& result) {
  return times(1 / factor_between(original, changed, argument), result);
}

}  // namespace gradvet::law
