#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "src/core/candidate.hpp"
#include "src/core/contract.hpp"
#include "src/core/error.hpp"
#include "src/core/outcome.hpp"
#include "src/core/profile.hpp"
#include "src/engine/job_pool.hpp"
#include "src/engine/judge.hpp"
#include "src/engine/reference.hpp"

namespace gradvet {

/// One candidate held against one contract under one profile: runs batches and judges them. Every call of the
/// candidate in a hunt goes through here.
class Trial {
 public:
  /// The references outlive the trial; the candidate is open, and so is `reference`, which, if given, judges
  /// in the oracle's place. `copies` are the same candidate opened again: large batches are split among all
  /// of them, each in a thread of its own. What a batch gives does not depend on how many there are, as long
  /// as the candidate keeps no state.
  Trial(Candidate& candidate, const Contract& contract, const Profile& profile,
        const Reference* reference = nullptr, std::span<Candidate* const> copies = {});

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

  Candidate& candidate() { return *runners_.front().candidate; }
  /// The threads that batches are split among.
  JobPool& pool() { return pool_; }
  const Contract& contract() const { return contract_; }
  const Profile& profile() const { return profile_; }
  const Reference* reference() const { return reference_; }

 private:
  /// What a job needs for itself.
  struct Runner {
    Candidate* candidate;
    Judge judge;
    Result<void> done;  ///< of its part of the last batch
    std::pair<std::size_t, std::size_t> part;
  };

  /// Asks the candidate and its copies, and judges where no reference does.
  Result<void> evaluate(std::span<const Case> batch, TokenText tokens);
  Result<void> end_where_faults_end(std::size_t count);

  std::vector<Runner> runners_;  ///< never empty
  JobPool pool_;
  bool is_alone_ = false;  ///< a copy was lost: nothing is split any more
  const Contract& contract_;
  const Profile& profile_;
  const Reference* reference_;
  std::vector<Outcome> outcomes_;
  std::vector<Outcome> reference_outcomes_;
  std::vector<Judgement> judgements_;
  std::uint64_t calls_ = 0;
  std::uint64_t starts_ = 0;
  std::uint64_t reference_faults_ = 0;
};

}  // namespace gradvet
