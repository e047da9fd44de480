#include "src/reporters/case_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "src/reporters/answer_text.hpp"
#include "src/reporters/terminal_text.hpp"
#include "src/text/case_json.hpp"
#include "src/text/decimal.hpp"

namespace gradvet {

namespace {

/// Cases of more rows than this are elided to the first and the last ones.
constexpr std::size_t kMostRows = 12;
constexpr std::size_t kFirstRows = 6;
constexpr std::size_t kLastRows = 2;
constexpr std::size_t kMostJson = 400;

bool has_a_row_per_microbatch(Layout layout) {
  return layout == Layout::kPerMicrobatch || layout == Layout::kMatrix || layout == Layout::kRagged;
}

/// A case and which of its numbers are free.
struct Drawing {
  const Case& value;
  std::span<const FreeNumber> free_numbers;
};

std::string number_text(const Drawing& drawing, std::size_t argument, std::size_t index) {
  const Case& value = drawing.value;
  std::string text = is_real(value.extent(argument).role) ? shortest_text(value.reals(argument)[index])
                                                          : std::to_string(value.integers(argument)[index]);
  const FreeNumber at{static_cast<std::uint32_t>(argument), static_cast<std::uint32_t>(index)};
  if (std::ranges::find(drawing.free_numbers, at) != drawing.free_numbers.end()) text += '*';
  return text;
}

std::string list_from_to(const Drawing& drawing, std::size_t argument, std::size_t from, std::size_t to) {
  std::vector<std::string> numbers;
  numbers.reserve(to - from);
  for (std::size_t i = from; i < to; ++i) numbers.push_back(number_text(drawing, argument, i));
  return list_text(numbers);
}

std::string row_text(const Drawing& drawing, std::size_t argument, std::size_t row) {
  const Case& value = drawing.value;
  const Case::Extent& extent = value.extent(argument);
  if (row >= extent.rows) return "";
  switch (extent.layout) {
    case Layout::kMatrix:
      return list_from_to(drawing, argument, row * extent.width, (row + 1) * extent.width);
    case Layout::kRagged:
      return list_from_to(drawing, argument, value.offsets(argument)[row], value.offsets(argument)[row + 1]);
    default:
      return number_text(drawing, argument, row);
  }
}

using Line = std::vector<std::string>;

std::vector<std::string> align(const std::vector<Line>& table) {
  std::vector<std::size_t> widths;
  for (const Line& line : table) {
    widths.resize(std::max(widths.size(), line.size()));
    for (std::size_t column = 0; column < line.size(); ++column)
      widths[column] = std::max(widths[column], display_width(line[column]));
  }
  std::vector<std::string> lines;
  lines.reserve(table.size());
  for (const Line& line : table) {
    std::string& out = lines.emplace_back();
    for (std::size_t column = 0; column < line.size(); ++column) {
      out += line[column];
      if (column + 1 < line.size()) out.append(widths[column] - display_width(line[column]) + 2, ' ');
    }
  }
  return lines;
}

}  // namespace

std::vector<std::string> draw_case(const Case& value, Signature signature,
                                   std::span<const FreeNumber> free_numbers) {
  const Drawing drawing{value, free_numbers};
  std::vector<std::size_t> columns;
  std::vector<std::size_t> scalars;
  for (std::size_t argument = 0; argument < value.argument_count(); ++argument) {
    const Layout layout = value.extent(argument).layout;
    if (has_a_row_per_microbatch(layout)) {
      columns.push_back(argument);
    } else if (layout == Layout::kScalar) {
      scalars.push_back(argument);
    } else {
      // Ranks and operation lists have no row per microbatch; their JSON is the plainest picture of them.
      return {elided(case_json(value, signature), kMostJson)};
    }
  }

  std::vector<Line> table;
  const std::size_t rows = value.microbatches();
  if (!columns.empty() && rows > 0) {
    Line& header = table.emplace_back(Line{""});
    for (const std::size_t argument : columns) header.emplace_back(signature[argument].name);
    for (std::size_t row = 0; row < rows; ++row) {
      if (rows > kMostRows && row == kFirstRows) {
        row = rows - kLastRows;
        table.push_back({fmt::format("… {} more microbatches", grouped(row - kFirstRows))});
      }
      Line& line = table.emplace_back(Line{fmt::format("microbatch {}", row + 1)});
      for (const std::size_t argument : columns) line.push_back(row_text(drawing, argument, row));
    }
  }
  std::vector<std::string> lines = align(table);
  if (!columns.empty() && rows == 0) lines.emplace_back("no microbatches");
  for (const std::size_t argument : scalars)
    lines.push_back(fmt::format("{} {}", signature[argument].name, number_text(drawing, argument, 0)));
  return lines;
}

}  // namespace gradvet
