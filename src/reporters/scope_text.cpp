#include "src/reporters/scope_text.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "src/reporters/terminal_text.hpp"
#include "src/text/place_text.hpp"

namespace gradvet {

namespace {

/// Names and lengths of the scope's lists, in the order in which --scope lists them.
std::array<std::pair<std::string_view, std::size_t>, 7> list_lengths(const Scope& scope) {
  return {{{"values", scope.values.size()},
           {"weights", scope.weights.size()},
           {"scales", scope.scales.size()},
           {"bounds", scope.bounds.size()},
           {"counts", scope.counts.size()},
           {"sizes", scope.sizes.size()},
           {"targets", scope.targets.size()}}};
}

}  // namespace

std::string scope_text(const Scope& scope, Signature signature) {
  const Layout rows = signature.front().layout;
  std::string out = "up to " + counted(scope.microbatches, row_word(rows), rows_word(rows));
  if (scope.items != 0)
    out += ", " + (rows == Layout::kRankMatrix ? counted(scope.items, "microbatch", "microbatches")
                                               : counted(scope.items, "item"));
  out += fmt::format(", width {}", scope.width);
  for (const auto& [name, length] : list_lengths(scope)) {
    if (length == 0) continue;
    const std::string_view one = name.substr(0, name.size() - 1);
    out += ", " + counted(length, one);
  }
  if (scope.cost != 0) out += fmt::format(", cost {}", scope.cost);
  return out;
}

std::string scope_keys(const Scope& scope) {
  std::string out = fmt::format("microbatches={},width={}", scope.microbatches, scope.width);
  if (scope.items != 0) out += fmt::format(",items={}", scope.items);
  if (scope.cost != 0) out += fmt::format(",cost={}", scope.cost);
  for (const auto& [name, length] : list_lengths(scope))
    if (length != 0) out += fmt::format(",{}={}", name, length);
  return out;
}

void write_scope(JsonWriter& json, const Scope& scope) {
  json.begin_object();
  json.key("microbatches");
  json.integer(scope.microbatches);
  json.key("width");
  json.integer(scope.width);
  if (scope.items != 0) {
    json.key("items");
    json.integer(scope.items);
  }
  if (scope.cost != 0) {
    json.key("cost");
    json.integer(scope.cost);
  }
  for (const auto& [name, length] : list_lengths(scope)) {
    if (length == 0) continue;
    json.key(name);
    json.integer(length);
  }
  json.end_object();
}

}  // namespace gradvet
