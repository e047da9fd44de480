#include "src/engine/suspect_band.hpp"

#include "src/text/case_json.hpp"

namespace gradvet {

namespace {

/// Below this share of what rounding allows an answer is usual, but for windows of many zeros: the usual
/// bound has nz + 4 where the bound has at least 3n + 3.
constexpr double kLookedAtExcess = 0.3;
/// A longer case is not quoted.
constexpr std::size_t kMostQuoted = 400;

}  // namespace

void SuspectBand::observe(std::span<const Case> batch, const Trial& trial) {
  std::optional<std::size_t> farthest;
  double excess = kLookedAtExcess;
  for (std::size_t i = 0; i < trial.judgements().size(); ++i) {
    const Judgement& judgement = trial.judgements()[i];
    if (!judgement.is_held() || judgement.excess.value_or(0) <= excess) continue;
    excess = *judgement.excess;
    farthest = i;
  }
  if (!farthest) return;
  ++looked_at_;
  const Case& input = batch[*farthest];
  if (!is_suspect(input, std::get<Answer>(trial.outcomes()[*farthest]), trial)) return;
  if (suspect_++ == 0) first_ = case_json(input, trial.contract().info().parameters);
}

bool SuspectBand::is_suspect(const Case& input, const Answer& answer, const Trial& trial) {
  trial.contract().usual(input, trial.profile(), usual_);
  if (!usual_.unjudged.empty() || usual_.bounds.empty()) return false;
  trial.contract().expect(input, expected_);
  for (std::size_t i = 0; i < expected_.numbers.size(); ++i) {
    const auto number = judged_number(answer, i, trial.contract().info(), trial.profile());
    if (number && !number->is_exact && abs(number->value - expected_.numbers[i]) > usual_.bounds[i])
      return true;
  }
  return false;
}

std::optional<std::string> SuspectBand::note() const {
  if (suspect_ == 0) return std::nullopt;
  std::string text =
      "held, but " + std::to_string(suspect_) + " of " + std::to_string(looked_at_) +
      " answers looked at lie farther from the exact value than sums and running means usually "
      "go: a rare honest form, or a mistake that this format hides";
  if (first_.size() <= kMostQuoted) text += "; the first for " + first_;
  return text;
}

}  // namespace gradvet
