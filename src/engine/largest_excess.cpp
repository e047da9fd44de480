#include "src/engine/largest_excess.hpp"

#include <algorithm>

namespace gradvet {

namespace {
constexpr std::uint64_t kMostMeasured = 2000;
}

void LargestExcess::observe(const Case& input, const Outcome& outcome, const Judgement& judgement) {
  if (!judgement.is_held() || !judgement.excess || *judgement.excess <= largest_.value_or(-1)) return;
  const Answer* answer = std::get_if<Answer>(&outcome);
  if (answer == nullptr || ++measured_ > kMostMeasured) return;
  const Judgement measured = judge_.measure(input, *answer);
  if (measured.is_held()) largest_ = std::max(largest_.value_or(0), measured.excess.value_or(0));
}

}  // namespace gradvet
