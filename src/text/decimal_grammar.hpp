#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace gradvet {

/// The parts of a JSON number token (RFC 8259, section 6): value = ±`digits` * 10^`exponent`, where digits
/// are those of `whole` followed by those of `fraction`.
struct DecimalParts {
  bool is_negative = false;
  std::string_view whole;     ///< "0" or digits without a leading zero
  std::string_view fraction;  ///< digits after the point; may be empty
  /// The written exponent less the length of `fraction`; saturates far beyond what anyone builds.
  std::int64_t exponent = 0;
  /// True where neither a point nor an exponent is written.
  bool is_integer_token = false;
};

/// Splits a token; nothing where the whole of it is no JSON number.
std::optional<DecimalParts> split_decimal(std::string_view token);

/// True if `text` is `0` or digits without a leading zero.
bool is_plain_integer(std::string_view text);

}  // namespace gradvet
