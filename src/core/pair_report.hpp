#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "src/core/contract.hpp"
#include "src/core/outcome.hpp"
#include "src/core/profile.hpp"

namespace gradvet {

/// Two candidates of one contract on the same cases.
struct PairReport {
  std::string first;
  std::string second;
  const Contract* contract = nullptr;
  Profile profile;
  std::uint64_t same_bits = 0;
  /// Different bits, but each could be an honest answer: nearer than twice what rounding allows.
  std::uint64_t within_rounding = 0;
  std::uint64_t apart = 0;
  std::uint64_t one_answered = 0;      ///< apart too: only one gave a value of the contract's form
  std::uint64_t neither_answered = 0;  ///< not compared
  std::uint64_t not_judged = 0;        ///< different bits where rounding allows anything
  /// The largest distance of two numbers in units in the last place of the output format, rounded up.
  std::optional<double> largest_ulp;
  /// The least case on which they are apart, else the least on which their bits differ, and what each made of
  /// it.
  std::optional<Case> parting;
  Outcome first_outcome;
  Outcome second_outcome;
};

}  // namespace gradvet
