#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "src/core/case.hpp"
#include "src/core/number.hpp"

namespace gradvet {

/// How much of one microbatch's value goes into the result.
struct MicrobatchWeight {
  Rational contract;
  /// The candidate's weight as the one fraction that fits what was measured; nothing where no fraction or
  /// more than one does.
  std::optional<Rational> candidate;
  /// What was measured, as the nearest float64, for display.
  double measured = 0;
  /// True if the contract's weight lies within what rounding allows of what was measured.
  bool is_right = false;
};

/// What probing showed of a candidate whose contract is linear in its values.
struct WeightReport {
  enum class Conclusion {
    kWrongWeights,  ///< additive, and at least one weight is wrong
    kRightWeights,  ///< additive with the contract's weights: the fault depends on magnitude
    kNotAdditive,   ///< the answers are no weighted sum: `proof` shows it
    kNoAnswer       ///< a probe got no finite answer
  };
  Conclusion conclusion = Conclusion::kNoAnswer;
  /// One for each microbatch of the finding's case; nothing where its count is 0, which shows no weight.
  std::vector<std::optional<MicrobatchWeight>> microbatches;
  std::size_t probes = 0;
  /// One sentence, where not additive: what the proof's answers should have been and were.
  std::string statement;
  std::vector<Case> proof;
};

/// A formula, or a constant ratio, that agrees with the candidate on every probe.
struct FormulaMatch {
  std::string text;  ///< "sum(g_i / n_i) / M", "3 times the right answer"
  std::size_t probes_agreed = 0;
  std::uint64_t cases_agreed = 0;  ///< as in NamedMistake
};

}  // namespace gradvet
