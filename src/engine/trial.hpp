#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "src/core/candidate.hpp"
#include "src/core/contract.hpp"
#include "src/core/error.hpp"
#include "src/core/outcome.hpp"
#include "src/core/profile.hpp"
#include "src/engine/judge.hpp"

namespace gradvet {

/// One candidate held against one contract under one profile: runs batches and judges them. Every call of the
/// candidate in a hunt goes through here.
class Trial {
 public:
  /// The references outlive the trial; the candidate is open.
  Trial(Candidate& candidate, const Contract& contract, const Profile& profile)
      : candidate_(candidate), contract_(contract), profile_(profile), judge_(contract, profile) {}

  /// Evaluates and judges every case; results are valid until the next run. The Error of Candidate::evaluate.
  Result<void> run(std::span<const Case> batch, TokenText tokens = TokenText::kDropped);

  /// Starts the candidate afresh.
  void restart() { candidate_.restart(); }

  std::span<const Outcome> outcomes() const { return {outcomes_.data(), judgements_.size()}; }
  std::span<const Judgement> judgements() const { return judgements_; }
  std::uint64_t calls() const { return calls_; }

  Candidate& candidate() { return candidate_; }
  const Contract& contract() const { return contract_; }
  const Profile& profile() const { return profile_; }
  Judge& judge() { return judge_; }

 private:
  Candidate& candidate_;
  const Contract& contract_;
  const Profile& profile_;
  Judge judge_;
  std::vector<Outcome> outcomes_;
  std::vector<Judgement> judgements_;
  std::uint64_t calls_ = 0;
};

}  // namespace gradvet
