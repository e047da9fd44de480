#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/reporters/source_place.hpp"

namespace gradvet {

/// Where the code of each candidate stands, of those that are files: a Python file with the line of its
/// function, a library, and for a command the first of its words that is a file, with a relative path if any
/// has one.
SourcePlaces source_places(const std::vector<std::string>& candidates);

/// The line, from 1, on which a Python text defines the name at its outermost level (`def`, `async def`,
/// `class`, `name =`); the last such line, whose definition is the one in force; 1 where there is none.
std::uint64_t line_of_definition(std::string_view python, std::string_view name);

}  // namespace gradvet
