#include "src/engine/pairs.hpp"

#include <rapidcheck/Random.h>

#include <algorithm>

#include "src/engine/judge.hpp"
#include "src/engine/patience.hpp"
#include "src/engine/reference.hpp"

namespace gradvet {

namespace {

constexpr int kMaxSize = 100;
/// Faults that each cost a fresh start: after so many enough is learned.
constexpr int kMostRestarts = 24;

class Comparison {
 public:
  Comparison(std::span<Candidate* const> candidates, const Contract& contract, const Profile& profile)
      : candidates_(candidates), contract_(contract), profile_(profile), outcomes_(candidates.size()) {
    for (std::size_t i = 0; i < candidates.size(); ++i)
      for (std::size_t j = i + 1; j < candidates.size(); ++j) {
        PairReport& pair = pairs_.emplace_back();
        pair.first = candidates[i]->name();
        pair.second = candidates[j]->name();
        pair.contract = &contract;
        pair.profile = profile;
      }
  }

  std::size_t batch_size() const {
    std::size_t size = candidates_[0]->preferred_batch();
    for (const Candidate* candidate : candidates_) size = std::min(size, candidate->preferred_batch());
    return size;
  }

  /// False if a candidate could not be run, or ended too often.
  bool run(std::span<const Case> batch) {
    if (batch.empty()) return true;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (outcomes_[i].size() < batch.size()) outcomes_[i].resize(batch.size());
      if (!candidates_[i]->evaluate(batch, {outcomes_[i].data(), batch.size()}, TokenText::kDropped))
        return false;
    }
    for (const std::vector<Outcome>& outcomes : outcomes_)
      for (std::size_t at = 0; at < batch.size(); ++at) restarts_ += costs_a_restart(outcomes[at]);
    for (std::size_t at = 0; at < batch.size(); ++at) {
      auto pair = pairs_.begin();
      for (std::size_t i = 0; i < candidates_.size(); ++i)
        for (std::size_t j = i + 1; j < candidates_.size(); ++j)
          compare(batch[at], outcomes_[i][at], outcomes_[j][at], *pair++);
    }
    return restarts_ < kMostRestarts;
  }

  std::vector<PairReport> pairs() && { return std::move(pairs_); }

 private:
  void compare(const Case& input, const Outcome& first, const Outcome& second, PairReport& pair) {
    const ContractInfo& info = contract_.info();
    const std::optional<ExactAnswer> a = exact_answer(first, info, profile_);
    const std::optional<ExactAnswer> b = exact_answer(second, info, profile_);
    if (!a && !b) {
      ++pair.neither_answered;
      return;
    }
    if (!a || !b || a->shape != b->shape || a->rows != b->rows || a->numbers.size() != b->numbers.size()) {
      forget_near_parting(pair);
      ++pair.one_answered;
      part(input, first, second, pair);
      return;
    }
    if (has_same_bits(std::get<Answer>(first), std::get<Answer>(second), info, profile_)) {
      ++pair.same_bits;
      return;
    }
    for (std::size_t i = 0; i < a->numbers.size(); ++i)
      pair.largest_ulp =
          std::max(pair.largest_ulp.value_or(0), round_up(farther_ulp(a->numbers[i], b->numbers[i])));
    contract_.allow(input, profile_, allowance_);
    if (!allowance_.unjudged.empty()) {
      ++pair.not_judged;
      return;
    }
    for (std::size_t i = 0; i < a->numbers.size(); ++i) {
      if (i < allowance_.bounds.size() && abs(a->numbers[i] - b->numbers[i]) <= 2 * allowance_.bounds[i])
        continue;
      forget_near_parting(pair);
      ++pair.apart;
      part(input, first, second, pair);
      return;
    }
    ++pair.within_rounding;
    if (pair.apart + pair.one_answered == 0) part(input, first, second, pair);
  }

  /// A case that differs within rounding stands for the pair only until they are apart.
  static void forget_near_parting(PairReport& pair) {
    if (pair.apart + pair.one_answered == 0) pair.parting.reset();
  }

  /// In units of the larger of the two: those of a zero are subnormal, and would drown every other distance.
  Rational farther_ulp(const Rational& a, const Rational& b) const {
    return abs(a) < abs(b) ? ulp_distance(a, b, profile_) : ulp_distance(b, a, profile_);
  }

  void part(const Case& input, const Outcome& first, const Outcome& second, PairReport& pair) const {
    if (pair.parting && contract_.compare(input, *pair.parting) >= 0) return;
    pair.parting = input;
    pair.first_outcome = first;
    pair.second_outcome = second;
  }

  std::span<Candidate* const> candidates_;
  const Contract& contract_;
  const Profile& profile_;
  std::vector<std::vector<Outcome>> outcomes_;
  std::vector<PairReport> pairs_;
  Allowance allowance_;
  int restarts_ = 0;
};

}  // namespace

std::vector<PairReport> compare_pairs(std::span<Candidate* const> candidates, const Contract& contract,
                                      const Profile& profile, const HuntOptions& options,
                                      HuntObserver& observer, const std::atomic<bool>& interrupted) {
  using Clock = std::chrono::steady_clock;
  Comparison comparison(candidates, contract, profile);
  const auto start = Clock::now();
  std::vector<Case> batch;
  for (Fixture& fixture : contract.fixtures(1)) batch.push_back(std::move(fixture.input));
  std::uint64_t done = 0;
  bool goes_on = true;
  const auto run = [&](std::span<const Case> cases, Phase phase) {
    goes_on = comparison.run(cases) && !interrupted.load(std::memory_order_relaxed) &&
              !(options.time && Clock::now() - start > *options.time);
    done += cases.size();
    observer.on_progress(phase, done, 0);
  };
  run(batch, Phase::kFixtures);

  batch.resize(comparison.batch_size());
  if (options.scope && goes_on) {
    const Scope scope = contract.scope_within(options.scope_cases, *options.scope, options.draw, profile);
    const std::unique_ptr<CaseStream> stream = contract.enumerate(scope, profile);
    for (bool has_more = true; has_more && goes_on;) {
      std::size_t filled = 0;
      while (filled < batch.size() && (has_more = stream->next(batch[filled]))) ++filled;
      run({batch.data(), filled}, Phase::kExhaustive);
    }
  }
  rc::Random words(options.seed);
  for (std::uint64_t drawn = 0; drawn < options.cases && goes_on;) {
    std::size_t filled = 0;
    for (; filled < batch.size() && drawn < options.cases; ++filled, ++drawn)
      contract.draw(words.next(), static_cast<int>(drawn % (kMaxSize + 1)), options.draw, profile,
                    batch[filled]);
    run({batch.data(), filled}, Phase::kRandom);
  }
  return std::move(comparison).pairs();
}

}  // namespace gradvet
