#include "src/reporters/json_writer.hpp"

#include <cmath>

#include "src/text/decimal.hpp"

namespace gradvet {

void JsonWriter::begin_value() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (has_items_.empty()) return;
  if (has_items_.back()) out_ += spacing_ == Spacing::kSpaced ? ", " : ",";
  has_items_.back() = true;
}

void JsonWriter::open(char bracket) {
  begin_value();
  out_ += bracket;
  has_items_.push_back(false);
}

void JsonWriter::close(char bracket) {
  has_items_.pop_back();
  out_ += bracket;
}

void JsonWriter::key(std::string_view name) {
  begin_value();
  append_json_string(out_, name);
  out_ += spacing_ == Spacing::kSpaced ? ": " : ":";
  after_key_ = true;
}

void JsonWriter::string(std::string_view text) {
  begin_value();
  append_json_string(out_, text);
}

void JsonWriter::integer(std::uint64_t number) {
  begin_value();
  out_ += std::to_string(number);
}

void JsonWriter::real(double number) {
  if (!std::isfinite(number)) return null();
  begin_value();
  append_shortest(out_, number);
}

void JsonWriter::boolean(bool value) { raw(value ? "true" : "false"); }

void JsonWriter::null() { raw("null"); }

void JsonWriter::raw(std::string_view json) {
  begin_value();
  out_ += json;
}

void JsonWriter::value(const JsonValue& value) {
  switch (value.kind) {
    case JsonValue::Kind::kNull:
      return null();
    case JsonValue::Kind::kTrue:
      return boolean(true);
    case JsonValue::Kind::kFalse:
      return boolean(false);
    case JsonValue::Kind::kNumber:
      return raw(value.text);
    case JsonValue::Kind::kString:
      return string(value.text);
    case JsonValue::Kind::kArray:
      begin_array();
      for (const JsonValue& item : value.items) this->value(item);
      return end_array();
    case JsonValue::Kind::kObject:
      begin_object();
      for (const auto& [name, member] : value.members) {
        key(name);
        this->value(member);
      }
      return end_object();
  }
}

void JsonWriter::reformat(std::string_view json) {
  const Result<JsonValue> parsed = parse_json(json);
  if (parsed) return value(*parsed);
  string(json);
}

}  // namespace gradvet
