#pragma once

#include "src/core/reporter.hpp"
#include "src/reporters/json_writer.hpp"

namespace gradvet {

/// The array `[{"check": …, "actual": …, "expected": …, "passed": …}]`, in the writer's spacing.
void write_observations(JsonWriter& json, std::span<const Observation> observations);

/// The fixtures of one run alone, in the schema and the spacing of the published programs:
/// `{"observations": [{"check": …, "actual": …, "expected": …, "passed": …}], "passed": …}`.
class ObservationsReport final : public Reporter {
 public:
  /// `runs` holds one run.
  void write(const Session& session, std::span<const RunReport> runs, std::ostream& out) const override;
};

}  // namespace gradvet
