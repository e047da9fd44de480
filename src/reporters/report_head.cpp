#include "src/reporters/report_head.hpp"

namespace gradvet {

void begin_report(JsonWriter& json, std::string_view schema, const Session& session) {
  json.begin_object();
  json.key("schema");
  json.string(schema);
  json.key("version");
  json.string(session.version);
  json.key("seed");
  json.integer(session.seed);
}

}  // namespace gradvet
