#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "src/core/accuracy.hpp"
#include "src/core/contract.hpp"
#include "src/core/error.hpp"
#include "src/core/finding.hpp"
#include "src/core/profile.hpp"
#include "src/core/scope.hpp"
#include "src/core/shard.hpp"

namespace gradvet {

enum class Verdict { kHeld, kBroken, kUnjudged };
std::string_view to_text(Verdict verdict);

/// A fixture run against a candidate.
struct Observation {
  std::string check;
  std::string actual;    ///< JSON: the candidate's own token, or a string that says what came instead
  std::string expected;  ///< JSON, as published
  bool passed = false;
  bool is_declined = false;  ///< the candidate does not take the case; neither passed nor failed
};

/// How many cases each phase judged.
struct CaseCounts {
  std::uint64_t pinned = 0;
  std::uint64_t fixture = 0;
  std::uint64_t exhaustive = 0;
  std::uint64_t random = 0;
  std::uint64_t replayed = 0;  ///< by gradvet replay, which has no phases
  std::uint64_t total() const { return pinned + fixture + exhaustive + random + replayed; }
};

/// Cases that were run but whose value was not judged, by reason.
struct UnjudgedCounts {
  std::uint64_t overflow = 0;
  std::uint64_t declined = 0;
  std::uint64_t unrepresentable = 0;  ///< pins outside the domain, or not representable in the input format
  std::uint64_t no_reference = 0;     ///< where the reference of --against gave no finite value
};

/// How well the cases of a run could tell one wrong form from the contract under the profile's rounding.
/// Every case counts until the form was told apart once, a sample of one in 1,024 after that.
struct FormPower {
  const Form* form = nullptr;
  std::uint64_t told_apart = 0;  ///< the wrong value is undefined, or beyond twice what rounding allows
  std::uint64_t too_close = 0;   ///< the wrong value differs, but not by that much
  std::uint64_t same = 0;        ///< form and contract give the same value
};

/// A metamorphic law that a candidate breaks: its own answers to two cases do not fit together.
struct LawBreach {
  const Law* law = nullptr;
  std::uint64_t word = 0;  ///< how Law::transform changed the original
  Case original;
  Case changed;
  ExactAnswer answer;    ///< to the original
  ExactAnswer demanded;  ///< what the law makes of it
  ExactAnswer actual;    ///< the answer to the changed case
};

/// The candidate that judged in the oracle's place.
struct AgainstWhat {
  std::string candidate;
  std::optional<std::uint64_t> within;  ///< ULP; absent: same bits
};

/// Everything that a hunt learned about one candidate. Plain data: reporters only read it.
struct RunReport {
  std::string candidate;
  const Contract* contract = nullptr;
  Profile profile;
  Verdict verdict = Verdict::kUnjudged;
  std::optional<std::string> reason;     ///< why unjudged; absent otherwise
  std::optional<ErrorCode> reason_code;  ///< the error that is why: the candidate's, or the interruption
  CaseCounts cases;
  UnjudgedCounts unjudged;
  std::optional<Scope> scope;   ///< absent: no exhaustive phase
  bool scope_finished = false;  ///< every case of it was run; of a shard: every one that falls to it
  std::map<std::string, std::uint64_t, std::less<>> classes;
  std::optional<double> max_excess;  ///< among held cases with a bound
  std::vector<FormPower> power;      ///< one for each wrong form of the contract
  std::vector<Observation> observations;
  std::vector<Finding> findings;
  /// Looked for where there is a wrong value, and everywhere where laws alone judge; at most one for each
  /// law.
  std::vector<LawBreach> laws_broken;
  std::optional<AgainstWhat> against;
  bool is_laws_only = false;         ///< values were judged by the laws, not by the oracle
  std::vector<std::string> notes;    ///< facts worth a line that are no findings
  std::optional<Accuracy> accuracy;  ///< where it was asked for
  std::uint64_t seed = 1;
  std::optional<ShardReport> shard;  ///< absent: the whole hunt
  std::string repeat;                ///< for a run bounded by time: the command that does the same by counts
};

}  // namespace gradvet
