#pragma once

#include <string>

#include "src/core/case.hpp"
#include "src/core/error.hpp"
#include "src/core/parameter.hpp"
#include "src/text/json_value.hpp"

namespace gradvet {

/// Appends the case as a JSON object: `{"gradient_vectors":[[2.0,4.0],[12.0,8.0]],"example_counts":[1,3]}`.
/// Reals are the shortest text that reads back as the same float64 and always look like floats; integers like
/// integers.
void append_case_json(std::string& out, const Case& value, Signature signature);
std::string case_json(const Case& value, Signature signature);

/// Reads what append_case_json() writes; reals may be written as any JSON number that is exactly a float64,
/// integers as integer tokens. E403 says which argument is missing, unknown, of the wrong form or not
/// representable.
Result<Case> read_case(const JsonValue& value, Signature signature);

}  // namespace gradvet
