#pragma once

#include <optional>
#include <string>

#include "src/candidates/python_marshal.hpp"
#include "src/core/outcome.hpp"
#include "src/core/profile.hpp"

namespace gradvet {

/// Reads one answer of the runner (src/candidates/README.md) into an outcome. `expected` is the shape of the
/// contract's result, `text` says whether the result's JSON text follows. False where the bytes are none of
/// the runner's.
bool read_python_answer(MarshalReader& reader, AnswerShape expected, bool has_text, Outcome& out);

}  // namespace gradvet
