#pragma once

#include <vector>

#include "src/core/contract.hpp"

namespace gradvet {

/// Simpler cases of the contract's domain, each strictly before `from` in the case order, without repeats, at
/// most some hundreds, those that take most away first. Deterministic. A greedy descent along them ends where
/// no microbatch or coordinate can be dropped, no two exchanged, and no number or pair of tied numbers made
/// simpler one step.
void list_shrinks(const Contract& contract, const Case& from, const Profile& profile, std::vector<Case>& out);

}  // namespace gradvet
