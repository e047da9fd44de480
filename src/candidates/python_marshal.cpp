#include "src/candidates/python_marshal.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

namespace gradvet {

static_assert(std::endian::native == std::endian::little, "marshal data is copied as it lies in memory");

namespace {

constexpr int kDigitBits = 15;

template <class T>
void append_raw(std::string& out, char type, T value) {
  char bytes[1 + sizeof value];
  bytes[0] = type;
  std::memcpy(bytes + 1, &value, sizeof value);
  out.append(bytes, sizeof bytes);
}

}  // namespace

void append_marshal_float(std::string& out, double number) { append_raw(out, 'g', number); }

void append_marshal_integer(std::string& out, std::int64_t number) {
  if (number >= std::numeric_limits<std::int32_t>::min() &&
      number <= std::numeric_limits<std::int32_t>::max()) {
    append_raw(out, 'i', static_cast<std::int32_t>(number));
    return;
  }
  auto rest =
      number < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(number) : static_cast<std::uint64_t>(number);
  std::uint16_t digits[5];
  std::int32_t count = 0;
  for (; rest != 0; rest >>= kDigitBits) digits[count++] = static_cast<std::uint16_t>(rest & 0x7FFF);
  append_raw(out, 'l', number < 0 ? -count : count);
  out.append(reinterpret_cast<const char*>(digits), static_cast<std::size_t>(count) * sizeof digits[0]);
}

void append_marshal_list(std::string& out, std::size_t count) {
  append_raw(out, '[', static_cast<std::uint32_t>(count));
}

void append_marshal_text(std::string& out, std::string_view text) {
  append_raw(out, 'u', static_cast<std::uint32_t>(text.size()));
  out += text;
}

void append_marshal_tuple(std::string& out, std::size_t count) {
  append_raw(out, '(', static_cast<std::uint32_t>(count));
}

template <class T>
bool MarshalReader::take(T& out) {
  if (bytes_.size() - at_ < sizeof out) return false;
  std::memcpy(&out, bytes_.data() + at_, sizeof out);
  at_ += sizeof out;
  return true;
}

MarshalReader::Kind MarshalReader::next() {
  char type = 0;
  if (!take(type)) return malformed();
  switch (type) {
    case 'g':
      return take(number) ? Kind::kFloat : malformed();
    case 'i': {
      std::int32_t small = 0;
      if (!take(small)) return malformed();
      integer = small;
      return Kind::kInteger;
    }
    case 'l':
      return read_long();
    case 'N':
      return Kind::kNone;
    case '[':
      return read_count(Kind::kList);
    case '(':
      return read_count(Kind::kTuple);
    case '{':
      return Kind::kDict;
    case '0':
      return Kind::kDictEnd;
    case 'u':
    case 't': {
      if (read_count(Kind::kText) != Kind::kText || bytes_.size() - at_ < count) return malformed();
      text = bytes_.substr(at_, count);
      at_ += count;
      return Kind::kText;
    }
    default:
      return malformed();
  }
}

MarshalReader::Kind MarshalReader::read_count(Kind kind) {
  std::uint32_t written = 0;
  if (!take(written)) return malformed();
  count = written;
  return kind;
}

MarshalReader::Kind MarshalReader::read_long() {
  std::int32_t signed_count = 0;
  if (!take(signed_count)) return malformed();
  const auto digits = static_cast<std::size_t>(std::abs(static_cast<std::int64_t>(signed_count)));
  if ((bytes_.size() - at_) / sizeof(std::uint16_t) < digits) return malformed();
  const char* const first = bytes_.data() + at_;
  at_ += digits * sizeof(std::uint16_t);
  const auto digit_at = [first](std::size_t i) {
    std::uint16_t digit = 0;
    std::memcpy(&digit, first + i * sizeof digit, sizeof digit);
    return digit;
  };
  constexpr std::size_t kFitsInt64 = 4;  // 60 bits
  if (digits <= kFitsInt64) {
    integer = 0;
    for (std::size_t i = digits; i-- > 0;) integer = (integer << kDigitBits) | digit_at(i);
    if (signed_count < 0) integer = -integer;
    return Kind::kInteger;
  }
  Integer value;
  for (std::size_t i = digits; i-- > 0;) {
    value <<= kDigitBits;
    value += digit_at(i);
  }
  if (signed_count < 0) value.backend().negate();
  long_integer = std::move(value);
  return Kind::kLongInteger;
}

}  // namespace gradvet
