#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "src/core/number.hpp"

namespace gradvet {

/// The part of Python's marshal format, version 2, that the runner and we exchange: a type byte, then
/// little-endian data. Its facts: `g` float64; `i` int32; `l` a signed int32 count of 15-bit digits, least
/// first; `N` None; `[` and
/// `(` an int32 count and the items; `{` key, value, …, `0`; `u` and `t` an int32 count of bytes of UTF-8.
void append_marshal_float(std::string& out, double number);
void append_marshal_integer(std::string& out, std::int64_t number);
void append_marshal_list(std::string& out, std::size_t count);  ///< `count` items follow
void append_marshal_text(std::string& out, std::string_view text);
void append_marshal_tuple(std::string& out, std::size_t count);  ///< `count` items follow

/// Reads one object after another. The first malformed one ends it: next() gives kMalformed from then on.
class MarshalReader {
 public:
  enum class Kind {
    kFloat,
    kInteger,
    kLongInteger,
    kNone,
    kList,
    kTuple,
    kDict,
    kDictEnd,
    kText,
    kMalformed
  };

  explicit MarshalReader(std::string_view bytes) : bytes_(bytes) {}

  /// The next object's kind; its value is in the member below. The items of a list follow as objects.
  Kind next();

  double number = 0;
  std::int64_t integer = 0;  ///< of kInteger
  Integer long_integer;      ///< of kLongInteger
  std::size_t count = 0;     ///< of kList, kTuple
  std::string_view text;     ///< of kText

  std::size_t position() const { return at_; }

 private:
  template <class T>
  bool take(T& out);
  Kind malformed() {
    at_ = bytes_.size();
    return Kind::kMalformed;
  }
  Kind read_long();
  Kind read_count(Kind kind);

  std::string_view bytes_;
  std::size_t at_ = 0;
};

}  // namespace gradvet
