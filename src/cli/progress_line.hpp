#pragma once

#include <chrono>
#include <iosfwd>
#include <string>

#include "src/cli/output_flags.hpp"
#include "src/engine/hunt.hpp"

namespace gradvet {

/// How far a phase is, in words: `random, 40,960 of 3,000,000 cases, 14,000 a second, 4 min left, 1 finding`.
/// `planned` may be 0: not known. Rate and time left want a second of `elapsed` time to be told.
std::string progress_text(Phase phase, std::uint64_t done, std::uint64_t planned, std::size_t findings,
                          std::chrono::milliseconds elapsed);

/// Shows on stderr how far a hunt is. The line is taken away when the object ends.
class ProgressLine final : public HuntObserver {
 public:
  ProgressLine(std::ostream& err, ProgressMode mode, std::string candidate);
  ~ProgressLine() override;
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void on_phase(Phase phase, std::uint64_t planned) override;
  void on_progress(Phase phase, std::uint64_t done, std::size_t findings) override;

 private:
  std::ostream& err_;
  ProgressMode mode_;
  std::string candidate_;
  std::uint64_t planned_ = 0;
  std::chrono::steady_clock::time_point phase_began_{};
  std::chrono::steady_clock::time_point last_shown_{};
};

}  // namespace gradvet
