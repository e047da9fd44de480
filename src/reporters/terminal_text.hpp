#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gradvet {

/// Text that cannot steer a terminal: control characters (C0, DEL, C1), bidirectional overrides and invalid
/// UTF-8 become escapes such as `\n`, `\x1b`, `\u202e`. For every text that a candidate or a file brought.
std::string terminal_text(std::string_view text);

/// `18,432`.
std::string grouped(std::uint64_t number);

/// `1 case`, `18,432 cases`; `plural` where an s is not enough.
std::string counted(std::uint64_t number, std::string_view noun, std::string_view plural = {});

/// A positive ratio with three digits, rounded up so that what is above 1 never reads as 1.
std::string ratio_text(double ratio);

/// The text, or its beginning and how much is left out.
std::string elided(std::string_view text, std::size_t most_bytes);

/// Columns that the text takes on a terminal, counting each code point as one.
std::size_t display_width(std::string_view text);

enum class Colour { kOff, kOn };

/// Puts colours around texts, or leaves them as they are.
class Palette {
 public:
  explicit Palette(Colour colour) : colour_(colour) {}
  std::string good(std::string_view text) const { return paint("32;1", text); }
  std::string bad(std::string_view text) const { return paint("31;1", text); }
  std::string doubtful(std::string_view text) const { return paint("33;1", text); }
  std::string label(std::string_view text) const { return paint("2", text); }
  std::string strong(std::string_view text) const { return paint("1", text); }

 private:
  std::string paint(std::string_view code, std::string_view text) const;
  Colour colour_;
};

}  // namespace gradvet
