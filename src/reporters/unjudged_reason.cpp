#include "src/reporters/unjudged_reason.hpp"

#include <fmt/format.h>

namespace gradvet {

std::string code_text(ErrorCode code) { return fmt::format("E{}", static_cast<int>(code)); }

std::string unjudged_reason(const RunReport& run) {
  const std::string reason = run.reason.value_or("nothing was judged");
  return run.reason_code ? fmt::format("{}: {}", code_text(*run.reason_code), reason) : reason;
}

}  // namespace gradvet
