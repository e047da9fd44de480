#pragma once

#include <iosfwd>
#include <span>
#include <string>
#include <vector>

#include "src/core/pair_report.hpp"
#include "src/core/run_report.hpp"

namespace gradvet {

/// What every report of a command shares.
struct Session {
  std::string version;
  std::uint64_t seed = 1;
  std::string command_line;       ///< the command that repeats it
  std::string pin_file;           ///< where findings were pinned; empty: nowhere
  std::vector<PairReport> pairs;  ///< of candidates of one contract, where several were vetted
  int exit_code = 0;              ///< with which the command will end
};

/// Writes the finished runs of one command in one format. Called once, after the last run, also when
/// interrupted.
class Reporter {
 public:
  virtual ~Reporter() = default;
  virtual void write(const Session&, std::span<const RunReport>, std::ostream&) const = 0;
};

}  // namespace gradvet
