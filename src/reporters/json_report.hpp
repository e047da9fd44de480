#pragma once

#include "src/core/reporter.hpp"

namespace gradvet {

/// Everything about every run, as one line of JSON (`gradvet.report/1`, see json_report.md). The same runs
/// give the same bytes.
class JsonReport final : public Reporter {
 public:
  void write(const Session& session, std::span<const RunReport> runs, std::ostream& out) const override;
};

}  // namespace gradvet
