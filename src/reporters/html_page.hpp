#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "src/text/xml_writer.hpp"

namespace gradvet {

/// A whole page: the head with the style sheet, then what `write_body` puts into the body.
std::string html_page(std::string_view title, const std::function<void(XmlWriter&)>& write_body);

}  // namespace gradvet
