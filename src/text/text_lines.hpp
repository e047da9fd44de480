#pragma once

#include <string_view>
#include <vector>

namespace gradvet {

/// The lines of a text, without their ends; a last one without an end counts too. Views of the text.
std::vector<std::string_view> lines_of(std::string_view text);

}  // namespace gradvet
