#pragma once

#include "src/core/scope.hpp"
#include "src/engine/shrink.hpp"
#include "src/engine/trial.hpp"

namespace gradvet {

/// Walks the cases of the scope that come before `best`, in the case order, until one shows the same finding,
/// which then replaces it. True if the result is proved to be the least of the scope; false where it lies
/// outside the scope or the budget ended first.
bool prove_least(Trial& trial, BrokenCase& best, const Scope& scope, SameFinding same,
                 const ShrinkBudget& budget);

}  // namespace gradvet
