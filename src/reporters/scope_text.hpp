#pragma once

#include <string>

#include "src/core/parameter.hpp"
#include "src/core/scope.hpp"
#include "src/reporters/json_writer.hpp"

namespace gradvet {

/// `up to 3 microbatches, width 2, 5 values, 4 counts`: sizes, then the lengths of the lists that are in use.
/// The signature says what a row is.
std::string scope_text(const Scope& scope, Signature signature);

/// The same as the value of `--scope`: `microbatches=3,width=2,values=5,counts=4`.
std::string scope_keys(const Scope& scope);

/// The same as a JSON object with the keys of `--scope`:
/// `{"microbatches":3,"width":2,"values":5,"counts":4}`.
void write_scope(JsonWriter& json, const Scope& scope);

}  // namespace gradvet
