#include "src/text/json_value.hpp"

#include <simdjson.h>

#include <algorithm>
#include <unordered_set>

#include "src/text/decimal_grammar.hpp"
#include "src/text/json_strings.hpp"

namespace gradvet {

namespace {

namespace ondemand = simdjson::ondemand;

constexpr int kMaxNesting = 64;
/// Up to here a walk over the members is faster than a table of their keys.
constexpr std::size_t kFewMembers = 16;

Error fault_at(std::string_view text, std::size_t offset, std::string_view what,
               ErrorCode code = ErrorCode::kBadJson) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0: the first line
  return Error{code,
               "line " + std::to_string(line) + ", column " + std::to_string(before.size() - line_start + 1) +
                   ": " + std::string(what),
               {}};
}

/// Walks simdjson's lazy document once, in order, and copies it.
///
/// The text is read inside a pair of brackets of ours, as the one item of an array: simdjson treats a number
/// or string at the root as a special form with other checks.
class DocumentReader {
 public:
  explicit DocumentReader(std::string_view text) : text_(text) {
    std::string wrapped;
    wrapped.reserve(text.size() + 3);
    wrapped += '[';
    wrapped += text;
    wrapped += "\n]";
    wrapped_ = simdjson::padded_string(wrapped);
  }

  Result<JsonValue> read() {
    ondemand::parser parser;
    ondemand::document document;
    if (parser.iterate(wrapped_).get(document) != simdjson::SUCCESS) return unexpected_at(0, "no JSON");
    document_ = &document;
    ondemand::array items;
    if (document.get_array().get(items) != simdjson::SUCCESS) return unexpected_here("the text is no JSON");
    Result<JsonValue> result = unexpected_at(text_.size(), "a value is missing");
    bool has_value = false;
    for (auto item : items) {
      ondemand::value value;
      if (std::move(item).get(value) != simdjson::SUCCESS)
        return unexpected_here("a value is missing or malformed");
      if (has_value) return unexpected_here("something follows the JSON value");
      has_value = true;
      JsonValue copy;
      if (!read_value(value, copy, 0)) return tl::unexpected(error_);
      result = std::move(copy);
    }
    if (has_value && document.current_location().error() != simdjson::OUT_OF_BOUNDS)
      return unexpected_here("something follows the JSON value");
    return result;
  }

 private:
  tl::unexpected<Error> unexpected_at(std::size_t offset, std::string_view what) const {
    return tl::unexpected<Error>(fault_at(text_, offset, what));
  }
  tl::unexpected<Error> unexpected_here(std::string_view what) { return unexpected_at(offset_here(), what); }

  std::size_t offset_of(const char* pointer) const {
    const auto offset = static_cast<std::size_t>(pointer - wrapped_.data());
    return offset == 0 ? 0 : std::min(offset - 1, text_.size());
  }
  std::size_t offset_here() {
    const char* pointer = nullptr;
    return document_->current_location().get(pointer) == simdjson::SUCCESS ? offset_of(pointer)
                                                                           : text_.size();
  }

  bool fail(std::size_t offset, std::string_view what, ErrorCode code = ErrorCode::kBadJson) {
    error_ = fault_at(text_, offset, what, code);
    return false;
  }
  bool fail_here(std::string_view what) { return fail(offset_here(), what); }

  bool read_value(ondemand::value& value, JsonValue& out, int depth) {
    ondemand::json_type type;
    if (value.type().get(type) != simdjson::SUCCESS) return fail_here("a value is missing or malformed");
    switch (type) {
      case ondemand::json_type::array:
        return read_array(value, out, depth);
      case ondemand::json_type::object:
        return read_object(value, out, depth);
      case ondemand::json_type::number:
        return read_number(value, out);
      case ondemand::json_type::string:
        return read_string(value, out);
      case ondemand::json_type::boolean: {
        bool flag = false;
        if (value.get_bool().get(flag) != simdjson::SUCCESS) return fail_here("a value is malformed");
        out.kind = flag ? JsonValue::Kind::kTrue : JsonValue::Kind::kFalse;
        return true;
      }
      case ondemand::json_type::null: {
        bool is_null = false;
        if (value.is_null().get(is_null) != simdjson::SUCCESS || !is_null)
          return fail_here("a value is malformed");
        out.kind = JsonValue::Kind::kNull;
        return true;
      }
    }
    return fail_here("a value is malformed");
  }

