#pragma once

#include <string_view>

#include "src/core/reporter.hpp"
#include "src/reporters/json_writer.hpp"

namespace gradvet {

/// Opens the object of a JSON report with what every one of them begins with: schema, version and seed.
void begin_report(JsonWriter& json, std::string_view schema, const Session& session);

}  // namespace gradvet
