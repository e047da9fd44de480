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
#include "src/engine/reference.hpp"

namespace gradvet {

/// One candidate held against one contract under one profile: runs batches and judges them. Every call of the
/// candidate in a hunt goes through here.
class Trial {
 public:
  /// The references outlive the trial; the candidate is open, and so is `reference`, which, if given, judges
  /// in the oracle's place.
  Trial(Candidate& candidate, const Contract& contract, const Profile& profile,
        const Reference* reference = nullptr)
      : candidate_(candidate),
        contract_(contract),
        profile_(profile),
        reference_(reference),
        judge_(contract, profile) {}

  /// Evaluates and judges every case; results are valid until the next run. The Error of Candidate::evaluate:
  /// nothing is judged then, but for a partial one, where the cases that were come to are.
  Result<void> run(std::span<const Case> batch, TokenText tokens = TokenText::kDropped);

  /// Starts the candidate afresh, and the reference.
  void restart();

  /// What the case should give: the oracle's value or the reference's; empty where that has none.
  ExactAnswer expected(const Case& input);

  std::span<const Outcome> outcomes() const { return {outcomes_.data(), judgements_.size()}; }
  std::span<const Judgement> judgements() const { return judgements_; }
  std::uint64_t calls() const { return calls_; }
  /// Fresh starts that were asked for, or that faults have cost.
  std::uint64_t starts() const { return starts_; }
  /// Faults of the reference that cost a fresh start each.
  std::uint64_t reference_faults() const { return reference_faults_; }

  Candidate& candidate() { return candidate_; }
  const Contract& contract() const { return contract_; }
  const Profile& profile() const { return profile_; }
  const Reference* reference() const { return reference_; }

 private:
  Candidate& candidate_;
  const Contract& contract_;
  const Profile& profile_;
  const Reference* reference_;
  Judge judge_;
  std::vector<Outcome> outcomes_;
  std::vector<Outcome> reference_outcomes_;
  std::vector<Judgement> judgements_;
  std::uint64_t calls_ = 0;
  std::uint64_t starts_ = 0;
  std::uint64_t reference_faults_ = 0;
};

}  // namespace gradvet
