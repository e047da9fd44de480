#include "src/cli/progress_line.hpp"

#include <fmt/format.h>

#include <ostream>

#include "src/reporters/terminal_text.hpp"

namespace gradvet {

namespace {
constexpr std::chrono::milliseconds kBetweenLines{100};
constexpr std::string_view kBackAndErase = "\r\x1b[K";
}  // namespace

ProgressLine::ProgressLine(std::ostream& err, ProgressMode mode, std::string candidate)
    : err_(err), mode_(mode), candidate_(terminal_text(candidate)) {}

ProgressLine::~ProgressLine() {
  if (mode_ == ProgressMode::kLine) err_ << kBackAndErase << std::flush;
}

void ProgressLine::on_phase(Phase phase, std::uint64_t planned) {
  planned_ = planned;
  if (mode_ == ProgressMode::kPhases)
    err_ << fmt::format("gradvet: {}: {}, at most {}\n", candidate_, to_text(phase),
                        counted(planned, "case"));
}

void ProgressLine::on_progress(Phase phase, std::uint64_t done, std::size_t findings) {
  if (mode_ != ProgressMode::kLine) return;
  const auto now = std::chrono::steady_clock::now();
  if (now - last_shown_ < kBetweenLines) return;
  last_shown_ = now;
  err_ << kBackAndErase
       << fmt::format("{}: {}, {} of {}", elided(candidate_, 40), to_text(phase), grouped(done),
                      counted(planned_, "case"));
  if (findings != 0) err_ << ", " << counted(findings, "finding");
  err_ << std::flush;
}

}  // namespace gradvet
