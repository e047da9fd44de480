#include "src/reporters/case_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>

#include "src/core/operations.hpp"
#include "src/reporters/answer_text.hpp"
#include "src/reporters/terminal_text.hpp"
#include "src/text/decimal.hpp"
#include "src/text/place_text.hpp"

namespace gradvet {

namespace {

/// Cases of more rows than this are elided to the first and the last ones.
constexpr std::size_t kMostRows = 12;
constexpr std::size_t kFirstRows = 6;
constexpr std::size_t kLastRows = 2;

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
    case Layout::kOperations:
      return list_from_to(drawing, argument, row * extent.width, (row + 1) * extent.width);
    case Layout::kRagged:
    case Layout::kRankVector:
      return list_from_to(drawing, argument, value.offsets(argument)[row], value.offsets(argument)[row + 1]);
    case Layout::kRankMatrix: {
      std::vector<std::string> rows;
      for (std::size_t item = value.offsets(argument)[row]; item < value.offsets(argument)[row + 1]; ++item)
        rows.push_back(list_from_to(drawing, argument, item * extent.width, (item + 1) * extent.width));
      return list_text(rows);
    }
    default:
      return number_text(drawing, argument, row);
  }
}

/// What an operation takes is drawn for `add` alone.
std::string operation_text(const Drawing& drawing, std::size_t argument, std::size_t part, std::size_t row) {
  const OperationKind kind = operation_kind(drawing.value, argument, row);
  if (part == kOperationKinds) return std::string(kOperationNames[static_cast<std::size_t>(kind)]);
  return kind == OperationKind::kAdd ? row_text(drawing, argument + part, row) : "";
}

std::string scalar_text(const Drawing& drawing, std::size_t argument) {
  if (drawing.value.extent(argument).role == NumberRole::kPolicy)
    return std::string(kPolicyNames[static_cast<std::size_t>(drawing.value.integers(argument)[0])]);
  return number_text(drawing, argument, 0);
}

using Line = std::vector<std::string>;

/// One thing that every row of a case has.
struct Column {
  std::string_view name;
  std::function<std::string(const Drawing&, std::size_t row)> text;
};

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
    out.erase(out.find_last_not_of(' ') + 1);  // cells at the end may be empty
  }
  return lines;
}

}  // namespace

std::vector<std::string> draw_case(const Case& value, Signature signature,
                                   std::span<const FreeNumber> free_numbers) {
  const Drawing drawing{value, free_numbers};
  std::vector<Column> columns;
  std::vector<std::size_t> scalars;
  for (std::size_t argument = 0; argument < value.argument_count();
       argument += arguments_of(value.extent(argument).layout)) {
    const Layout layout = value.extent(argument).layout;
    if (layout == Layout::kScalar) {
      scalars.push_back(argument);
    } else if (layout == Layout::kOperations) {
      columns.push_back({"", [argument](const Drawing& drawn, std::size_t row) {
                           return operation_text(drawn, argument, kOperationKinds, row);
                         }});
      for (const auto& [name, part] : {std::pair<std::string_view, std::size_t>{"gradient", 0},
                                       {"count", kOperationCounts},
                                       {"scale", kOperationScales}})
        columns.push_back({name, [argument, part = part](const Drawing& drawn, std::size_t row) {
                             return operation_text(drawn, argument, part, row);
                           }});
    } else {
      columns.push_back({signature[argument].name, [argument](const Drawing& drawn, std::size_t row) {
                           return row_text(drawn, argument, row);
                         }});
    }
  }

  std::vector<Line> table;
  const std::size_t rows = value.microbatches();
  const Layout first = value.argument_count() == 0 ? Layout::kScalar : value.extent(0).layout;
  if (!columns.empty() && rows > 0) {
    Line& header = table.emplace_back(Line{""});
    for (const Column& column : columns) header.emplace_back(column.name);
    for (std::size_t row = 0; row < rows; ++row) {
      if (rows > kMostRows && row == kFirstRows) {
        row = rows - kLastRows;
        table.push_back({fmt::format("… {} more {}", grouped(row - kFirstRows), rows_word(first))});
      }
      Line& line = table.emplace_back(Line{fmt::format("{} {}", row_word(first), row + 1)});
      for (const Column& column : columns) line.push_back(column.text(drawing, row));
    }
  }
  std::vector<std::string> lines = align(table);
  if (!columns.empty() && rows == 0) lines.push_back(fmt::format("no {}", rows_word(first)));
  for (const std::size_t argument : scalars)
    lines.push_back(fmt::format("{} {}", signature[argument].name, scalar_text(drawing, argument)));
  return lines;
}

}  // namespace gradvet
