#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "src/core/case.hpp"

/// Cases of the built-in contracts, made from plain lists.
namespace gradvet {

using Matrix = std::vector<std::vector<double>>;

inline constexpr Parameter kVectors{"gradient_vectors", Layout::kMatrix, NumberRole::kValue};
inline constexpr Parameter kExampleCounts{"example_counts", Layout::kPerMicrobatch, NumberRole::kCount};
inline constexpr Parameter kMeans{"microbatch_means", Layout::kMatrix, NumberRole::kValue};
inline constexpr Parameter kTokens{"token_counts", Layout::kPerMicrobatch, NumberRole::kCount};
inline constexpr Parameter kSamples{"sample_counts", Layout::kPerMicrobatch, NumberRole::kSize, true};
inline constexpr Parameter kSteps{"accumulation_steps", Layout::kScalar, NumberRole::kTarget};
inline constexpr Parameter kScaledSums{"scaled_sums", Layout::kPerMicrobatch, NumberRole::kValue};
inline constexpr Parameter kScales{"scales", Layout::kPerMicrobatch, NumberRole::kScale};
inline constexpr Parameter kSizes{"batch_sizes", Layout::kPerMicrobatch, NumberRole::kSize};
inline constexpr Parameter kTarget{"target", Layout::kScalar, NumberRole::kTarget};

inline void append_integers(const Parameter& parameter, const std::vector<std::int64_t>& numbers, Case& out) {
  out.append(parameter, numbers.size(), 1);
  std::ranges::copy(numbers, out.integers(out.argument_count() - 1).begin());
}

inline void append_reals(const Parameter& parameter, const std::vector<double>& numbers, Case& out) {
  out.append(parameter, numbers.size(), 1);
  std::ranges::copy(numbers, out.reals(out.argument_count() - 1).begin());
}

inline void append_matrix(const Parameter& parameter, const Matrix& rows, Case& out) {
  const std::size_t width = rows.empty() ? 0 : rows[0].size();
  out.append(parameter, rows.size(), width);
  for (std::size_t i = 0; i < rows.size(); ++i)
    std::ranges::copy(rows[i],
                      out.reals(out.argument_count() - 1).begin() + static_cast<std::ptrdiff_t>(i * width));
}

inline constexpr Parameter kItemValues{"values", Layout::kRagged, NumberRole::kValue};
inline constexpr Parameter kItemWeights{"weights", Layout::kRagged, NumberRole::kWeight};

inline void append_ragged(const Parameter& parameter, const Matrix& rows, Case& out) {
  std::vector<std::uint32_t> offsets = {0};
  std::vector<double> numbers;
  for (const std::vector<double>& row : rows) {
    numbers.insert(numbers.end(), row.begin(), row.end());
    offsets.push_back(static_cast<std::uint32_t>(numbers.size()));
  }
  out.append_ragged(parameter, offsets);
  std::ranges::copy(numbers, out.reals(out.argument_count() - 1).begin());
}

inline Case weighted_case(const Matrix& values, const Matrix& weights) {
  Case made;
  append_ragged(kItemValues, values, made);
  append_ragged(kItemWeights, weights, made);
  return made;
}

inline constexpr Parameter kRankGradients{"gradients", Layout::kRankMatrix, NumberRole::kValue};
inline constexpr Parameter kRankCounts{"counts", Layout::kRankVector, NumberRole::kCount};

/// Rank by rank, microbatch by microbatch.
inline Case ranks_case(const std::vector<Matrix>& gradients,
                       const std::vector<std::vector<std::int64_t>>& counts) {
  std::vector<std::uint32_t> offsets = {0};
  std::vector<double> values;
  std::size_t width = 0;
  for (const Matrix& rank : gradients) {
    for (const std::vector<double>& row : rank) {
      values.insert(values.end(), row.begin(), row.end());
      width = row.size();
    }
    offsets.push_back(offsets.back() + static_cast<std::uint32_t>(rank.size()));
  }
  Case made;
  made.append_ragged(kRankGradients, offsets, width);
  std::ranges::copy(values, made.reals(0).begin());
  std::vector<std::int64_t> all_counts;
  offsets.assign(1, 0);
  for (const std::vector<std::int64_t>& rank : counts) {
    all_counts.insert(all_counts.end(), rank.begin(), rank.end());
    offsets.push_back(static_cast<std::uint32_t>(all_counts.size()));
  }
  made.append_ragged(kRankCounts, offsets);
  std::ranges::copy(all_counts, made.integers(1).begin());
  return made;
}

inline Case vectors_case(const Matrix& rows, const std::vector<std::int64_t>& counts) {
  Case made;
  append_matrix(kVectors, rows, made);
  append_integers(kExampleCounts, counts, made);
  return made;
}

/// One sample in each microbatch.
inline Case tokens_case(const Matrix& means, const std::vector<std::int64_t>& tokens) {
  Case made;
  append_matrix(kMeans, means, made);
  append_integers(kTokens, tokens, made);
  append_integers(kSamples, std::vector<std::int64_t>(means.size(), 1), made);
  return made;
}

inline Case windows_case(const Matrix& sums, const std::vector<std::int64_t>& counts, std::int64_t steps) {
  Case made = vectors_case(sums, counts);
  made.append(kSteps, 1, 1);
  made.integers(2)[0] = steps;
  return made;
}

inline Case scaled_case(const std::vector<double>& sums, const std::vector<double>& scales,
                        const std::vector<std::int64_t>& counts) {
  Case made;
  append_reals(kScaledSums, sums, made);
  append_reals(kScales, scales, made);
  append_integers(kExampleCounts, counts, made);
  return made;
}

inline constexpr Parameter kMaxNorm{"max_norm", Layout::kScalar, NumberRole::kBound};
inline constexpr Parameter kEps{"eps", Layout::kScalar, NumberRole::kBound};

inline Case clipped_case(const Matrix& rows, const std::vector<std::int64_t>& counts,
                         const std::vector<double>& scales, double max_norm, double eps) {
  Case made = vectors_case(rows, counts);
  append_reals(kScales, scales, made);
  append_reals(kMaxNorm, {max_norm}, made);
  append_reals(kEps, {eps}, made);
  return made;
}

inline Case sizes_case(const std::vector<std::int64_t>& sizes, std::int64_t target) {
  Case made;
  append_integers(kSizes, sizes, made);
  made.append(kTarget, 1, 1);
  made.integers(1)[0] = target;
  return made;
}

}  // namespace gradvet
