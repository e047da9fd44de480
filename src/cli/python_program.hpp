#pragma once

#include <string>
#include <string_view>

#include "src/core/contract.hpp"

namespace gradvet {

/// A Python program of the standard library alone that defines `solve` as the form has it, runs the
/// contract's fixtures, and those of the mechanism's own where one is given, in the variant number, prints
/// `{"observations": […], "passed": …}` and ends with 0 where all pass, else 1. Empty where the form has no
/// Python text.
std::string python_program(const Contract& contract, const Form& form, const Mechanism* mechanism,
                           int variant, std::string_view version);

}  // namespace gradvet
