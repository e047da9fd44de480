#pragma once

#include "src/core/reporter.hpp"

namespace gradvet {

/// The runs as test suites in the XML that Jenkins and GitLab read (junit_report.md).
class JunitReport final : public Reporter {
 public:
  void write(const Session& session, std::span<const RunReport> runs, std::ostream& out) const override;
};

}  // namespace gradvet
