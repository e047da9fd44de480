#include "src/text/json_value.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace gradvet {
namespace {

using ::testing::HasSubstr;
using Kind = JsonValue::Kind;

JsonValue parsed(std::string_view text) {
  Result<JsonValue> value = parse_json(text);
  EXPECT_TRUE(value.has_value()) << text << ": " << (value ? "" : value.error().message);
  return value.value_or(JsonValue{});
}

TEST(JsonValue, KeepsNumbersAsTheyAreWritten) {
  const JsonValue value = parsed(R"( {"a": [1.50 , -0, 1e400, 9007199254740993 ]} )");
  const JsonValue* list = value.find("a");
  ASSERT_NE(list, nullptr);
  ASSERT_EQ(list->items.size(), 4U);
  EXPECT_EQ(list->items[0].text, "1.50");
  EXPECT_EQ(list->items[1].text, "-0");
  EXPECT_EQ(list->items[2].text, "1e400");
  EXPECT_EQ(list->items[3].text, "9007199254740993");
}

TEST(JsonValue, ReadsEveryKindAtTheRoot) {
  EXPECT_EQ(parsed("null").kind, Kind::kNull);
  EXPECT_EQ(parsed(" true ").kind, Kind::kTrue);
  EXPECT_EQ(parsed("false").kind, Kind::kFalse);
  EXPECT_EQ(parsed("7\n").kind, Kind::kNumber);
  EXPECT_EQ(parsed(R"("x")").kind, Kind::kString);
  EXPECT_EQ(parsed("[]").kind, Kind::kArray);
  EXPECT_EQ(parsed("{}").kind, Kind::kObject);
}

TEST(JsonValue, DecodesEscapesAndSurrogatePairs) {
  EXPECT_EQ(parsed(R"("a\n\"\u00e9\ud83d\ude00")").text, "a\n\"\xC3\xA9\xF0\x9F\x98\x80");
}

TEST(JsonValue, KeepsMembersInOrder) {
  const JsonValue value = parsed(R"({"b":1,"a":2})");
  ASSERT_EQ(value.members.size(), 2U);
  EXPECT_EQ(value.members[0].key, "b");
  EXPECT_EQ(value.members[1].key, "a");
}

// Each of these is no JSON text (RFC 8259); several pass simdjson's on-demand reader.
class NotJson : public ::testing::TestWithParam<std::string> {};

TEST_P(NotJson, IsRefused) { EXPECT_FALSE(parse_json(GetParam()).has_value()) << GetParam(); }

INSTANTIATE_TEST_SUITE_P(JsonValue, NotJson,
                         ::testing::Values("", " ", "01", "-", "1e", "1.", ".5", "+1", "1.2.3", "0x1", "1e+",
                                           "NaN", "-Infinity", "nul", "nulll", "truee", "1 2", "1,2", "1]",
                                           "1],[2", "[1] []", "{}{}", "[", "]", "[1", "[1,]", "[,1]", "[1 2]",
                                           "[1,,2]", "{", "}", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}",
                                           "{\"a\" 1}", "{\"a\":1 \"b\":2}", "{\"a\":1,\"a\":2}",
                                           "[{\"a\":1]}", "'a'", "\"a", "\"\\x\"", "\"\\u12\"", "\"\\ud800\"",
                                           "\"\\udc00\"", "\"\\ud800\\u0041\"", "\"\\ud800x\"", "\"a\nb\"",
                                           "\"\xFF\"", "\"\xC0\x80\"", "\"\xED\xA0\x80\"",
                                           "\"\xF4\x90\x80\x80\"", "\xEF\xBB\xBF{}", "[1]//x"));

TEST(JsonValue, RefusesADuplicateKeyAmongMany) {
  std::string text = "{";
  for (int i = 0; i < 40; ++i) text += "\"k" + std::to_string(i) + "\":0,";
  EXPECT_TRUE(parse_json(text + "\"k40\":0}").has_value());
  const Result<JsonValue> value = parse_json(text + "\"k20\":0}");
  ASSERT_FALSE(value.has_value());
  EXPECT_THAT(value.error().message, HasSubstr("'k20'"));
}

TEST(JsonValue, RefusesAKeyThatIsTheSameOnlyWhenDecoded) {
  EXPECT_FALSE(parse_json(R"({"a":1,"\u0061":2})").has_value());
}

TEST(JsonValue, TakesSixtyFourLevelsAndNoMore) {
  EXPECT_TRUE(parse_json(std::string(64, '[') + std::string(64, ']')).has_value());
  EXPECT_FALSE(parse_json(std::string(65, '[') + std::string(65, ']')).has_value());
  EXPECT_FALSE(parse_json(std::string(100000, '[')).has_value());
}

TEST(JsonValue, SaysWhereTheFaultIs) {
  const Result<JsonValue> number = parse_json("[1,\n  01]");
  ASSERT_FALSE(number.has_value());
  EXPECT_EQ(number.error().code, ErrorCode::kBadNumber);
  EXPECT_THAT(number.error().message, HasSubstr("line 2, column 3"));

  const Result<JsonValue> text = parse_json("{\"a\":\"b\xFF\"}");
  ASSERT_FALSE(text.has_value());
  EXPECT_EQ(text.error().code, ErrorCode::kBadJson);
  EXPECT_THAT(text.error().message, HasSubstr("line 1, column 8"));
}

TEST(JsonString, EscapesWhatJsonMustAndReplacesBadUtf8) {
  std::string out;
  append_json_string(out, std::string_view("a\"\\\n\x01\xC3\xA9\xFF\0z", 10));
  EXPECT_EQ(out, "\"a\\\"\\\\\\n\\u0001\xC3\xA9\xEF\xBF\xBD\\u0000z\"");
}

TEST(JsonString, ReadsBackAsWritten) {
  const std::string text = "tab\t cr\r del\x7F quote\" emoji \xF0\x9F\x98\x80";
  std::string out;
  append_json_string(out, text);
  EXPECT_EQ(parsed(out).text, text);
}

}  // namespace
}  // namespace gradvet
