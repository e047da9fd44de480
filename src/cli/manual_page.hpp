#pragma once

#include <string>
#include <string_view>

#include "src/cli/flag_catalog.hpp"

namespace gradvet {

/// The program's page for man(1), section 1, in the man macros of roff.
std::string manual_page(const CatalogCommand& program, std::string_view version);

}  // namespace gradvet
