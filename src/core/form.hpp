#pragma once

#include <string>
#include <string_view>

#include "src/core/answer.hpp"
#include "src/core/case.hpp"
#include "src/core/profile.hpp"

namespace gradvet {

enum class FormRole { kRepair, kFailure, kUnsuccessfulFix, kHonest };
/// `repair`, `failure`, `unsuccessful-fix`, `honest`: as in ids, flags and reports.
std::string_view to_text(FormRole role);

/// One way to compute a contract, right or wrong.
struct Form {
  /// `<contract>/repair`, `<contract>/<slug>/failure`, `<contract>/<slug>/unsuccessful-fix`,
  /// `<contract>/honest/<form>`; with `builtin:` before it, it names a candidate.
  std::string_view id;
  FormRole role;
  /// One clause in the present tense: "divides by the number of microbatches".
  std::string_view sentence;
  /// The body of a plain Python `def solve(...)` that computes it, or empty where there is none.
  std::string_view python;

  /// Computes in the profile's accumulator format from arguments rounded to its input format, and rounds to
  /// its output format. Undefined operations give NaN or infinity, as the hardware does.
  void (*compute)(const Case&, const Profile&, Answer&);
  /// Computes in exact rationals; false where the form is undefined on the case (0/0 and the like).
  bool (*compute_exactly)(const Case&, ExactAnswer&);
  /// True if the form differs from the contract by rounding alone (class "precision").
  bool is_precision = false;
  /// True for profiles in whose formats no case can tell the form from the contract, because what it adds
  /// vanishes there; null where there is none. A hunt that tells nothing then says so and may still hold.
  bool (*is_lost_in)(const Profile&) = nullptr;
};

/// A known mistake: a failure and its usual unsuccessful fix.
struct Mechanism {
  std::string_view id;     ///< `<contract>/<slug>`
  std::string_view alias;  ///< FA number, or empty
  std::string_view title;
  std::string_view root_cause;
  std::string_view seen_in;  ///< where it was seen in public, or empty
  const Form* failure;
  const Form* unsuccessful_fix;
};

}  // namespace gradvet
