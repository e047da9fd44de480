#pragma once

#include <cstdint>
#include <span>

#include "properties/random_words.hpp"

namespace gradvet {

/// How the example counts of a case are chosen.
enum class CountKind {
  kSmall,            ///< unequal, up to 17
  kTiny,             ///< unequal, up to 8 and at least a factor 2 apart: for coarse formats
  kOneHuge,          ///< one of 2^20 … 2^41 among small ones
  kNearPowersOfTwo,  ///< next to powers of two up to 2^40
  kEqual             ///< all the same
};

/// Picks a kind; unequal small counts are the commonest.
CountKind draw_count_kind(RandomWords& words, bool coarse);

/// Fills the counts, all at least 1.
void draw_counts(RandomWords& words, CountKind kind, std::span<std::int64_t> counts);

/// Sets some counts to 0, at least one and never all: one at the start, at the end or anywhere, about a
/// quarter of them, or all but one. Needs two counts or more.
void draw_zero_counts(RandomWords& words, std::span<std::int64_t> counts);

}  // namespace gradvet
