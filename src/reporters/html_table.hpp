#pragma once

#include <span>
#include <string>
#include <string_view>

#include "src/text/xml_writer.hpp"

namespace gradvet {

/// A cell of an HTML table: its text, and a bar beside it where `share` is not negative.
struct HtmlCell {
  std::string text;
  double share = -1;           ///< length of the bar, 0 to 1
  std::string_view kind = {};  ///< a class of html_style.hpp: "number", "good", "bad", "code", …
};

/// Opens a table in a box of its own, which scrolls where it is wider than the page and takes the keyboard
/// for that. The caption names both.
void begin_table(XmlWriter& html, std::string_view caption, std::span<const std::string_view> columns);

/// The same for a table whose rows become a list on a narrow screen, where each cell shows the name of its
/// column: cells but the first of a row are written by write_stacked_cell().
void begin_stacked_table(XmlWriter& html, std::string_view caption,
                         std::span<const std::string_view> columns);

/// A cell of such a table under the column of this name; `kind` may be empty.
void write_stacked_cell(XmlWriter& html, std::string_view column, std::string_view kind,
                        std::string_view text);

/// The first cell heads the row.
void write_row(XmlWriter& html, std::span<const HtmlCell> cells);

void end_table(XmlWriter& html);

/// Text whose lines stay as they are, in a box that scrolls. The label names it for a screen reader.
void write_block(XmlWriter& html, std::string_view label, std::string_view text);

/// An element with a class and text alone.
void write_text(XmlWriter& html, std::string_view element, std::string_view kind, std::string_view text);

}  // namespace gradvet
