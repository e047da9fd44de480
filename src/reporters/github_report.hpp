#pragma once

#include <utility>

#include "src/core/reporter.hpp"
#include "src/reporters/source_place.hpp"

namespace gradvet {

/// A line for each finding and each unjudged run that GitHub Actions shows beside the candidate's code
/// (github_report.md).
class GithubReport final : public Reporter {
 public:
  explicit GithubReport(SourcePlaces places) : places_(std::move(places)) {}
  void write(const Session& session, std::span<const RunReport> runs, std::ostream& out) const override;

 private:
  SourcePlaces places_;
};

}  // namespace gradvet
