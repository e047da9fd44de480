#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/text/json_value.hpp"

namespace gradvet {

/// Writes JSON into a string, member by member in the order of the calls, so that the same calls give the
/// same bytes. It adds commas; it does not check that a key comes before each member's value.
class JsonWriter {
 public:
  /// kCompact: `{"a":[1,2]}`. kSpaced: `{"a": [1, 2]}`, the way Python's json.dumps writes.
  enum class Spacing { kCompact, kSpaced };

  JsonWriter(std::string& out, Spacing spacing) : out_(out), spacing_(spacing) {}

  void begin_object() { open('{'); }
  void end_object() { close('}'); }
  void begin_array() { open('['); }
  void end_array() { close(']'); }
  void key(std::string_view name);

  void string(std::string_view text);
  void integer(std::uint64_t number);
  /// Shortest text that reads back; null where it is not finite, for which JSON has no number.
  void real(double number);
  void boolean(bool value);
  void null();
  /// Text that is JSON already.
  void raw(std::string_view json);
  /// A parsed document, its number tokens as they were written.
  void value(const JsonValue& value);
  /// JSON text with this writer's spacing; text that is not JSON becomes a string.
  void reformat(std::string_view json);

 private:
  void open(char bracket);
  void close(char bracket);
  void begin_value();

  std::string& out_;
  Spacing spacing_;
  std::vector<bool> has_items_;  ///< for each open bracket
  bool after_key_ = false;
};

}  // namespace gradvet
