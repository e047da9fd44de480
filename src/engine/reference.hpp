#pragma once

#include <cstdint>
#include <optional>

#include "src/core/candidate.hpp"
#include "src/engine/judge.hpp"

namespace gradvet {

/// A candidate that stands in the place of the oracle: vetting a rewrite against the code that it replaces.
struct Reference {
  Candidate& candidate;
  /// How far an answer may be from the reference's, in units in the last place of the output format; absent:
  /// not at all, in bits.
  std::optional<std::uint64_t> within;
};

/// An answer as it is judged; nothing where a number is not finite or there is no answer.
std::optional<ExactAnswer> exact_answer(const Outcome& outcome, const ContractInfo& info,
                                        const Profile& profile);

/// True if both have the same form and every number the same bits in the output format; exact numbers are
/// compared as fractions.
bool has_same_bits(const Answer& a, const Answer& b, const ContractInfo& info, const Profile& profile);

/// The distance of two numbers in units in the last place of `of` in the output format; the distance itself
/// where that is exact.
Rational ulp_distance(const Rational& from, const Rational& of, const Profile& profile);

/// Holds an outcome against the reference's on the same case. Where the reference gave no finite value there
/// is nothing to compare with.
Judgement judge_against(const Outcome& outcome, const Outcome& reference,
                        const std::optional<std::uint64_t>& within, const ContractInfo& info,
                        const Profile& profile);

}  // namespace gradvet
