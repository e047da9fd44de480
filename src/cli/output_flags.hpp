#pragma once

#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/cli/environment.hpp"
#include "src/core/error.hpp"
#include "src/reporters/reporter_table.hpp"

namespace CLI {
class App;
}

namespace gradvet {

/// Where and how results are shown, as the user wrote it.
struct OutputFlags {
  std::vector<std::string> reports;
  std::optional<std::string> colour;
  std::optional<std::string> progress;
  bool is_verbose = false;
};

void add_report_flags(CLI::App& command, OutputFlags& flags);
void add_console_flags(CLI::App& command, OutputFlags& flags);

/// Every report of a command. Made and opened before anything runs, so that a bad path fails at once.
class ReportSet {
 public:
  /// E101 for an unknown kind, E102 for a form that is not KIND=PATH, two reports on one path or a kind that
  /// cannot hold a run for each candidate, E302 for a path that cannot be written. The console goes to
  /// stdout, or to stderr where a report has taken stdout with `-`. A step summary that cannot be written is
  /// a warning: nobody named it.
  static Result<ReportSet> open(const OutputFlags& flags, const std::vector<std::string>& candidates,
                                const Environment& environment);

  /// True if one of the reports has this need.
  bool needs(ReportNeeds need) const;

  /// Writes them all; E302 where a file or stdout did not take it.
  Result<void> write(const Session& session, std::span<const RunReport> runs);

 private:
  struct Target {
    std::unique_ptr<Reporter> reporter;
    ReportNeeds needs = ReportNeeds::kNothing;
    std::string path;
    std::unique_ptr<std::ofstream> file;  ///< null: `stream` is one of the environment's
    std::ostream* stream = nullptr;
  };
  void add_step_summary(const ReporterEntry& entry, const ReportStyle& style, const Environment& environment);

  std::vector<Target> targets_;
};

/// --color, or by NO_COLOR and what the stream is. E101 for a value other than auto, always and never.
Result<Colour> read_colour(const OutputFlags& flags, StreamKind kind, const Environment& environment);

enum class ProgressMode {
  kNone,
  kLine,    ///< one line that is written over
  kPhases,  ///< one line for each phase
};

/// A terminal gets the line; elsewhere it is silent, and with --verbose one line for each phase. E101 for a
/// value other than auto and never.
Result<ProgressMode> read_progress(const OutputFlags& flags, const Environment& environment);

}  // namespace gradvet
