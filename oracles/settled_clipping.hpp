#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "oracles/rounding_bound.hpp"
#include "oracles/scaled_column.hpp"

namespace gradvet {

/// A mean of scaled columns, one for each number of the result, and the limits by which it is clipped.
struct ClippedColumns {
  ScaledColumn first;     ///< coordinate 0; the others follow in memory
  std::size_t width = 0;  ///< of a row
  double max_norm = 0;
  double eps = 0;
};

/// A fast proof, in the machine's widest format with its own errors counted against the answer, that every
/// number is within what rounding::append_clipped() allows: an upper estimate (0 … 1) of the distance in what
/// is allowed, or nothing. There are microbatches and coordinates, as many as there are numbers.
std::optional<double> settle_clipping(const ClippedColumns& columns, const rounding::Arithmetic& arithmetic,
                                      std::span<const double> numbers);

/// True only if the square of the norm of the sums, before they are divided, passes the accumulator's largest
/// finite number: rounding::append_clipped() then judges nothing.
bool is_surely_too_long(const ClippedColumns& columns, const rounding::Arithmetic& arithmetic);

}  // namespace gradvet
