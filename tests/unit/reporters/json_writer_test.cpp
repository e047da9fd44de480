#include "src/reporters/json_writer.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace gradvet {
namespace {

std::string write_sample(JsonWriter::Spacing spacing) {
  std::string out;
  JsonWriter json(out, spacing);
  json.begin_object();
  json.key("a");
  json.begin_array();
  json.integer(1);
  json.real(2.5);
  json.begin_object();
  json.end_object();
  json.end_array();
  json.key("b");
  json.null();
  json.key("c");
  json.boolean(false);
  json.end_object();
  return out;
}

TEST(JsonWriter, WritesCompactText) {
  EXPECT_EQ(write_sample(JsonWriter::Spacing::kCompact), R"({"a":[1,2.5,{}],"b":null,"c":false})");
}

TEST(JsonWriter, SpacesAsPythonDoes) {
  EXPECT_EQ(write_sample(JsonWriter::Spacing::kSpaced), R"({"a": [1, 2.5, {}], "b": null, "c": false})");
}

TEST(JsonWriter, EscapesKeysAndStrings) {
  std::string out;
  JsonWriter json(out, JsonWriter::Spacing::kCompact);
  json.begin_object();
  json.key("quo\"te");
  json.string("line\nfeed");
  json.end_object();
  EXPECT_EQ(out, R"({"quo\"te":"line\nfeed"})");
}

TEST(JsonWriter, HasNoNumberForWhatIsNotFinite) {
  std::string out;
  JsonWriter json(out, JsonWriter::Spacing::kCompact);
  json.begin_array();
  json.real(std::numeric_limits<double>::infinity());
  json.real(std::numeric_limits<double>::quiet_NaN());
  json.end_array();
  EXPECT_EQ(out, "[null,null]");
}

TEST(JsonWriter, ReformatsAndKeepsNumberTokens) {
  std::string out;
  JsonWriter json(out, JsonWriter::Spacing::kSpaced);
  json.reformat(R"([1.50,2E+1,{"a":[true,null,"x"]}])");
  EXPECT_EQ(out, R"([1.50, 2E+1, {"a": [true, null, "x"]}])");
}

TEST(JsonWriter, MakesAStringOfTextThatIsNotJson) {
  std::string out;
  JsonWriter json(out, JsonWriter::Spacing::kSpaced);
  json.reformat("an exception: ZeroDivisionError");
  EXPECT_EQ(out, R"("an exception: ZeroDivisionError")");
}

}  // namespace
}  // namespace gradvet
