#pragma once

#include <optional>
#include <string>
#include <vector>

#include "src/cli/environment.hpp"
#include "src/core/run_report.hpp"
#include "src/engine/pins.hpp"

namespace gradvet {

/// The pin file of a command, or none (`--pins off`).
class PinStore {
 public:
  static constexpr const char* kDefaultFile = ".gradvet/pins.jsonl";

  /// Reads the file named by the flag. Lines that cannot be read are reported by number on stderr; the others
  /// are used.
  static Result<PinStore> read(const std::optional<std::string>& flag, const Environment& environment);

  std::vector<Pin> pins_of(const Contract& contract) const;

  /// Pins every finding and writes down in each which line holds it. A folder that cannot be written is a
  /// warning with the pin itself, so that nothing is lost.
  void add_findings(std::vector<RunReport>& runs, const Environment& environment) const;

  /// As the user wrote it; empty for none.
  const std::string& file() const { return file_; }

 private:
  std::string file_;
  PinFile content_;
};

/// The candidate's name without absolute paths, so that a pin file is the same on every machine.
std::string portable_name(const std::string& candidate);

}  // namespace gradvet
