#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "src/core/case.hpp"

namespace gradvet {

/// In a selection: a new microbatch or coordinate whose numbers are all zero.
inline constexpr std::uint32_t kNewZeros = std::numeric_limits<std::uint32_t>::max();

/// A selection that keeps everything: 0, 1, …, count - 1.
std::vector<std::uint32_t> whole_selection(std::size_t count);

/// Writes the case that has these rows of `from` (microbatches, ranks or operations), in this order (repeats
/// allowed); what does not lie along the rows is copied. A matrix without rows or items has no width. `from`
/// and `out` are distinct.
void select_microbatches(const Case& from, std::span<const std::uint32_t> rows, Case& out);

/// Writes the case whose ragged arguments have these items of `from`, in rising order, each in its row; all
/// else is copied.
void select_items(const Case& from, std::span<const std::uint32_t> items, Case& out);

/// Writes the case whose ragged arguments have these items of `from` (repeats and kNewZeros allowed), shared
/// out to rows by `offsets`; all else is copied.
void arrange_items(const Case& from, std::span<const std::uint32_t> items,
                   std::span<const std::uint32_t> offsets, Case& out);

/// Writes the case whose matrices have these columns of `from`, in this order; all else is copied.
void select_coordinates(const Case& from, std::span<const std::uint32_t> columns, Case& out);

}  // namespace gradvet
