#pragma once

#include <memory>
#include <string>

#include "src/candidates/dialect.hpp"
#include "src/core/candidate.hpp"

namespace gradvet {

/// A candidate that is any command: /bin/sh runs it, requests and answers are JSON Lines on its stdin and
/// stdout. The protocol's normative page is json_lines.md. `name` is the user's word, `command` what follows
/// `exec:`.
std::unique_ptr<Candidate> make_json_lines_candidate(std::string name, std::string command);

/// How such a candidate is spoken to; for who reads its lines without starting it.
std::unique_ptr<Dialect> make_json_lines_dialect(std::string command);

}  // namespace gradvet
