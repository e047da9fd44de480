#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace gradvet {

/// Number of bytes of the well-formed UTF-8 sequence (Unicode 15, table 3-7) that starts at `text[at]`; 0
/// where none does. `at` < text.size().
std::size_t utf8_sequence_length(std::string_view text, std::size_t at);

/// What is wrong with a text at a byte offset.
struct TextFault {
  std::size_t offset = 0;
  std::string_view what;
};

/// Looks through JSON text for what a tokenizer may let pass or cannot locate: invalid UTF-8, control
/// characters and lone surrogate escapes in strings, a string without an end. Knows strings only; the grammar
/// is not its business.
std::optional<TextFault> find_string_fault(std::string_view text);

}  // namespace gradvet
