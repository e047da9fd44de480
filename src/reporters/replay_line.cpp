#include "src/reporters/replay_line.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "src/core/candidate.hpp"
#include "src/text/case_json.hpp"

namespace gradvet {

namespace {

/// Longer cases make a line that nobody can paste.
constexpr std::size_t kLongestCase = 4096;

bool is_plain(char c) {
  const bool is_alphanumeric = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  return is_alphanumeric || std::string_view("_-./:,=+@%").find(c) != std::string_view::npos;
}

}  // namespace

std::string shell_quoted(std::string_view word) {
  std::string out = "'";
  for (const char c : word) {
    if (c == '\'')
      out += "'\\''";
    else
      out += c;
  }
  return out + "'";
}

std::string shell_word(std::string_view word) {
  const bool is_safe = !word.empty() && std::all_of(word.begin(), word.end(), is_plain);
  return is_safe ? std::string(word) : shell_quoted(word);
}

std::string cases_json(const Finding& finding, const Contract& contract) {
  const Signature signature = contract.info().parameters;
  if (finding.cases.size() == 1) return case_json(finding.cases.front(), signature);
  std::string out = "{\"cases\":[";
  for (std::size_t i = 0; i < finding.cases.size(); ++i) {
    if (i != 0) out += ',';
    append_case_json(out, finding.cases[i], signature);
  }
  return out + "]}";
}

std::string replay_line(const Session& session, const RunReport& run, const Finding& finding) {
  std::string cases = cases_json(finding, *run.contract);
  const bool is_named_by_line =
      cases.size() > kLongestCase && finding.pin_line != 0 && !session.pin_file.empty();
  std::string line = "gradvet replay ";
  line += is_named_by_line ? shell_word(fmt::format("{}:{}", session.pin_file, finding.pin_line))
                           : shell_quoted(cases);
  line += fmt::format(" --contract {} --candidate {}", run.contract->info().id, shell_word(run.candidate));
  if (run.profile != Profile{}) line += fmt::format(" --profile {}", shell_word(to_text(run.profile)));
  if (run.against) {
    line += fmt::format(" --against {}", shell_word(run.against->candidate));
    if (run.against->within) line += fmt::format(" --within {}", *run.against->within);
  }
  const TimedOut* timed_out = std::get_if<TimedOut>(&finding.outcome);
  if (timed_out != nullptr && timed_out->limit != CandidateLimits{}.per_case)
    line += fmt::format(" --timeout {}ms", timed_out->limit.count());
  return line;
}

}  // namespace gradvet
