#pragma once

#include <string>
#include <string_view>

namespace gradvet {

/// `: ` and the last lines of what a candidate wrote to stderr, for an error message; empty where it wrote
/// nothing.
std::string stderr_excerpt(std::string_view text);

}  // namespace gradvet
