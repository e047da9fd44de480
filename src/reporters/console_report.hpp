#pragma once

#include <string>
#include <vector>

#include "src/core/reporter.hpp"
#include "src/reporters/terminal_text.hpp"

namespace gradvet {

enum class Detail {
  kBrief,
  kVerbose,  ///< also the classes of hostile input and every observation
};

/// What a person reads: for each run the verdict and what it rests on, for each finding the least case, what
/// was expected, what came, the mistake's name and the line that replays it. Texts of candidates are escaped.
class ConsoleReport final : public Reporter {
 public:
  ConsoleReport(Colour colour, Detail detail) : palette_(colour), detail_(detail) {}
  void write(const Session& session, std::span<const RunReport> runs, std::ostream& out) const override;

 private:
  Palette palette_;
  Detail detail_;
};

}  // namespace gradvet
