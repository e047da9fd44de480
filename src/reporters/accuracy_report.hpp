#pragma once

#include "src/core/reporter.hpp"

namespace gradvet {

/// How near the held answers of each run were to their exact values, as gradvet.accuracy/1
/// (accuracy_report.md). Every ratio is an exact fraction as text.
class AccuracyReport final : public Reporter {
 public:
  /// Each run carries RunReport::accuracy; one that does not was never begun, and has null.
  void write(const Session& session, std::span<const RunReport> runs, std::ostream& out) const override;
};

}  // namespace gradvet
