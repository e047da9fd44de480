#include "properties/case_edit.hpp"

#include <algorithm>
#include <numeric>

namespace gradvet {

namespace {

Parameter parameter_of(const Case::Extent& extent) { return {{}, extent.layout, extent.role}; }

/// Which numbers of one argument the new case has, in its order; kNewZeros stands for a zero.
class Picker {
 public:
  Picker(const Case& from, Case& out) : from_(from), out_(out) {}

  /// Copies `count` numbers from `first` on to the argument that is being written.
  void take(std::size_t argument, std::size_t first, std::size_t count) {
    if (is_real(from_.extent(argument).role))
      std::copy_n(from_.reals(argument).begin() + static_cast<std::ptrdiff_t>(first), count,
                  out_.reals(argument).begin() + at_);
    else
      std::copy_n(from_.integers(argument).begin() + static_cast<std::ptrdiff_t>(first), count,
                  out_.integers(argument).begin() + at_);
    skip(count);
  }
  void skip(std::size_t count) { at_ += static_cast<std::ptrdiff_t>(count); }
  void begin_argument() { at_ = 0; }

 private:
  const Case& from_;
  Case& out_;
  std::ptrdiff_t at_ = 0;
};

void copy_argument(const Case& from, std::size_t argument, Case& out) {
  const Case::Extent& extent = from.extent(argument);
  if (is_ragged(extent.layout))
    out.append_ragged(parameter_of(extent), from.offsets(argument), extent.width);
  else
    out.append(parameter_of(extent), extent.rows, extent.width);
  Picker picker(from, out);
  picker.take(argument, 0, extent.size);
}

std::size_t width_for(const Case::Extent& extent, std::size_t items) {
  return items == 0 && has_width(extent.layout) ? 0 : extent.width;
}

}  // namespace

std::vector<std::uint32_t> whole_selection(std::size_t count) {
  std::vector<std::uint32_t> all(count);
  std::iota(all.begin(), all.end(), 0U);
  return all;
}

void select_microbatches(const Case& from, std::span<const std::uint32_t> rows, Case& out) {
  out.clear();
  Picker picker(from, out);
  std::vector<std::uint32_t> offsets;
  for (std::size_t a = 0; a < from.argument_count(); ++a) {
    const Case::Extent& extent = from.extent(a);
    if (extent.layout == Layout::kScalar) {
      copy_argument(from, a, out);
      continue;
    }
    picker.begin_argument();
    if (is_ragged(extent.layout)) {
      const std::span<const std::uint32_t> before = from.offsets(a);
      offsets.assign(1, 0);
      for (const std::uint32_t row : rows)
        offsets.push_back(offsets.back() + (row == kNewZeros ? 0 : before[row + 1] - before[row]));
      out.append_ragged(parameter_of(extent), offsets, width_for(extent, offsets.back()));
      for (const std::uint32_t row : rows)
        if (row != kNewZeros)
          picker.take(a, before[row] * extent.width, (before[row + 1] - before[row]) * extent.width);
      continue;
    }
    const std::size_t width = width_for(extent, rows.size());
    out.append(parameter_of(extent), rows.size(), width);
    for (const std::uint32_t row : rows)
      if (row == kNewZeros)
        picker.skip(width);
      else
        picker.take(a, row * extent.width, width);
  }
}

void select_items(const Case& from, std::span<const std::uint32_t> items, Case& out) {
  out.clear();
  Picker picker(from, out);
  std::vector<std::uint32_t> offsets;
  for (std::size_t a = 0; a < from.argument_count(); ++a) {
    const Case::Extent& extent = from.extent(a);
    if (!is_ragged(extent.layout)) {
      copy_argument(from, a, out);
      continue;
    }
    offsets.clear();
    for (const std::uint32_t end : from.offsets(a))
      offsets.push_back(static_cast<std::uint32_t>(std::ranges::lower_bound(items, end) - items.begin()));
    out.append_ragged(parameter_of(extent), offsets, width_for(extent, items.size()));
    picker.begin_argument();
    for (const std::uint32_t item : items) picker.take(a, item * extent.width, extent.width);
  }
}

void arrange_items(const Case& from, std::span<const std::uint32_t> items,
                   std::span<const std::uint32_t> offsets, Case& out) {
  out.clear();
  Picker picker(from, out);
  for (std::size_t a = 0; a < from.argument_count(); ++a) {
    const Case::Extent& extent = from.extent(a);
    if (!is_ragged(extent.layout)) {
      copy_argument(from, a, out);
      continue;
    }
    out.append_ragged(parameter_of(extent), offsets, width_for(extent, items.size()));
    picker.begin_argument();
    for (const std::uint32_t item : items)
      if (item == kNewZeros)
        picker.skip(extent.width);
      else
        picker.take(a, item * extent.width, extent.width);
  }
}

void select_coordinates(const Case& from, std::span<const std::uint32_t> columns, Case& out) {
  out.clear();
  for (std::size_t a = 0; a < from.argument_count(); ++a) {
    const Case::Extent& extent = from.extent(a);
    if (!has_width(extent.layout)) {
      copy_argument(from, a, out);
      continue;
    }
    if (is_ragged(extent.layout))
      out.append_ragged(parameter_of(extent), from.offsets(a), columns.size());
    else
      out.append(parameter_of(extent), extent.rows, columns.size());
    const std::size_t items = extent.width == 0 ? 0 : extent.size / extent.width;
    const auto source = from.reals(a);
    const auto target = out.reals(a);
    for (std::size_t i = 0; i < items; ++i)
      for (std::size_t j = 0; j < columns.size(); ++j)
        if (columns[j] != kNewZeros) target[i * columns.size() + j] = source[i * extent.width + columns[j]];
  }
}

}  // namespace gradvet
