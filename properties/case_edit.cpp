#include "properties/case_edit.hpp"

#include <algorithm>
#include <numeric>

#include "src/core/invariant.hpp"

namespace gradvet {

namespace {

Parameter parameter_of(const Case::Extent& extent) { return {{}, extent.layout, extent.role}; }

bool lies_along_microbatches(Layout layout) {
  require_invariant(
      layout == Layout::kScalar || layout == Layout::kPerMicrobatch || layout == Layout::kMatrix,
      "this layout has no edits yet");
  return layout != Layout::kScalar;
}

template <class From, class To>
void copy_rows(From from, To to, std::span<const std::uint32_t> rows, std::size_t width) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i] != kNewZeros)
      std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(rows[i] * width), width,
                  to.begin() + static_cast<std::ptrdiff_t>(i * width));
}

void copy_argument(const Case& from, std::size_t argument, Case& out) {
  const Case::Extent& extent = from.extent(argument);
  out.append(parameter_of(extent), extent.rows, extent.width);
  if (is_real(extent.role))
    std::ranges::copy(from.reals(argument), out.reals(argument).begin());
  else
    std::ranges::copy(from.integers(argument), out.integers(argument).begin());
}

}  // namespace

std::vector<std::uint32_t> whole_selection(std::size_t count) {
  std::vector<std::uint32_t> all(count);
  std::iota(all.begin(), all.end(), 0U);
  return all;
}

void select_microbatches(const Case& from, std::span<const std::uint32_t> rows, Case& out) {
  out.clear();
  for (std::size_t a = 0; a < from.argument_count(); ++a) {
    const Case::Extent& extent = from.extent(a);
    if (!lies_along_microbatches(extent.layout)) {
      copy_argument(from, a, out);
      continue;
    }
    const bool loses_width = rows.empty() && extent.layout == Layout::kMatrix;
    const std::size_t width = loses_width ? 0 : extent.width;
    out.append(parameter_of(extent), rows.size(), width);
    if (is_real(extent.role))
      copy_rows(from.reals(a), out.reals(a), rows, width);
    else
      copy_rows(from.integers(a), out.integers(a), rows, width);
  }
}

void select_coordinates(const Case& from, std::span<const std::uint32_t> columns, Case& out) {
  out.clear();
  for (std::size_t a = 0; a < from.argument_count(); ++a) {
    const Case::Extent& extent = from.extent(a);
    lies_along_microbatches(extent.layout);
    if (extent.layout != Layout::kMatrix) {
      copy_argument(from, a, out);
      continue;
    }
    out.append(parameter_of(extent), extent.rows, columns.size());
    const auto source = from.reals(a);
    const auto target = out.reals(a);
    for (std::size_t i = 0; i < extent.rows; ++i)
      for (std::size_t j = 0; j < columns.size(); ++j)
        if (columns[j] != kNewZeros) target[i * columns.size() + j] = source[i * extent.width + columns[j]];
  }
}

}  // namespace gradvet
