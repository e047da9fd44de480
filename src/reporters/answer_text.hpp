#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/core/answer.hpp"
#include "src/core/outcome.hpp"

namespace gradvet {

/// The exact value of every number, row by row: `15/7`, `-3`; `NaN`, `Infinity`, `-Infinity` where it is
/// none.
std::vector<std::string> exact_texts(const ExactAnswer& answer);
std::vector<std::string> exact_texts(const Answer& answer);

/// Every number as a person reads it: `3.5` for a float, `15/7` for what the candidate gave exactly.
std::vector<std::string> number_texts(const Answer& answer);

/// A fraction with its decimal value: `15/7 ≈ 2.142857142857143`, `7/2 = 3.5`, `-3`.
std::string fraction_and_decimal(const Rational& value);

/// Number texts in the brackets of their shape: `2/3`, `[7.0, 6.0]`, `[[1.0], null]`. Long lists keep their
/// beginning and end and say how many numbers are left out.
std::string shape_text(AnswerShape shape, const std::vector<std::string>& numbers,
                       const std::vector<AnswerRow>& rows);

/// A flat list, elided in the same way.
std::string list_text(const std::vector<std::string>& numbers);

/// What came of a case: a value in the brackets of its shape, or a clause such as `an exception:
/// ZeroDivisionError`. May hold control characters of the candidate.
std::string outcome_text(const Outcome& outcome);

}  // namespace gradvet