  /// simdjson hands a number out unread and with the spaces behind it: `01` and `1.2.3` would pass.
  bool read_number(ondemand::value& value, JsonValue& out) {
    std::string_view token = value.raw_json_token();
    const std::size_t offset = offset_of(token.data());
    const std::size_t last = token.find_last_not_of(" \t\r\n");
    token = token.substr(0, last + 1);
    if (!split_decimal(token)) return fail(offset, "a malformed number", ErrorCode::kBadNumber);
    out.kind = JsonValue::Kind::kNumber;
    out.text = token;
    return true;
  }

  bool read_string(ondemand::value& value, JsonValue& out) {
    std::string_view content;
    if (value.get_string().get(content) != simdjson::SUCCESS) return fail_here("a string is malformed");
    out.kind = JsonValue::Kind::kString;
    out.text = content;
    return true;
  }

  bool read_array(ondemand::value& value, JsonValue& out, int depth) {
    if (depth >= kMaxNesting) return fail_here("nested deeper than 64");
    ondemand::array items;
    if (value.get_array().get(items) != simdjson::SUCCESS) return fail_here("an array is malformed");
    out.kind = JsonValue::Kind::kArray;
    for (auto item : items) {
      ondemand::value child;
      if (std::move(item).get(child) != simdjson::SUCCESS) return fail_here("an array is malformed");
      if (!read_value(child, out.items.emplace_back(), depth + 1)) return false;
    }
    return true;
  }

  bool read_object(ondemand::value& value, JsonValue& out, int depth) {
    if (depth >= kMaxNesting) return fail_here("nested deeper than 64");
    ondemand::object members;
    if (value.get_object().get(members) != simdjson::SUCCESS) return fail_here("an object is malformed");
    out.kind = JsonValue::Kind::kObject;
    std::unordered_set<std::string> keys;
    for (auto member : members) {
      ondemand::field field;
      if (std::move(member).get(field) != simdjson::SUCCESS) return fail_here("an object is malformed");
      std::string_view key;
      if (field.unescaped_key().get(key) != simdjson::SUCCESS) return fail_here("a key is malformed");
      if (has_key(out, keys, key)) return fail_here("the key '" + std::string(key) + "' comes twice");
      auto& [name, child] = out.members.emplace_back(JsonMember{std::string(key), JsonValue{}});
      ondemand::value content = field.value();
      if (!read_value(content, child, depth + 1)) return false;
    }
    return true;
  }

  static bool has_key(const JsonValue& object, std::unordered_set<std::string>& keys, std::string_view key) {
    if (object.members.size() < kFewMembers) return object.find(key) != nullptr;
    if (keys.empty())
      for (const auto& [name, child] : object.members) keys.insert(name);
    return !keys.insert(std::string(key)).second;
  }

  std::string_view text_;
  simdjson::padded_string wrapped_;
  ondemand::document* document_ = nullptr;
  Error error_{ErrorCode::kBadJson, {}, {}};
};

}  // namespace

const JsonValue* JsonValue::find(std::string_view key) const {
  for (const auto& [name, value] : members)
    if (name == key) return &value;
  return nullptr;
}

Result<JsonValue> parse_json(std::string_view text) {
  if (const std::optional<TextFault> fault = find_string_fault(text))
    return tl::unexpected<Error>(fault_at(text, fault->offset, fault->what));
  return DocumentReader(text).read();
}

void append_json_string(std::string& out, std::string_view text) {
  static constexpr char kHex[] = "0123456789abcdef";
  out += '"';
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const std::size_t length = utf8_sequence_length(text, at);
    if (length == 0) {
      out += "\xEF\xBF\xBD";
      ++at;
      continue;
    }
    switch (byte) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      default:
        if (byte < 0x20 || byte == 0x7F) {
          out += "\\u00";
          out += kHex[byte >> 4];
          out += kHex[byte & 0xF];
        } else {
          out += text.substr(at, length);
        }
    }
    at += length;
  }
  out += '"';
}

}  // namespace gradvet
