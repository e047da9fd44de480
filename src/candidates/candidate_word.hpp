#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "src/candidates/native_candidate.hpp"
#include "src/core/candidate.hpp"
#include "src/core/error.hpp"
#include "src/core/form.hpp"

namespace gradvet {

enum class CandidateKind { kBuiltin, kCommand, kPython, kSharedLibrary };

/// The user's word for a candidate, taken apart.
struct CandidateWord {
  CandidateKind kind = CandidateKind::kBuiltin;
  std::string target;  ///< form id, command line, or path as written
  std::string symbol;  ///< function or symbol; empty for the other kinds
  std::string name;    ///< the word with the default symbol added: "mean.py:solve"
};

/// Takes a word apart: `builtin:NAME`, `exec:command line`, `path.py[:function]` (default `solve`),
/// `path.so[:symbol]` (default `gradvet_solve`). E101 lists the four forms; E201 where the file does not
/// exist.
Result<CandidateWord> parse_candidate_word(std::string_view word);

/// What candidates need from the outside.
struct CandidateSettings {
  std::string python;                     ///< path or name of the Python; empty: the first python3 in PATH
  std::span<const Form* const> builtins;  ///< every form that `builtin:` names
  Isolation isolation = Isolation::kForked;
};

/// The path of the Python to use. E201 where there is none.
Result<std::string> find_python(const std::string& wanted);

/// Makes the candidate; nothing is started before its open(). Errors as parse_candidate_word() and
/// find_python(); E101 names the nearest built-in; E102 for a process that is to
/// run in this one.
Result<std::unique_ptr<Candidate>> make_candidate(std::string_view word, const CandidateSettings& settings);

}  // namespace gradvet
