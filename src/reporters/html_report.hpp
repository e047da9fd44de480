#pragma once

#include "src/core/reporter.hpp"

namespace gradvet {

/// The runs as one HTML page that needs no network and no script (html_report.md).
class HtmlReport final : public Reporter {
 public:
  void write(const Session& session, std::span<const RunReport> runs, std::ostream& out) const override;
};

}  // namespace gradvet
