#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "src/engine/trial.hpp"

namespace gradvet {

/// Watches for held answers that no usual implementation gives: farther from the exact value than
/// Contract::usual() allows. That is a note, never a finding: rare honest forms go there. Looks at one case a
/// batch, the held one of the greatest excess, and only where that is large, so that it costs nothing.
class SuspectBand {
 public:
  /// Takes the batch that the trial has just run.
  void observe(std::span<const Case> batch, const Trial& trial);

  /// A sentence about what was seen; nothing where all was usual.
  std::optional<std::string> note() const;

 private:
  bool is_suspect(const Case& input, const Answer& answer, const Trial& trial);

  std::uint64_t looked_at_ = 0;
  std::uint64_t suspect_ = 0;
  std::string first_;  ///< the first suspect case, as JSON
  ExactAnswer expected_;
  Allowance usual_;
};

}  // namespace gradvet
