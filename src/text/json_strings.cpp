#include "src/text/json_strings.hpp"

#include <charconv>

namespace gradvet {

namespace {

bool is_continuation(std::string_view text, std::size_t at, unsigned char low, unsigned char high) {
  if (at >= text.size()) return false;
  const auto byte = static_cast<unsigned char>(text[at]);
  return byte >= low && byte <= high;
}

/// The code unit of `\uXXXX` at `at`, or nothing where there is no such escape.
std::optional<unsigned> code_unit(std::string_view text, std::size_t at) {
  if (text.size() < at + 6 || text[at] != '\\' || text[at + 1] != 'u') return std::nullopt;
  unsigned unit = 0;
  const char* const first = text.data() + at + 2;
  const auto [end, error] = std::from_chars(first, first + 4, unit, 16);
  if (error != std::errc() || end != first + 4) return std::nullopt;
  return unit;
}

bool is_high_surrogate(unsigned unit) { return unit >= 0xD800 && unit <= 0xDBFF; }
bool is_low_surrogate(unsigned unit) { return unit >= 0xDC00 && unit <= 0xDFFF; }

/// Bytes that an escape at `at` takes, or 0 for a lone surrogate. An escape that is not JSON's counts as two
/// bytes: the tokenizer refuses it.
std::size_t escape_length(std::string_view text, std::size_t at) {
  const std::optional<unsigned> unit = code_unit(text, at);
  if (!unit) return 2;
  if (is_low_surrogate(*unit)) return 0;
  if (!is_high_surrogate(*unit)) return 6;
  const std::optional<unsigned> next = code_unit(text, at + 6);
  return next && is_low_surrogate(*next) ? 12 : 0;
}

}  // namespace

std::size_t utf8_sequence_length(std::string_view text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return is_continuation(text, at + 1, 0x80, 0xBF) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const unsigned char low = lead == 0xE0 ? 0xA0 : 0x80;   // no overlong form
    const unsigned char high = lead == 0xED ? 0x9F : 0xBF;  // no surrogate
    return is_continuation(text, at + 1, low, high) && is_continuation(text, at + 2, 0x80, 0xBF) ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const unsigned char low = lead == 0xF0 ? 0x90 : 0x80;
    const unsigned char high = lead == 0xF4 ? 0x8F : 0xBF;  // nothing above U+10FFFF
    return is_continuation(text, at + 1, low, high) && is_continuation(text, at + 2, 0x80, 0xBF) &&
                   is_continuation(text, at + 3, 0x80, 0xBF)
               ? 4
               : 0;
  }
  return 0;
}

std::optional<TextFault> find_string_fault(std::string_view text) {
  bool inside = false;
  std::size_t opened_at = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte == '"') {
      inside = !inside;
      opened_at = at++;
    } else if (inside && byte < 0x20) {
      return TextFault{at, "a control character inside a string"};
    } else if (inside && byte == '\\') {
      const std::size_t length = escape_length(text, at);
      if (length == 0) return TextFault{at, "a lone surrogate"};
      at += length;
    } else {
      const std::size_t length = utf8_sequence_length(text, at);
      if (length == 0) return TextFault{at, "invalid UTF-8"};
      at += length;
    }
  }
  if (inside) return TextFault{opened_at, "a string without an end"};
  return std::nullopt;
}

}  // namespace gradvet
