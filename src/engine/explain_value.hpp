#pragma once

#include <optional>

#include "src/core/finding.hpp"
#include "src/core/value_explanation.hpp"
#include "src/engine/trial.hpp"

namespace gradvet {

/// Explains the number that is furthest outside; nothing for exact outputs and for answers of another form.
std::optional<ValueExplanation> explain_value(const Trial& trial, const Finding& finding);

/// The same beside the reference's number, which stands for the nearest value.
std::optional<ValueExplanation> explain_against(const Trial& trial, const Finding& finding);

/// The unit in the last place of a value in a format.
Rational ulp_of(const Rational& value, NumberFormat format);

/// The profile under which a candidate that is broken under a wider one would be held, where there is one:
/// the broken case, fixtures and drawn cases representable in the narrower format are judged there. Where all
/// its values carried one format, the profiles that end in it are tried; else float32, and float16 and
/// bfloat16 with and without a float32 accumulator. Only from the profile float64.
std::optional<Profile> narrower_profile(Trial& trial, const Case& broken);

}  // namespace gradvet
