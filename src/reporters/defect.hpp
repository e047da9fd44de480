#pragma once

#include <string>
#include <vector>

#include "src/core/reporter.hpp"

namespace gradvet {

/// What a run reports as wrong, in the words that several reports share: a finding, or a broken law where
/// laws alone judge.
struct Defect {
  std::string kind;  ///< "wrong-value"; "law" for a broken law
  /// What mistake it is: the mechanism's id where one is named, the kind where none is, for a law
  /// "law/permute-microbatches".
  std::string rule;
  /// What else tells mistakes of one rule apart: the mechanism's role, or the formula; may be empty.
  std::string detail;
  std::string headline;     ///< one line: kind, case, what came, what was expected, the mistake's name
  std::string explanation;  ///< what the console shows of it, without colours; ends with a newline
  std::string replay;       ///< the line that shows it again; empty for a law
};

/// Texts hold no control characters but the newlines of `explanation`, and are UTF-8; `replay` is as it must
/// be for a shell.
Defect defect_of(const Session& session, const RunReport& run, const Finding& finding);
Defect defect_of(const RunReport& run, const LawBreach& breach);

/// Every finding of the run; and every broken law where laws alone judge, elsewhere they belong to a finding.
std::vector<Defect> defects_of(const Session& session, const RunReport& run);

/// What the console shows of the run alone, without colours.
std::string console_text(const Session& session, const RunReport& run);

}  // namespace gradvet
