#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

#include "src/core/error.hpp"
#include "src/core/scope.hpp"

namespace gradvet {

/// Each reads the value of a flag; `flag` is its name for the message (E102, E101 for an unknown key).

/// A whole number from `least` to `most`, in decimal digits alone.
Result<std::uint64_t> read_count(std::string_view flag, std::string_view text, std::uint64_t least,
                                 std::uint64_t most);

/// `500ms`, `10s`, `1.5s`, `2m`, `1h`; above zero, at most 30 days.
Result<std::chrono::milliseconds> read_duration(std::string_view flag, std::string_view text);

/// `4G`, `4GiB`, `512m` in powers of 1024, or a number of bytes; at least `least`. (`4GB` is refused: some
/// mean powers of 1000.)
Result<std::uint64_t> read_size(std::string_view flag, std::string_view text, std::uint64_t least);

/// `microbatches=3,width=2,values=5,counts=4` in any order, or `off`: nothing.
Result<std::optional<ScopeRequest>> read_scope(std::string_view flag, std::string_view text);

}  // namespace gradvet
