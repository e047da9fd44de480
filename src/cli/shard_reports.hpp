#pragma once

#include <string>
#include <vector>

#include "src/core/contract.hpp"
#include "src/core/error.hpp"
#include "src/core/profile.hpp"
#include "src/core/shard.hpp"
#include "src/text/json_value.hpp"

namespace gradvet {

/// The JSON report of one shard.
struct ShardFile {
  std::string path;
  JsonValue report;  ///< gradvet.report/1, with exactly one run
  ShardReport shard;

  /// The run's member; it is there and of that kind, or null where that is allowed: E401 else.
  Result<const JsonValue*> member(std::string_view key, JsonValue::Kind kind) const;
  const JsonValue& run() const { return report.find("runs")->items.front(); }
};

/// The reports of all shards of one hunt, by index.
struct ShardSet {
  const Contract* contract = nullptr;
  Profile profile;
  std::vector<ShardFile> files;  ///< file i is of shard i + 1
};

/// Reads them. E301 for a file that cannot be read, E401 for one that is no report of a shard, E102 for
/// reports of different hunts (version, seed, candidate, contract, profile, judge, budget, number of shards),
/// for a shard that is there twice and for shards that are missing.
Result<ShardSet> read_shard_reports(const std::vector<std::string>& paths, ContractTable contracts);

/// The number of a JSON token that is a count; E401 with the path for any other.
Result<std::uint64_t> read_report_count(const std::string& path, const JsonValue& value);

/// JSON text without spaces, number tokens as they were.
std::string compact_json(const JsonValue& value);

}  // namespace gradvet
