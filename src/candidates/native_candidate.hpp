#pragma once

#include <memory>
#include <string>

#include "src/candidates/native_target.hpp"
#include "src/core/candidate.hpp"

namespace gradvet {

/// Where the code of a native candidate runs.
enum class Isolation {
  kForked,    ///< in a worker, which may crash, hang, exit and change its run-time state
  kInProcess  ///< here: for debuggers; a crash ends gradvet, a hang hangs it, --memory and --timeout are void
};

/// A candidate behind the C ABI. `name` is the user's word.
///
/// A worker answers a round of cases over shared memory and notes each case before it begins it, so that the
/// case in flight is known whatever ends the worker. It is then started anew for the cases left. Loading has
/// the start limit. The first call of a run may set things up: it has eleven times the time-out of a case;
/// that of a later worker has the time-out and four times what the first worker took to its first answer.
/// Three deaths of a worker while it loads the code end the run with E203.
std::unique_ptr<Candidate> make_native_candidate(std::string name, std::unique_ptr<NativeTarget> target,
                                                 Isolation isolation);

}  // namespace gradvet
