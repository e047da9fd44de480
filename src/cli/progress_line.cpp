#include "src/cli/progress_line.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cmath>
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

/// Two digits: what is measured over seconds is no surer.
std::uint64_t rounded_off(double number) {
  double unit = 1;
  while (number / unit >= 100) unit *= 10;
  return static_cast<std::uint64_t>(std::round(number / unit) * unit);
}

std::string time_text(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} s", std::ceil(seconds));
  if (seconds < 90 * 60) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{} h", grouped(rounded_off(seconds / 3600)));
}

}  // namespace

std::string progress_text(Phase phase, std::uint64_t done, std::uint64_t planned, std::size_t findings,
                          std::chrono::milliseconds elapsed) {
  std::string text = fmt::format("{}, {}", to_text(phase), grouped(done));
  text += planned != 0 ? fmt::format(" of {}", counted(planned, "case")) : " cases";
  if (elapsed >= std::chrono::seconds(1) && done != 0) {
    const double rate = static_cast<double>(done) / std::chrono::duration<double>(elapsed).count();
    if (rate >= 1) text += fmt::format(", {} a second", grouped(rounded_off(rate)));
    if (planned > done)
      text += fmt::format(", {} left", time_text(static_cast<double>(planned - done) / rate));
  }
  if (findings != 0) text += ", " + counted(findings, "finding");
  return text;
}

ProgressLine::ProgressLine(std::ostream& err, ProgressMode mode, std::string candidate)
    : err_(err), mode_(mode), candidate_(terminal_text(candidate)) {}

ProgressLine::~ProgressLine() {
  if (mode_ == ProgressMode::kLine) err_ << kBackAndErase << std::flush;
}

void ProgressLine::on_phase(Phase phase, std::uint64_t planned) {
  planned_ = planned;
  phase_began_ = std::chrono::steady_clock::now();
  if (mode_ == ProgressMode::kPhases)
    err_ << fmt::format("gradvet: {}: {}, at most {}\n", candidate_, to_text(phase),
                        counted(planned, "case"));
}

void ProgressLine::on_progress(Phase phase, std::uint64_t done, std::size_t findings) {
  if (mode_ != ProgressMode::kLine) return;
  const auto now = std::chrono::steady_clock::now();
  if (now - last_shown_ < kBetweenLines) return;
  last_shown_ = now;
  std::string line = progress_text(phase, done, planned_, findings,
                                   std::chrono::duration_cast<std::chrono::milliseconds>(now - phase_began_));
  // A line that wraps could not be written over; the candidate's name gives way.
  const std::size_t columns = terminal_columns();
  const std::size_t room = columns > line.size() + 3 ? columns - line.size() - 3 : 0;
  if (candidate_.size() <= room) line = candidate_ + ": " + line;
  err_ << kBackAndErase << line.substr(0, columns - 1) << std::flush;
}

}  // namespace gradvet
