#pragma once

#include <cstdint>
#include <string>

namespace gradvet {

/// One of `count` parts of a hunt. What stands in a phase at the positions index - 1, index - 1 + count, …
/// (from 0) falls to it, so that every case falls to exactly one shard and all shards get small and large
/// ones.
struct Shard {
  std::uint64_t index = 1;  ///< 1 … count
  std::uint64_t count = 1;  ///< at least 1; 1: the whole hunt

  bool takes(std::uint64_t position) const { return position % count == index - 1; }
  /// How many of the first `total` positions fall to it.
  std::uint64_t share_of(std::uint64_t total) const {
    return total / count + (total % count >= index ? 1 : 0);
  }
  bool is_part() const { return count > 1; }
  friend bool operator==(const Shard&, const Shard&) = default;
};

/// What the report of a shard says of it, so that the reports of all shards can be joined.
struct ShardReport {
  Shard part;
  /// Unjudged for want of cases alone: the cases of all shards together decide.
  bool is_pending = false;
  /// What bounds the whole hunt, in the words of the command line; the same for every shard of it.
  std::string budget;
};

}  // namespace gradvet
