#include "properties/accumulator/accumulator_laws.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "oracles/accumulator.hpp"
#include "oracles/rational.hpp"
#include "properties/case_edit.hpp"
#include "properties/law_edits.hpp"
#include "src/core/operations.hpp"

namespace gradvet::accumulator {

namespace {

constexpr std::size_t kKinds = kOperations + kOperationKinds;
constexpr std::size_t kCounts = kOperations + kOperationCounts;
constexpr std::size_t kScales = kOperations + kOperationScales;

bool is_kind(const Case& input, std::size_t row, OperationKind kind) {
  return operation_kind(input, kOperations, row) == kind;
}

/// The case with these operations before operation `row`; their numbers are all zero.
Case with_inserted(const Case& original, std::size_t row, std::initializer_list<OperationKind> kinds) {
  auto rows = whole_selection(original.microbatches());
  rows.insert(rows.begin() + static_cast<std::ptrdiff_t>(row), kinds.size(), kNewZeros);
  Case changed;
  select_microbatches(original, rows, changed);
  for (const OperationKind kind : kinds) changed.integers(kKinds)[row++] = static_cast<std::int64_t>(kind);
  return changed;
}

void write_addition(Case& input, std::size_t row, double value, std::int64_t count, double scale) {
  std::ranges::fill(input.reals(kOperations).subspan(row * input.width(), input.width()), value);
  input.integers(kCounts)[row] = count;
  input.reals(kScales)[row] = scale;
}

/// The first of `rows` operations, from one that the word picks on, for which `fits` holds.
template <class Fits>
std::optional<std::size_t> find_row(std::uint64_t word, std::size_t rows, Fits fits) {
  for (std::size_t tried = 0; tried < rows; ++tried) {
    const std::size_t row = (word + tried) % rows;
    if (fits(row)) return row;
  }
  return std::nullopt;
}

/// A place where a window begins: the start, or behind a step or reset.
bool begins_window(const Case& original, std::size_t row) {
  return row == 0 || is_kind(original, row - 1, OperationKind::kStep) ||
         is_kind(original, row - 1, OperationKind::kReset);
}

std::size_t steps_before(const Case& input, std::size_t row) {
  std::size_t steps = 0;
  for (std::size_t i = 0; i < row; ++i) steps += is_kind(input, i, OperationKind::kStep);
  return steps;
}

/// Where the changed case first differs from the original. Behind an insertion of equal operations that is
/// later than where they were put, which makes no difference to the results.
std::size_t first_difference(const Case& original, const Case& changed) {
  const std::size_t width = original.width();
  for (std::size_t row = 0; row < original.microbatches(); ++row) {
    const auto before = original.reals(kOperations).subspan(row * width, width);
    const auto after = changed.reals(kOperations).subspan(row * width, width);
    const bool same = original.integers(kKinds)[row] == changed.integers(kKinds)[row] &&
                      original.integers(kCounts)[row] == changed.integers(kCounts)[row] &&
                      original.reals(kScales)[row] == changed.reals(kScales)[row] &&
                      std::ranges::equal(before, after, [](double a, double b) {
                        return a == b || (std::isnan(a) && std::isnan(b));
                      });
    if (!same) return row;
  }
  return original.microbatches();
}

/// The result with one more entry, before entry `at`; behind the last, where a candidate gave fewer.
ExactAnswer with_row(const ExactAnswer& result, std::size_t at,
                     const std::optional<std::vector<Rational>>& row) {
  ExactAnswer predicted = result;
  at = std::min(at, result.rows.size());
  const std::uint32_t first =
      at < result.rows.size() ? result.rows[at].first : static_cast<std::uint32_t>(result.numbers.size());
  const std::uint32_t size = row ? static_cast<std::uint32_t>(row->size()) : 0;
  if (row) predicted.numbers.insert(predicted.numbers.begin() + first, row->begin(), row->end());
  predicted.rows.insert(predicted.rows.begin() + static_cast<std::ptrdiff_t>(at), {first, size, !row});
  for (std::size_t i = at + 1; i < predicted.rows.size(); ++i) predicted.rows[i].first += size;
  return predicted;
}

std::optional<Case> scale_gradients(const Case& original, std::uint64_t word) {
  return law::scale_reals(original, kOperations, law::exponent_of(word));
}

ExactAnswer predict_scaled_gradients(const Case& original, const Case& changed, const ExactAnswer& result) {
  return law::predict_scaled(original, changed, kOperations, result);
}

std::optional<Case> scale_with_loss(const Case& original, std::uint64_t word) {
  const int exponent = law::exponent_of(word);
  const auto gradients = law::scale_reals(original, kOperations, exponent);
  return gradients ? law::scale_reals(*gradients, kScales, exponent) : std::nullopt;
}

/// One addition and its scale: a loss scale that changes within a window is no matter.
std::optional<Case> rescale_one(const Case& original, std::uint64_t word) {
  const auto row = find_row(word, original.microbatches(), [&](std::size_t i) {
    return is_kind(original, i, OperationKind::kAdd) && !is_skipped(original, i);
  });
  if (!row) return std::nullopt;
  Case changed = original;
  const int exponent = law::exponent_of(word >> 8);
  const auto rescale = [&](double& number) {
    const double before = number;
    number = std::ldexp(number, exponent);
    return std::isfinite(number) && std::ldexp(number, -exponent) == before;
  };
  if (!rescale(changed.reals(kScales)[*row])) return std::nullopt;
  for (double& number : changed.reals(kOperations).subspan(*row * original.width(), original.width()))
    if (!rescale(number)) return std::nullopt;
  return changed;
}

std::optional<Case> scale_counts(const Case& original, std::uint64_t word) {
  return law::scale_integers(original, kCounts, 2 + static_cast<std::int64_t>(word % 6));
}

ExactAnswer predict_scaled_counts(const Case& original, const Case& changed, const ExactAnswer& result) {
  return law::predict_inverse(original, changed, kCounts, result);
}

std::optional<Case> exchange_additions(const Case& original, std::uint64_t word) {
  if (original.microbatches() < 2) return std::nullopt;
  const auto row = find_row(word, original.microbatches() - 1, [&](std::size_t i) {
    return is_kind(original, i, OperationKind::kAdd) && is_kind(original, i + 1, OperationKind::kAdd);
  });
  if (!row) return std::nullopt;
  auto rows = whole_selection(original.microbatches());
  std::swap(rows[*row], rows[*row + 1]);
  Case changed;
  select_microbatches(original, rows, changed);
  return changed;
}

std::optional<Case> reset_first(const Case& original, std::uint64_t word) {
  if (original.width() == 0) return std::nullopt;
  Case changed = with_inserted(original, 0, {OperationKind::kAdd, OperationKind::kReset});
  write_addition(changed, 0, 3, 1 + static_cast<std::int64_t>(word % 5), 1);
  return changed;
}

std::optional<Case> window_first(const Case& original, std::uint64_t word) {
  if (original.width() == 0) return std::nullopt;
  Case changed = with_inserted(original, 0, {OperationKind::kAdd, OperationKind::kStep});
  write_addition(changed, 0, 3, 1 + static_cast<std::int64_t>(word % 5), 1);
  return changed;
}

ExactAnswer predict_window_first(const Case& original, const Case& changed, const ExactAnswer& result) {
  const Rational mean(3, changed.integers(kCounts)[0]);
  return with_row(result, 0, std::vector<Rational>(original.width(), mean));
}

std::optional<Case> step_again(const Case& original, std::uint64_t word) {
  const auto row =
      find_row(word, original.microbatches() + 1, [&](std::size_t i) { return begins_window(original, i); });
  return with_inserted(original, *row, {OperationKind::kStep});
}

/// A window that its only microbatch voids or leaves empty.
std::optional<Case> void_window(const Case& original, std::uint64_t word) {
  if (original.width() == 0) return std::nullopt;
  const auto row =
      find_row(word, original.microbatches() + 1, [&](std::size_t i) { return begins_window(original, i); });
  Case changed =
      with_inserted(original, *row, {OperationKind::kAdd, OperationKind::kAdd, OperationKind::kStep});
  const bool voids = static_cast<Policy>(original.integers(kPolicy)[0]) == Policy::kSkipWindow;
  // Under skip-window the first addition is innocent, and dropped with the window.
  write_addition(changed, *row, 3, 2, voids ? 1 : 0);
  write_addition(changed, *row + 1, 5, 3, 0);
  return changed;
}

ExactAnswer predict_no_update(const Case& original, const Case& changed, const ExactAnswer& result) {
  return with_row(result, steps_before(original, first_difference(original, changed)), std::nullopt);
}

/// Under skip-microbatch, one that is left out anywhere.
std::optional<Case> leave_out(const Case& original, std::uint64_t word) {
  const bool leaves_out = static_cast<Policy>(original.integers(kPolicy)[0]) == Policy::kSkipMicrobatch;
  if (!leaves_out || original.width() == 0) return std::nullopt;
  const std::size_t row = word % (original.microbatches() + 1);
  Case changed = with_inserted(original, row, {OperationKind::kAdd});
  write_addition(changed, row, 3, 1 + static_cast<std::int64_t>((word >> 8) % 5), 0);
  return changed;
}

/// Saves and loads at a point behind which no load brings back an older state: in a window that something was
/// added to, where there is one, for there is something to lose.
std::optional<Case> save_and_load(const Case& original, std::uint64_t word) {
  const std::size_t rows = original.microbatches() + 1;
  const std::size_t row = find_row(word, rows, [&](std::size_t i) {
                            return i > 0 && is_kind(original, i - 1, OperationKind::kAdd);
                          }).value_or(word % rows);
  for (std::size_t i = row; i < original.microbatches() && !is_kind(original, i, OperationKind::kSave); ++i)
    if (is_kind(original, i, OperationKind::kLoad)) return std::nullopt;
  return with_inserted(original, row, {OperationKind::kSave, OperationKind::kLoad});
}

constexpr Law kLaws[] = {
    {"scale-gradients", "gradients times 2^k give updates times 2^k", scale_gradients,
     predict_scaled_gradients},
    {"scale-loss", "gradients and loss scales times 2^k give the same updates", scale_with_loss,
     law::predict_same},
    {"scale-one-microbatch", "one gradient and its loss scale times 2^k give the same updates", rescale_one,
     law::predict_same},
    {"scale-counts", "counts times k give the updates divided by k", scale_counts, predict_scaled_counts},
    {"exchange-microbatches", "the order of two microbatches of a window does not matter", exchange_additions,
     law::predict_same},
    {"reset-forgets", "after a reset nothing of what was added before is seen", reset_first,
     law::predict_same},
    {"window-before", "a window that ends before another changes nothing in it", window_first,
     predict_window_first},
    {"empty-step", "a step with nothing added gives no update and changes nothing", step_again,
     predict_no_update},
    {"skipped-window", "a window of which nothing counts gives no update and leaves nothing behind",
     void_window, predict_no_update},
    {"skipped-microbatch", "a microbatch that is left out leaves the sum and the count", leave_out,
     law::predict_same},
    {"save-and-load", "to save and load the state at any point changes nothing", save_and_load,
     law::predict_same},
};

}  // namespace

std::span<const Law> laws() { return kLaws; }

}  // namespace gradvet::accumulator
