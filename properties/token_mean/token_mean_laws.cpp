#include "properties/token_mean/token_mean_laws.hpp"

#include <algorithm>
#include <cmath>

#include "oracles/rational.hpp"
#include "properties/case_edit.hpp"
#include "properties/law_edits.hpp"

namespace gradvet::token_mean {

namespace {

constexpr std::size_t kMeans = 0;
constexpr std::size_t kTokens = 1;
constexpr std::size_t kSamples = 2;

bool has_tokens(const Case& input) {
  return std::ranges::any_of(input.integers(kTokens), [](std::int64_t count) { return count != 0; });
}

std::int64_t factor_of(std::uint64_t word) { return 2 + static_cast<std::int64_t>(word % 6); }

std::optional<Case> scale_means(const Case& original, std::uint64_t word) {
  return law::scale_reals(original, kMeans, law::exponent_of(word));
}

ExactAnswer predict_scaled_means(const Case& original, const Case& changed, const ExactAnswer& result) {
  return law::predict_scaled(original, changed, kMeans, result);
}

std::optional<Case> scale_tokens(const Case& original, std::uint64_t word) {
  return law::scale_integers(original, kTokens, factor_of(word));
}

/// One microbatch with two tokens or more becomes two with the same mean, the new one last.
std::optional<Case> split(const Case& original, std::uint64_t word) {
  const auto tokens = original.integers(kTokens);
  const std::size_t rows = tokens.size();
  std::size_t row = rows == 0 ? 0 : word % rows;
  for (std::size_t tried = 0; tried < rows && tokens[row] < 2; ++tried) row = (row + 1) % rows;
  if (rows == 0 || tokens[row] < 2) return std::nullopt;
  auto selection = whole_selection(rows);
  selection.push_back(static_cast<std::uint32_t>(row));
  Case changed;
  select_microbatches(original, selection, changed);
  const auto kept = static_cast<std::int64_t>(1 + (word >> 8) % static_cast<std::uint64_t>(tokens[row] - 1));
  changed.integers(kTokens)[row] = kept;
  changed.integers(kTokens)[rows] = tokens[row] - kept;
  return changed;
}

/// The whole window twice.
std::optional<Case> repeat_window(const Case& original, std::uint64_t) {
  if (original.microbatches() == 0) return std::nullopt;
  auto rows = whole_selection(original.microbatches());
  rows.insert(rows.end(), rows.begin(), rows.end());
  Case changed;
  select_microbatches(original, rows, changed);
  return changed;
}

/// Other sample counts, at least one each.
std::optional<Case> change_samples(const Case& original, std::uint64_t word) {
  if (original.microbatches() == 0) return std::nullopt;
  Case changed = original;
  for (std::int64_t& count : changed.integers(kSamples)) {
    count = 1 + static_cast<std::int64_t>(word % 5);
    word = (word >> 3) | (word << 61);
  }
  return changed;
}

/// A new last coordinate that is another one; zero where there is none.
std::optional<Case> add_coordinate(const Case& original, std::uint64_t word) {
  if (original.microbatches() == 0) return std::nullopt;
  const std::size_t width = original.width();
  auto columns = whole_selection(width);
  columns.push_back(width == 0 ? kNewZeros : static_cast<std::uint32_t>(word % width));
  Case changed;
  select_coordinates(original, columns, changed);
  return changed;
}

ExactAnswer predict_added(const Case& original, const Case& changed, const ExactAnswer& result) {
  ExactAnswer predicted = result;
  if (result.shape == AnswerShape::kNull) return predicted;
  const std::size_t width = original.width();
  for (std::size_t j = 0; j < width; ++j) {
    bool is_source = true;
    for (std::size_t i = 0; i < original.microbatches() && is_source; ++i)
      is_source = changed.reals(kMeans)[i * (width + 1) + width] == original.reals(kMeans)[i * width + j];
    if (!is_source) continue;
    predicted.numbers.push_back(result.numbers[j]);
    return predicted;
  }
  predicted.numbers.emplace_back(0);
  return predicted;
}

/// Adds the same small integer to the mean of every microbatch that has tokens.
std::optional<Case> shift_means(const Case& original, std::uint64_t word) {
  if (!has_tokens(original) || original.width() == 0) return std::nullopt;
  const double shift = law::exponent_of(word);
  Case changed = original;
  for (std::size_t i = 0; i < original.extent(kMeans).size; ++i) {
    if (original.integers(kTokens)[i / original.width()] == 0) continue;
    double& number = changed.reals(kMeans)[i];
    const double shifted = number + shift;
    if (exact(shifted) != exact(number) + exact(shift)) return std::nullopt;
    number = shifted;
  }
  return changed;
}

ExactAnswer predict_shifted(const Case& original, const Case& changed, const ExactAnswer& result) {
  ExactAnswer predicted = result;
  const auto counted =
      std::ranges::find_if(original.integers(kTokens), [](std::int64_t count) { return count != 0; });
  const auto row = static_cast<std::size_t>(counted - original.integers(kTokens).begin());
  for (std::size_t j = 0; j < predicted.numbers.size(); ++j) {
    const std::size_t at = row * original.width() + j;
    predicted.numbers[j] += exact(changed.reals(kMeans)[at]) - exact(original.reals(kMeans)[at]);
  }
  return predicted;
}

/// Every microbatch that has tokens gets the mean of the first of them.
std::optional<Case> equal_means(const Case& original, std::uint64_t) {
  if (!has_tokens(original)) return std::nullopt;
  Case changed = original;
  const auto tokens = original.integers(kTokens);
  const std::size_t width = original.width();
  const auto first = static_cast<std::size_t>(
      std::ranges::find_if(tokens, [](std::int64_t count) { return count != 0; }) - tokens.begin());
  for (std::size_t i = first + 1; i < tokens.size(); ++i)
    if (tokens[i] != 0)
      for (std::size_t j = 0; j < width; ++j)
        changed.reals(kMeans)[i * width + j] = original.reals(kMeans)[first * width + j];
  return changed;
}

ExactAnswer predict_equal(const Case&, const Case& changed, const ExactAnswer& result) {
  ExactAnswer predicted = result;
  const auto tokens = changed.integers(kTokens);
  const auto first = static_cast<std::size_t>(
      std::ranges::find_if(tokens, [](std::int64_t count) { return count != 0; }) - tokens.begin());
  for (std::size_t j = 0; j < predicted.numbers.size(); ++j)
    predicted.numbers[j] = exact(changed.reals(kMeans)[first * changed.width() + j]);
  return predicted;
}

constexpr Law kLaws[] = {
    {"permute-microbatches", "the order of the microbatches does not matter", law::permute,
     law::predict_same},
    {"split-microbatch", "a microbatch split in two of the same mean gives the same mean", split,
     law::predict_same},
    {"repeat-window", "the window twice gives the same mean", repeat_window, law::predict_same},
    {"scale-means", "means times 2^k give the mean times 2^k", scale_means, predict_scaled_means},
    {"scale-token-counts", "token counts times k give the same mean", scale_tokens, law::predict_same},
    {"change-sample-counts", "the sample counts do not matter", change_samples, law::predict_same},
    {"add-empty-microbatch", "a microbatch without tokens changes nothing", law::add_empty,
     law::predict_same},
    {"add-coordinate", "a coordinate that is added leaves the others alone", add_coordinate, predict_added},
    {"shift-every-mean", "c added to every microbatch's mean adds c to the mean", shift_means,
     predict_shifted},
    {"equal-means", "microbatches of the same mean give that mean", equal_means, predict_equal},
};

}  // namespace

std::span<const Law> laws() { return kLaws; }

}  // namespace gradvet::token_mean
