#include "src/reporters/step_summary.hpp"

#include <algorithm>
#include <ostream>

#include "src/reporters/defect.hpp"
#include "src/reporters/terminal_text.hpp"
#include "src/reporters/unjudged_reason.hpp"

namespace gradvet {

namespace {

/// Longer than any run of backticks in the text.
std::string fence_around(std::string_view text) {
  std::size_t longest = 0;
  std::size_t current = 0;
  for (const char byte : text) {
    current = byte == '`' ? current + 1 : 0;
    longest = std::max(longest, current);
  }
  return std::string(std::max<std::size_t>(3, longest + 1), '`');
}

void write_block(std::string_view text, std::ostream& out) {
  const std::string fence = fence_around(text);
  out << fence << "text\n" << text << fence << "\n\n";
}

}  // namespace

std::string markdown_text(std::string_view text) {
  constexpr std::string_view kPunctuation = R"(\`*_{}[]()#+-.!|~>"'$:@)";
  std::string out;
  for (const char byte : terminal_text(text)) {
    if (byte == '&') {
      out += "&amp;";
    } else if (byte == '<') {
      out += "&lt;";
    } else {
      if (kPunctuation.find(byte) != std::string_view::npos) out += '\\';
      out += byte;
    }
  }
  return out;
}

void StepSummary::write(const Session& session, std::span<const RunReport> runs, std::ostream& out) const {
  out << "## gradvet\n\n| verdict | candidate | contract | profile | cases |\n|---|---|---|---|---:|\n";
  for (const RunReport& run : runs)
    out << "| " << to_text(run.verdict) << " | " << markdown_text(run.candidate) << " | "
        << markdown_text(run.contract->info().id) << " | " << markdown_text(to_text(run.profile)) << " | "
        << grouped(run.cases.total()) << " |\n";
  out << '\n';
  for (const RunReport& run : runs) {
    if (run.verdict == Verdict::kHeld) continue;
    out << "### " << to_text(run.verdict) << ": " << markdown_text(run.candidate) << "\n\n";
    for (const Defect& defect : defects_of(session, run)) write_block(defect.explanation, out);
    if (run.verdict == Verdict::kUnjudged) write_block(terminal_text(unjudged_reason(run)) + "\n", out);
  }
}

}  // namespace gradvet
