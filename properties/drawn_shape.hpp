#pragma once

#include <cstdint>
#include <vector>

#include "properties/random_words.hpp"
#include "src/core/contract.hpp"

namespace gradvet {

/// A matrix is never drawn with more numbers than this, so that a wide case stays affordable.
inline constexpr std::uint32_t kMostDrawnNumbers = 4096;

/// Whether rounding to 16-bit formats leaves a wrong answer visible only in small cases (JUDGE.md, "Power").
bool is_coarse(const Profile& profile);

/// Whether every number is float64 or exact, so that some may lie where narrower formats have nothing.
bool is_wide(const Profile& profile);

/// A number of microbatches: up to 2 at size 0, up to 20 at size 100, some hundreds once in a hundred; none
/// at times; mostly 2 to 4 where the profile is coarse.
std::uint32_t draw_microbatches(RandomWords& words, int size, const DrawLimits& limits, bool coarse);

/// Offsets of a ragged argument with so many rows: mostly 1 … 3 items a row, all rows as many in a quarter of
/// the cases, an empty row in about a third; one row of up to 40 at times; few items where the profile is
/// coarse.
std::vector<std::uint32_t> draw_offsets(RandomWords& words, std::uint32_t rows, bool coarse);

/// A width: mostly 0 … 5, once in 64 next to a power of two up to 1024.
std::uint32_t draw_width(RandomWords& words, std::uint32_t microbatches, const DrawLimits& limits);

}  // namespace gradvet
