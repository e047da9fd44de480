#pragma once

#include <cstdint>
#include <span>

#include "src/core/contract.hpp"

namespace gradvet {

/// One published box: sizes, and how many entries of each published list it uses.
struct ScopeRung {
  std::uint32_t microbatches = 0;
  std::uint32_t width = 0;
  std::uint32_t values = 0;
  std::uint32_t scales = 0;
  std::uint32_t counts = 0;
  std::uint32_t sizes = 0;
  std::uint32_t targets = 0;
  std::uint32_t weights = 0;
  std::uint32_t bounds = 0;
  std::uint32_t items = 0;
  std::uint32_t cost = 0;  ///< 0: any
};

/// The boxes of a contract. `lists` holds its full published lists in number order without repeats (its sizes
/// are not used); `rungs` goes from small to large.
struct ScopeLadder {
  Scope lists;
  std::span<const ScopeRung> rungs;
};

/// The scope without the numbers that the profile's formats cannot hold.
Scope representable_part(Scope scope, const Profile& profile);

/// The largest rung that has at most `cases` cases of the domain once the request is put into it; the least
/// rung where all have more. A rung's sizes never exceed the limits; requested sizes do, where the user says
/// so. A list requested longer than the published one is the published one.
Scope pick_scope(const Contract& contract, const ScopeLadder& ladder, std::uint64_t cases,
                 const ScopeRequest& request, const DrawLimits& limits, const Profile& profile);

}  // namespace gradvet
