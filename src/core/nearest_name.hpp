#pragma once

#include <span>
#include <string_view>

namespace gradvet {

/// The name that `word` was probably meant to be: the one with the fewest edits (insert, delete, replace or
/// swap of neighbours, each counted once; letter case is free), the first of those in `names` order. Empty
/// where even the best needs more than one edit for every three letters of the longer of the two (but one
/// edit is always near).
std::string_view nearest_name(std::string_view word, std::span<const std::string_view> names);

}  // namespace gradvet
