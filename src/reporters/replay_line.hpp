#pragma once

#include <string>
#include <string_view>

#include "src/core/reporter.hpp"

namespace gradvet {

/// The word in POSIX single quotes where a shell would otherwise read more than the word itself.
std::string shell_word(std::string_view word);

/// The same, quoted always.
std::string shell_quoted(std::string_view word);

/// The finding's cases as replay takes them: one case as an object, a sequence as `{"cases":[…]}`.
std::string cases_json(const Finding& finding, const Contract& contract);

/// The command that shows the finding again: `gradvet replay '{…}' --contract vector-mean --candidate
/// mean.py:solve`. A case over 4 KiB is named by its line in the pin file, where it is pinned.
std::string replay_line(const Session& session, const RunReport& run, const Finding& finding);

}  // namespace gradvet
