#pragma once

#include <string_view>

namespace gradvet {

/// The text of a file in starters/, by its name without an ending; empty where there is none.
std::string_view starter_text(std::string_view name);

}  // namespace gradvet
