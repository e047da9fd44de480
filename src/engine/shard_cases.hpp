#pragma once

#include <rapidcheck/Random.h>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "src/core/contract.hpp"
#include "src/core/shard.hpp"
#include "src/engine/job_pool.hpp"

namespace gradvet {

/// What falls to the shard of a list, in its order.
template <class T>
std::vector<T> share_of(std::vector<T> all, const Shard& shard) {
  std::uint64_t position = 0;
  std::erase_if(all, [&](const T&) { return !shard.takes(position++); });
  return all;
}

/// The cases of a scope that fall to a shard, in the case order.
class ShardOfScope final : public CaseStream {
 public:
  ShardOfScope(std::unique_ptr<CaseStream> all, const Shard& shard) : all_(std::move(all)), shard_(shard) {}
  bool next(Case& out) override;

 private:
  std::unique_ptr<CaseStream> all_;
  Shard shard_;
  std::uint64_t position_ = 0;
};

/// The drawn cases that fall to a shard. Each case of a hunt has a random word and a size of its own, by the
/// seed and by its position alone: so the shards draw together what one hunt draws.
class DrawnCases {
 public:
  /// `planned`: cases of all shards together; nothing: without end. The references outlive it.
  DrawnCases(const Contract& contract, const Profile& profile, const DrawLimits& limits, std::uint64_t seed,
             std::optional<std::uint64_t> planned, const Shard& shard)
      : contract_(contract),
        profile_(profile),
        limits_(limits),
        words_(seed),
        planned_(planned),
        shard_(shard) {}
  /// Fills the batch from its beginning; the threads of the pool draw. Gives how many there are: fewer than
  /// the batch can take are the last ones.
  std::size_t fill(std::span<Case> batch, JobPool& pool);

  /// How many of the cases given out belong to each class of the contract.
  std::map<std::string, std::uint64_t, std::less<>> classes() const;

 private:
  /// How one case is drawn, and the classes that it belongs to.
  struct Drawing {
    std::uint64_t word;
    int size;
    ClassSet classes;
  };

  const Contract& contract_;
  const Profile& profile_;
  const DrawLimits& limits_;
  rc::Random words_;
  std::optional<std::uint64_t> planned_;
  Shard shard_;
  std::uint64_t position_ = 0;
  std::vector<Drawing> drawings_;  ///< of the batch
  std::array<std::uint64_t, 64> class_counts_{};
};

}  // namespace gradvet
