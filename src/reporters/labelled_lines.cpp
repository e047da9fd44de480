#include "src/reporters/labelled_lines.hpp"

namespace gradvet {

namespace {
constexpr std::string_view kIndent = "  ";
constexpr std::size_t kLabelWidth = 12;
}  // namespace

void LabelledLines::add(std::string_view label, std::string_view text) {
  text_ += kIndent;
  if (!label.empty()) text_ += palette_.label(label);
  const std::size_t width = display_width(label);
  text_.append(width < kLabelWidth ? kLabelWidth - width : 1, ' ');
  text_ += text;
  text_ += '\n';
}

}  // namespace gradvet
