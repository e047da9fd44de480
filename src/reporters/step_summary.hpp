#pragma once

#include <string>
#include <string_view>

#include "src/core/reporter.hpp"

namespace gradvet {

/// Text that Markdown and HTML show as it is: punctuation behind a backslash, `&` and `<` as references.
std::string markdown_text(std::string_view text);

/// The verdicts as a table and each run's console report, in GitHub's Markdown (github_report.md).
class StepSummary final : public Reporter {
 public:
  void write(const Session& session, std::span<const RunReport> runs, std::ostream& out) const override;
};

}  // namespace gradvet
