#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/core/error.hpp"

namespace gradvet {

struct JsonMember;

/// A parsed JSON document whose numbers are the raw tokens of the text, so that nothing is rounded on the way
/// in.
struct JsonValue {
  enum class Kind { kNull, kTrue, kFalse, kNumber, kString, kArray, kObject };
  Kind kind = Kind::kNull;
  /// A number's token as written (checked against the JSON grammar), or a string's content.
  std::string text;
  std::vector<JsonValue> items;
  std::vector<JsonMember> members;  ///< in order; keys are unique

  /// The member with this key, or null.
  const JsonValue* find(std::string_view key) const;
};

struct JsonMember {
  std::string key;
  JsonValue value;
};

/// Parses one JSON document and nothing after it. E401 names line and column and refuses duplicate keys,
/// nesting over 64, invalid UTF-8 and lone surrogates; E402 a malformed number.
Result<JsonValue> parse_json(std::string_view text);

/// Appends a JSON string literal; invalid UTF-8 becomes U+FFFD, control characters are escaped.
void append_json_string(std::string& out, std::string_view text);

}  // namespace gradvet
