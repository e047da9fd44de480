#include "src/reporters/html_page.hpp"

#include "src/reporters/html_style.hpp"

namespace gradvet {

namespace {

void write_head(XmlWriter& html, std::string_view title) {
  html.begin("head");
  html.begin("meta");
  html.attribute("charset", "utf-8");
  html.end();
  html.begin("meta");
  html.attribute("name", "viewport");
  html.attribute("content", "width=device-width, initial-scale=1");
  html.end();
  html.element("title", title);
  html.element("style", kHtmlStyle);
  html.end();
}

}  // namespace

std::string html_page(std::string_view title, const std::function<void(XmlWriter&)>& write_body) {
  std::string text = "<!DOCTYPE html>";
  XmlWriter html(text, XmlWriter::Dialect::kHtml);
  html.begin("html");
  html.attribute("lang", "en");
  write_head(html, title);
  html.begin("body");
  write_body(html);
  html.end();
  html.end();
  return text + '\n';
}

}  // namespace gradvet
