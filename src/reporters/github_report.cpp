#include "src/reporters/github_report.hpp"

#include <fmt/format.h>

#include <ostream>
#include <string>
#include <string_view>

#include "src/reporters/defect.hpp"
#include "src/reporters/terminal_text.hpp"
#include "src/reporters/unjudged_reason.hpp"

namespace gradvet {

namespace {

/// `%`, CR and LF as percent codes, in properties `:` and `,` too.
std::string encoded(std::string_view text, std::string_view also = {}) {
  std::string out;
  for (const char byte : text) {
    if (byte == '%' || byte == '\r' || byte == '\n' || also.find(byte) != std::string_view::npos)
      out += fmt::format("%{:02X}", static_cast<unsigned char>(byte));
    else
      out += byte;
  }
  return out;
}

std::string property(std::string_view text) { return encoded(terminal_text(text), ":,"); }

void write_annotation(const SourcePlace* place, std::string_view title, std::string_view message,
                      std::ostream& out) {
  out << "::error ";
  if (place != nullptr) out << "file=" << property(place->file) << ",line=" << place->line << ',';
  out << "title=" << property(title) << "::" << encoded(message) << '\n';
}

}  // namespace

void GithubReport::write(const Session& session, std::span<const RunReport> runs, std::ostream& out) const {
  for (const RunReport& run : runs) {
    const SourcePlace* place = place_of(places_, run.candidate);
    const std::string what =
        fmt::format("{} ({}, {})", run.candidate, run.contract->info().id, to_text(run.profile));
    for (const Defect& defect : defects_of(session, run))
      write_annotation(place, fmt::format("{}: {}", defect.kind, what),
                       fmt::format("{}\n\n{}", defect.headline, defect.explanation), out);
    if (run.verdict == Verdict::kUnjudged)
      write_annotation(place, fmt::format("unjudged: {}", what), terminal_text(unjudged_reason(run)), out);
  }
}

}  // namespace gradvet
