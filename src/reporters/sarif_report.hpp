#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "src/core/reporter.hpp"
#include "src/reporters/source_place.hpp"

namespace gradvet {

/// A path as a URI reference (RFC 3986): every byte but unreserved ones and `/` percent-encoded; an absolute
/// path with `file://`.
std::string file_uri(std::string_view path);

/// Findings as results of static analysis, in SARIF 2.1.0 (sarif_report.md).
class SarifReport final : public Reporter {
 public:
  explicit SarifReport(SourcePlaces places) : places_(std::move(places)) {}
  void write(const Session& session, std::span<const RunReport> runs, std::ostream& out) const override;

 private:
  SourcePlaces places_;
};

}  // namespace gradvet
