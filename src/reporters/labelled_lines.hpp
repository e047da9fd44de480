#pragma once

#include <string>
#include <string_view>

#include "src/reporters/terminal_text.hpp"

namespace gradvet {

/// Indented lines with a label column on the left.
class LabelledLines {
 public:
  explicit LabelledLines(const Palette& palette) : palette_(palette) {}

  void add(std::string_view label, std::string_view text);
  /// A further line under the last label.
  void add_below(std::string_view text) { add("", text); }
  void add_blank() { text_ += '\n'; }

  const std::string& text() const { return text_; }

 private:
  const Palette& palette_;
  std::string text_;
};

}  // namespace gradvet
