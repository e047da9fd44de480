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

inline Case vectors_case(const Matrix& rows, const std::vector<std::int64_t>& counts) {
  Case made;
  const std::size_t width = rows.empty() ? 0 : rows[0].size();
  made.append(kVectors, rows.size(), width);
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < width; ++j) made.reals(0)[i * width + j] = rows[i][j];
  append_integers(kExampleCounts, counts, made);
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
