#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "src/core/finding.hpp"
#include "src/engine/diagnose.hpp"
#include "src/engine/formula_match.hpp"
#include "src/engine/shrink.hpp"
#include "src/engine/trial.hpp"

namespace gradvet {

/// What accounts for some of a candidate's wrong values: a wrong form of the contract, else a formula, else
/// nothing that gradvet knows.
struct Account {
  FormSet form = 0;                    ///< one bit, or none
  std::optional<std::size_t> formula;  ///< index into FormulaMatcher
  /// Forms that account for other wrong values of the same candidate.
  FormSet other_forms = 0;
};

/// One of a candidate's mistakes: the least wrong value that it alone accounts for.
struct DistinctMistake {
  Account account;
  Phase phase = Phase::kRandom;
  BrokenCase broken;
  std::uint64_t ordinal = 0;  ///< as in Found
  std::uint64_t cases = 0;    ///< wrong values that it accounts for
};

/// Sorts the wrong values of a hunt by what accounts for them. A candidate with one mistake agrees with it on
/// all of them; one with two agrees with each on some. Small cases agree with many forms by chance: only
/// those are considered that agree with the candidate on some probes, whose numbers are chosen to tell forms
/// apart.
class Mistakes {
 public:
  /// The trial outlives it.
  explicit Mistakes(const Trial& trial) : trial_(trial), formulas_(trial.contract()) {}

  /// Takes the candidate's answers to the contract's probes, before any wrong value.
  void learn(std::span<const Probe> probes);

  void add(Phase phase, const BrokenCase& broken, std::uint64_t ordinal);

  /// The fewest accounts found, greedily, that cover every wrong value; the one that covers most first, forms
  /// before formulas before nothing.
  std::vector<DistinctMistake> distinct() const;

  /// Whether another wrong value has this account and no other.
  bool has_account(const Account& account, const Case& input, const Outcome& outcome) const;

  bool is_empty() const { return groups_.empty(); }

  /// Says in the finding of a mistake what accounts for it, where the probes of diagnose() named nothing.
  void name(const DistinctMistake& mistake, Finding& finding) const;

 private:
  /// Wrong values that the same forms and formulas agree with.
  struct Group {
    Phase phase = Phase::kRandom;
    BrokenCase least;
    std::uint64_t ordinal = 0;
    std::uint64_t cases = 0;
  };
  using Groups = std::map<std::pair<FormSet, std::vector<bool>>, Group>;
  using Entry = Groups::value_type;

  static std::uint64_t cases_of(const std::vector<const Entry*>& entries);
  static bool covers(const Account& account, const Entry& entry);
  static void cover(std::vector<Account> choices, std::vector<const Entry*>& uncovered,
                    std::vector<Account>& accounts);
  void learn_formulas();
  /// On so many probes a form or formula must agree before it is considered.
  int fewest_probes() const;
  std::vector<bool> possible_formulas_agreeing(const Case& input, const Outcome& outcome) const;
  bool is_less(Phase phase, const Case& input, const Group& than) const;
  /// The accounts to report; leaves in `uncovered` what none of them covers.
  std::vector<Account> accounts(std::vector<const Entry*>& uncovered) const;
  DistinctMistake mistake_of(const Account& account, const std::vector<const Entry*>& own) const;

  const Trial& trial_;
  FormulaMatcher formulas_;
  FormSet possible_forms_ = 0;
  std::vector<Probe> broken_probes_;
  bool has_learnt_formulas_ = false;
  std::vector<std::size_t> possible_formulas_;
  Groups groups_;
};

}  // namespace gradvet
