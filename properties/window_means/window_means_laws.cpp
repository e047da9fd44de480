#include "properties/window_means/window_means_laws.hpp"

#include <algorithm>
#include <cmath>

#include "oracles/rational.hpp"
#include "oracles/window_means.hpp"
#include "properties/case_edit.hpp"
#include "properties/law_edits.hpp"
#include "properties/random_words.hpp"

// A prediction is made from the result of any code, that of the contract or not: it may have other rows than
// the contract's.

namespace gradvet::window_means {

namespace {

constexpr std::size_t kSums = 0;
constexpr std::size_t kCounts = 1;
constexpr std::size_t kSteps = 2;
constexpr std::int64_t kLargestSteps = (std::int64_t{1} << 53) - 1;

std::int64_t steps_of(const Case& input) { return input.integers(kSteps)[0]; }

bool has_full_window(const Case& input) {
  return input.microbatches() != 0 && steps_of(input) <= static_cast<std::int64_t>(input.microbatches());
}

std::int64_t factor_of(std::uint64_t word) { return 2 + static_cast<std::int64_t>(word % 6); }

/// Shuffles the microbatches within each window.
std::optional<Case> permute(const Case& original, std::uint64_t word) {
  const std::size_t microbatches = original.microbatches();
  if (microbatches < 2 || steps_of(original) < 2) return std::nullopt;
  RandomWords words(word);
  auto rows = whole_selection(microbatches);
  const std::size_t steps = std::min(microbatches, static_cast<std::size_t>(steps_of(original)));
  for (std::size_t first = 0; first < microbatches; first += steps) {
    const std::size_t last = std::min(first + steps, microbatches);
    for (std::size_t i = last - first; i > 1; --i)
      std::swap(rows[first + i - 1], rows[first + words.below(static_cast<std::uint32_t>(i))]);
  }
  Case changed;
  select_microbatches(original, rows, changed);
  return changed;
}

std::optional<Case> scale_sums(const Case& original, std::uint64_t word) {
  return law::scale_reals(original, kSums, law::exponent_of(word));
}

ExactAnswer predict_scaled_sums(const Case& original, const Case& changed, const ExactAnswer& result) {
  return law::predict_scaled(original, changed, kSums, result);
}

std::optional<Case> scale_counts(const Case& original, std::uint64_t word) {
  return law::scale_integers(original, kCounts, factor_of(word));
}

ExactAnswer predict_scaled_counts(const Case& original, const Case& changed, const ExactAnswer& result) {
  return law::predict_inverse(original, changed, kCounts, result);
}

/// One window's sums times 2^exponent.
std::optional<Case> scale_one_window(const Case& original, std::uint64_t word) {
  const std::size_t windows = windows_in(original.microbatches(), steps_of(original));
  if (windows < 2) return std::nullopt;
  const std::size_t first = word % windows * static_cast<std::size_t>(steps_of(original));
  const std::size_t last =
      first + std::min(original.microbatches() - first, static_cast<std::size_t>(steps_of(original)));
  const std::optional<Case> scaled = law::scale_reals(original, kSums, law::exponent_of(word));
  if (!scaled) return std::nullopt;
  Case changed = original;
  for (std::size_t i = first * original.width(); i < last * original.width(); ++i)
    changed.reals(kSums)[i] = scaled->reals(kSums)[i];
  return changed;
}

ExactAnswer predict_one_scaled(const Case& original, const Case& changed, const ExactAnswer& result) {
  ExactAnswer predicted = result;
  const auto before = original.reals(kSums);
  const auto after = changed.reals(kSums);
  const auto [moved, target] = std::ranges::mismatch(before, after);
  if (moved == before.end()) return predicted;
  const auto microbatch = static_cast<std::size_t>(moved - before.begin()) / original.width();
  const std::size_t window = microbatch / static_cast<std::size_t>(steps_of(original));
  if (window >= predicted.rows.size()) return predicted;
  const AnswerRow row = predicted.rows[window];
  for (std::uint32_t i = row.first; i < row.first + row.size; ++i)
    predicted.numbers[i] *= exact(*target) / exact(*moved);
  return predicted;
}

/// The microbatches of the first window, which is full, once more in front.
std::optional<Case> repeat_first_window(const Case& original, std::uint64_t) {
  if (!has_full_window(original)) return std::nullopt;
  auto rows = whole_selection(static_cast<std::size_t>(steps_of(original)));
  const auto all = whole_selection(original.microbatches());
  rows.insert(rows.end(), all.begin(), all.end());
  Case changed;
  select_microbatches(original, rows, changed);
  return changed;
}

ExactAnswer predict_repeated(const Case&, const Case&, const ExactAnswer& result) {
  if (result.rows.empty()) return result;
  ExactAnswer predicted = result;
  const AnswerRow first = result.rows.front();
  predicted.rows.insert(predicted.rows.begin(), first);
  for (std::size_t i = 1; i < predicted.rows.size(); ++i) predicted.rows[i].first += first.size;
  predicted.numbers.insert(predicted.numbers.begin(), result.numbers.begin() + first.first,
                           result.numbers.begin() + first.first + first.size);
  return predicted;
}

/// One window holds the stream, and another number of steps that is not below its length does too.
std::optional<Case> lengthen_steps(const Case& original, std::uint64_t word) {
  const std::int64_t more = 1 + static_cast<std::int64_t>(word % 4);
  if (original.microbatches() == 0 ||
      steps_of(original) < static_cast<std::int64_t>(original.microbatches()) ||
      steps_of(original) > kLargestSteps - more)
    return std::nullopt;
  Case changed = original;
  changed.integers(kSteps)[0] += more;
  return changed;
}

/// One microbatch without counts more in a short tail.
std::optional<Case> fill_tail(const Case& original, std::uint64_t) {
  const std::size_t microbatches = original.microbatches();
  if (static_cast<std::int64_t>(microbatches) % steps_of(original) == 0) return std::nullopt;
  auto rows = whole_selection(microbatches);
  rows.push_back(kNewZeros);
  Case changed;
  select_microbatches(original, rows, changed);
  return changed;
}

/// A microbatch without counts in front of every window, and a step more for it.
std::optional<Case> add_empty_everywhere(const Case& original, std::uint64_t) {
  if (original.microbatches() == 0 || steps_of(original) == kLargestSteps) return std::nullopt;
  std::vector<std::uint32_t> rows;
  for (std::size_t i = 0; i < original.microbatches(); ++i) {
    if (static_cast<std::int64_t>(i) % steps_of(original) == 0) rows.push_back(kNewZeros);
    rows.push_back(static_cast<std::uint32_t>(i));
  }
  Case changed;
  select_microbatches(original, rows, changed);
  ++changed.integers(kSteps)[0];
  return changed;
}

/// A new last coordinate that equals the first.
std::optional<Case> add_coordinate(const Case& original, std::uint64_t) {
  if (original.microbatches() == 0) return std::nullopt;
  auto columns = whole_selection(original.width());
  columns.push_back(0);
  Case changed;
  select_coordinates(original, columns, changed);
  return changed;
}

ExactAnswer predict_added(const Case&, const Case&, const ExactAnswer& result) {
  ExactAnswer predicted{result.shape, {}, {}};
  for (const AnswerRow& row : result.rows) {
    const auto first = static_cast<std::uint32_t>(predicted.numbers.size());
    for (std::uint32_t i = 0; i < row.size; ++i) predicted.numbers.push_back(result.numbers[row.first + i]);
    if (row.size != 0) predicted.numbers.push_back(result.numbers[row.first]);
    predicted.rows.push_back(
        {first, static_cast<std::uint32_t>(predicted.numbers.size()) - first, row.is_null});
  }
  return predicted;
}

/// Adds the same small integer to the gradient of every example.
std::optional<Case> shift_examples(const Case& original, std::uint64_t word) {
  if (original.microbatches() == 0) return std::nullopt;
  const double shift = law::exponent_of(word);
  Case changed = original;
  for (std::size_t i = 0; i < original.extent(kSums).size; ++i) {
    double& number = changed.reals(kSums)[i];
    const auto count = static_cast<double>(original.integers(kCounts)[i / original.width()]);
    const double shifted = number + shift * count;
    if (!std::isfinite(shifted) || exact(shifted) != exact(number) + exact(shift) * exact(count))
      return std::nullopt;
    number = shifted;
  }
  return changed;
}

ExactAnswer predict_shifted(const Case& original, const Case& changed, const ExactAnswer& result) {
  ExactAnswer predicted = result;
  const auto counts = original.integers(kCounts);
  const auto counted = std::ranges::find_if(counts, [](std::int64_t count) { return count != 0; });
  if (counted == counts.end()) return predicted;
  const std::size_t at = static_cast<std::size_t>(counted - counts.begin()) * original.width();
  const Rational shift =
      (exact(changed.reals(kSums)[at]) - exact(original.reals(kSums)[at])) / Rational(*counted);
  for (Rational& number : predicted.numbers) number += shift;
  return predicted;
}

constexpr Law kLaws[] = {
    {"permute-within-windows", "the order of the microbatches in a window does not matter", permute,
     law::predict_same},
    {"scale-sums", "sums times 2^k give the means times 2^k", scale_sums, predict_scaled_sums},
    {"scale-counts", "counts times k give the means divided by k", scale_counts, predict_scaled_counts},
    {"scale-one-window", "a window changes its own mean and no other", scale_one_window, predict_one_scaled},
    {"repeat-first-window", "a full window in front adds its mean and leaves the others alone",
     repeat_first_window, predict_repeated},
    {"steps-beyond-the-stream", "a window that holds the whole stream may be longer", lengthen_steps,
     law::predict_same},
    {"fill-the-tail", "a microbatch without counts in a short tail changes nothing", fill_tail,
     law::predict_same},
    {"add-empty-everywhere", "a microbatch without counts in every window changes nothing",
     add_empty_everywhere, law::predict_same},
    {"add-coordinate", "a coordinate that is added leaves the others alone", add_coordinate, predict_added},
    {"shift-every-example", "c added to every example's gradient adds c to every mean", shift_examples,
     predict_shifted},
};

}  // namespace

std::span<const Law> laws() { return kLaws; }

}  // namespace gradvet::window_means
