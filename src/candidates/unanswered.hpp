#pragma once

#include <algorithm>
#include <span>

#include "src/core/candidate.hpp"
#include "src/core/error.hpp"
#include "src/core/outcome.hpp"

namespace gradvet {

/// For the cases that a partial evaluate() did not come to: they count as declined, so that what the others
/// came to can be judged. Other errors leave outcomes without a meaning.
inline void leave_unanswered(std::span<Outcome> outcomes, const Error& why) {
  if (is_partial(why)) std::ranges::fill(outcomes, Outcome(Declined{why.message}));
}

}  // namespace gradvet
