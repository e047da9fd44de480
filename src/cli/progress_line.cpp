#include "src/cli/progress_line.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <ostream>

#include "src/reporters/terminal_text.hpp"

namespace gradvet {

namespace {
constexpr std::chrono::milliseconds kBetweenLines{100};
constexpr std::string_view kBackAndErase = "\r\x1b[K";

/// Of the terminal on stderr; 80 where it does not say.
std::size_t terminal_columns() {
  winsize size{};
  constexpr std::size_t kUsual = 80;
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : kUsual;
}
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
  std::string line = fmt::format("{}, {}", to_text(phase), grouped(done));
  line += planned_ != 0 ? fmt::format(" of {}", counted(planned_, "case")) : " cases";
  if (findings != 0) line += ", " + counted(findings, "finding");
  // A line that wraps could not be written over; the candidate's name gives way.
  const std::size_t columns = terminal_columns();
  const std::size_t room = columns > line.size() + 3 ? columns - line.size() - 3 : 0;
  if (candidate_.size() <= room) line = candidate_ + ": " + line;
  err_ << kBackAndErase << line.substr(0, columns - 1) << std::flush;
}

}  // namespace gradvet
