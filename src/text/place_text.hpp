#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "src/core/case.hpp"

namespace gradvet {

/// What a row of the case is: "microbatch", "rank" or "operation".
std::string_view row_word(Layout first_argument);

/// The plural of the same.
std::string_view rows_word(Layout first_argument);

/// Item `item` of the case in words, from 1: "microbatch 2"; "rank 1, microbatch 3"; "microbatch 1, item 2".
std::string place_text(const Case& value, std::size_t item);

}  // namespace gradvet
