#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "src/core/reporter.hpp"
#include "src/reporters/console_report.hpp"
#include "src/reporters/source_place.hpp"

namespace gradvet {

/// What the command line decides for every report.
struct ReportStyle {
  Colour colour = Colour::kOff;
  Detail detail = Detail::kBrief;
  SourcePlaces places;  ///< of the candidates
};

/// How many runs a report can hold.
enum class RunLimit { kAny, kOne };

/// What a report needs of a run beside its verdict.
enum class ReportNeeds {
  kNothing,
  kAccuracy  ///< RunReport::accuracy, which is measured only where it is asked for
};

/// One kind of `--report KIND=PATH`.
struct ReporterEntry {
  std::string_view name;
  std::string_view line;  ///< what it is, in one line
  RunLimit limit;
  ReportNeeds needs;
  std::unique_ptr<Reporter> (*make)(const ReportStyle&);
  /// What is appended to the step summary as well, where a CI system has one; null: nothing.
  std::unique_ptr<Reporter> (*make_step_summary)(const ReportStyle&) = nullptr;
};

/// Every reporter, in the order in which they are listed. To add one: two files and one line here.
std::span<const ReporterEntry> reporter_table();

}  // namespace gradvet
