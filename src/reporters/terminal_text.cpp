#include "src/reporters/terminal_text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace gradvet {

namespace {

/// A code point and the bytes it takes; zero bytes where the text is not UTF-8 at that place.
struct CodePoint {
  char32_t value = 0;
  std::size_t bytes = 0;
};

CodePoint decode(std::string_view text) {
  const auto byte = [&text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  std::size_t bytes = 0;
  char32_t value = 0;
  char32_t least = 0;  // shorter encodings of the same code point are not UTF-8
  if ((lead & 0xe0) == 0xc0) {
    bytes = 2, value = lead & 0x1f, least = 0x80;
  } else if ((lead & 0xf0) == 0xe0) {
    bytes = 3, value = lead & 0x0f, least = 0x800;
  } else if ((lead & 0xf8) == 0xf0) {
    bytes = 4, value = lead & 0x07, least = 0x10000;
  }
  if (bytes == 0 || text.size() < bytes) return {};
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {};
    value = (value << 6) | (byte(i) & 0x3f);
  }
  const bool is_surrogate = value >= 0xd800 && value <= 0xdfff;
  if (value < least || value > 0x10ffff || is_surrogate) return {};
  return {value, bytes};
}

bool steers_terminal(char32_t c) {
  const bool is_control = c < 0x20 || (c >= 0x7f && c <= 0x9f);
  const bool is_line_separator = c == 0x2028 || c == 0x2029;
  const bool is_bidirectional = c == 0x061c || c == 0x200e || c == 0x200f || (c >= 0x202a && c <= 0x202e) ||
                                (c >= 0x2066 && c <= 0x2069);
  return is_control || is_line_separator || is_bidirectional;
}

}  // namespace

std::string terminal_text(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const CodePoint point = decode(text);
    if (point.bytes == 0) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
      text.remove_prefix(1);
      continue;
    }
    if (!steers_terminal(point.value)) {
      out += text.substr(0, point.bytes);
    } else if (point.value == '\n') {
      out += "\\n";
    } else if (point.value == '\t') {
      out += "\\t";
    } else if (point.value == '\r') {
      out += "\\r";
    } else if (point.value < 0x80) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned>(point.value));
    } else {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(point.value));
    }
    text.remove_prefix(point.bytes);
  }
  return out;
}

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t from_end = 3; from_end < digits.size(); from_end += 4)
    digits.insert(digits.size() - from_end, 1, ',');
  return digits;
}

std::string counted(std::uint64_t number, std::string_view noun, std::string_view plural) {
  if (number == 1) return fmt::format("1 {}", noun);
  if (plural.empty()) return fmt::format("{} {}s", grouped(number), noun);
  return fmt::format("{} {}", grouped(number), plural);
}

std::string ratio_text(double ratio) {
  if (std::isinf(ratio)) return "over 1e+308";
  if (!(ratio > 0)) return fmt::format("{}", ratio);
  const double step = std::pow(10.0, std::floor(std::log10(ratio)) - 2.0);
  const double rounded_up = std::ceil(ratio / step) * step;
  // Steps below the least double, and sums beyond the largest, leave nothing to round.
  return fmt::format("{:.3g}", std::isfinite(rounded_up) && rounded_up > 0 ? rounded_up : ratio);
}

std::string elided(std::string_view text, std::size_t most_bytes) {
  if (text.size() <= most_bytes) return std::string(text);
  std::size_t kept = most_bytes;
  while (kept > 0 && (static_cast<unsigned char>(text[kept]) & 0xc0) == 0x80) --kept;
  return fmt::format("{}… ({} more)", text.substr(0, kept), counted(text.size() - kept, "byte"));
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (const char c : text) width += (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  return width;
}

std::string Palette::paint(std::string_view code, std::string_view text) const {
  if (colour_ == Colour::kOff) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

}  // namespace gradvet
