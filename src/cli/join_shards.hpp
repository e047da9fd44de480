#pragma once

#include "src/cli/shard_reports.hpp"
#include "src/core/run_report.hpp"

namespace gradvet {

/// What the shards of one hunt found together.
struct JoinedHunt {
  JsonValue report;  ///< gradvet.report/1: what one run would have written, findings as the shards wrote them
  RunReport run;     ///< verdict, reason, counts, power, scope and notes; no findings
  std::vector<JsonValue> findings;  ///< those of the report
  /// The findings of all shards, no more of each than a pin needs.
  std::vector<Finding> to_pin;
};

/// Joins them: counts add up, of findings of one kind (under --all: of one mistake) the least wins. Broken
/// where a shard has a finding; unjudged where one was kept from judging, or where the counts of all together
/// do not suffice; else held. E401 where a report is damaged.
Result<JoinedHunt> join_shards(const ShardSet& shards);

}  // namespace gradvet
