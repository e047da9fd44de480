#include "src/candidates/python_marshal.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>

namespace gradvet {
namespace {

using Kind = MarshalReader::Kind;

// The bytes are those that CPython 3.11 prints for marshal.dumps(value, 2).hex().
std::string bytes_of(std::string_view hex) {
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2)
    bytes += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
  return bytes;
}

std::string integer(std::int64_t number) {
  std::string out;
  append_marshal_integer(out, number);
  return out;
}

TEST(PythonMarshal, WritesIntegersAsPythonDoes) {
  EXPECT_EQ(integer(0), bytes_of("6900000000"));
  EXPECT_EQ(integer(-1), bytes_of("69ffffffff"));
  EXPECT_EQ(integer(2147483647), bytes_of("69ffffff7f"));
  EXPECT_EQ(integer(2147483648), bytes_of("6c03000000000000000200"));
  EXPECT_EQ(integer(-2147483649), bytes_of("6cfdffffff010000000200"));
  EXPECT_EQ(integer(std::numeric_limits<std::int64_t>::max()), bytes_of("6c05000000ff7fff7fff7fff7f0700"));
  EXPECT_EQ(integer(std::numeric_limits<std::int64_t>::min()), bytes_of("6cfbffffff00000000000000000800"));
}

TEST(PythonMarshal, WritesAListOfFloats) {
  std::string out;
  append_marshal_list(out, 2);
  append_marshal_float(out, 1.5);
  append_marshal_float(out, -0.0);
  EXPECT_EQ(out, bytes_of("5b0200000067000000000000f83f670000000000000080"));
}

TEST(PythonMarshal, ReadsIntegersOfAnySize) {
  const std::string bytes = bytes_of(
      "69feffffff6c030000000000000002006cfbffffff000000000000000000406c050000000100000000000000"
      "0100");
  MarshalReader reader(bytes);
  ASSERT_EQ(reader.next(), Kind::kInteger);
  EXPECT_EQ(reader.integer, -2);
  ASSERT_EQ(reader.next(), Kind::kInteger);
  EXPECT_EQ(reader.integer, 2147483648);
  ASSERT_EQ(reader.next(), Kind::kLongInteger);
  EXPECT_EQ(reader.long_integer, -(Integer(1) << 74));
  ASSERT_EQ(reader.next(), Kind::kLongInteger);
  EXPECT_EQ(reader.long_integer, (Integer(1) << 60) + 1);
}

TEST(PythonMarshal, ReadsEveryOtherKind) {
  // [1.5, None, (3, 7)] and {'float32': 'é'}
  const std::string bytes = bytes_of(
      "5b0300000067000000000000f83f4e280200000069030000006907000000"
      "7b7507000000666c6f61743332750200"
      "0000c3a930");
  MarshalReader reader(bytes);
  ASSERT_EQ(reader.next(), Kind::kList);
  EXPECT_EQ(reader.count, 3U);
  ASSERT_EQ(reader.next(), Kind::kFloat);
  EXPECT_EQ(reader.number, 1.5);
  EXPECT_EQ(reader.next(), Kind::kNone);
  ASSERT_EQ(reader.next(), Kind::kTuple);
  EXPECT_EQ(reader.count, 2U);
  EXPECT_EQ(reader.next(), Kind::kInteger);
  EXPECT_EQ(reader.next(), Kind::kInteger);
  EXPECT_EQ(reader.next(), Kind::kDict);
  ASSERT_EQ(reader.next(), Kind::kText);
  EXPECT_EQ(reader.text, "float32");
  ASSERT_EQ(reader.next(), Kind::kText);
  EXPECT_EQ(reader.text, "\xC3\xA9");
  EXPECT_EQ(reader.next(), Kind::kDictEnd);
  EXPECT_EQ(reader.next(), Kind::kMalformed);
}

TEST(PythonMarshal, StopsAtEveryCut) {
  const std::string whole = bytes_of("67000000000000f83f6c0300000000000000020075020000006162");
  for (std::size_t size = 0; size < whole.size(); ++size) {
    MarshalReader reader(std::string_view(whole).substr(0, size));
    int objects = 0;
    while (reader.next() != Kind::kMalformed) ++objects;
    EXPECT_LT(objects, 3) << size;
    EXPECT_EQ(reader.next(), Kind::kMalformed);
  }
}

}  // namespace
}  // namespace gradvet
