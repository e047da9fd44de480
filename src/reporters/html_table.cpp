#include "src/reporters/html_table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gradvet {

namespace {

void begin_box(XmlWriter& html, std::string_view label) {
  html.begin("div");
  html.attribute("class", "box");
  html.attribute("role", "group");
  html.attribute("tabindex", "0");
  html.attribute("aria-label", label);
}

void begin_table_of(XmlWriter& html, std::string_view kind, std::string_view caption,
                    std::span<const std::string_view> columns) {
  begin_box(html, caption);
  html.begin("table");
  if (!kind.empty()) html.attribute("class", kind);
  html.element("caption", caption);
  html.begin("thead");
  html.begin("tr");
  for (const std::string_view column : columns) {
    html.begin("th");
    html.attribute("scope", "col");
    html.text(column);
    html.end();
  }
  html.end();
  html.end();
  html.begin("tbody");
}

}  // namespace

void begin_table(XmlWriter& html, std::string_view caption, std::span<const std::string_view> columns) {
  begin_table_of(html, {}, caption, columns);
}

void begin_stacked_table(XmlWriter& html, std::string_view caption,
                         std::span<const std::string_view> columns) {
  begin_table_of(html, "stack", caption, columns);
}

void write_stacked_cell(XmlWriter& html, std::string_view column, std::string_view kind,
                        std::string_view text) {
  html.begin("td");
  if (!kind.empty()) html.attribute("class", kind);
  html.attribute("data-column", column);
  html.text(text);
  html.end();
}

void write_row(XmlWriter& html, std::span<const HtmlCell> cells) {
  html.begin("tr");
  for (std::size_t i = 0; i < cells.size(); ++i) {
    html.begin(i == 0 ? "th" : "td");
    if (i == 0) html.attribute("scope", "row");
    if (!cells[i].kind.empty()) html.attribute("class", cells[i].kind);
    html.text(cells[i].text);
    if (cells[i].share >= 0) {
      html.begin("span");
      html.attribute("class", "bar");
      html.attribute("aria-hidden", "true");
      html.attribute("style", fmt::format("width:{:.2f}%", 100 * std::min(cells[i].share, 1.0)));
      html.end();
    }
    html.end();
  }
  html.end();
}

void end_table(XmlWriter& html) {
  html.end();
  html.end();
  html.end();
}

void write_block(XmlWriter& html, std::string_view label, std::string_view text) {
  begin_box(html, label);
  html.element("pre", text);
  html.end();
}

void write_text(XmlWriter& html, std::string_view element, std::string_view kind, std::string_view text) {
  html.begin(element);
  html.attribute("class", kind);
  html.text(text);
  html.end();
}

}  // namespace gradvet
