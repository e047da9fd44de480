#include "src/reporters/observations_report.hpp"

#include <algorithm>
#include <ostream>

#include "src/core/invariant.hpp"

namespace gradvet {

void write_observations(JsonWriter& json, std::span<const Observation> observations) {
  json.begin_array();
  for (const Observation& observation : observations) {
    json.begin_object();
    json.key("check");
    json.string(observation.check);
    json.key("actual");
    json.reformat(observation.actual);
    json.key("expected");
    json.reformat(observation.expected);
    json.key("passed");
    json.boolean(observation.passed);
    json.end_object();
  }
  json.end_array();
}

void ObservationsReport::write(const Session&, std::span<const RunReport> runs, std::ostream& out) const {
  require_invariant(runs.size() == 1, "an observations report takes one run");
  const std::vector<Observation>& observations = runs.front().observations;
  std::string text;
  JsonWriter json(text, JsonWriter::Spacing::kSpaced);
  json.begin_object();
  json.key("observations");
  write_observations(json, observations);
  json.key("passed");
  // A run that never came to its fixtures has not passed them.
  json.boolean(!observations.empty() && std::all_of(observations.begin(), observations.end(),
                                                    [](const Observation& o) { return o.passed; }));
  json.end_object();
  out << text << '\n';
}

}  // namespace gradvet
