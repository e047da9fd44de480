#pragma once

#include <string>
#include <string_view>

#include "src/core/answer.hpp"
#include "src/core/outcome.hpp"
#include "src/text/json_value.hpp"

namespace gradvet {

/// What is kept of a result.
struct AnswerWants {
  AnswerShape shape = AnswerShape::kList;  ///< of the contract's result
  /// Keep the exact value of a token that is no float64: it is to be rounded to another format, or not at
  /// all.
  bool keeps_tokens = false;
  bool keeps_text = false;  ///< fill Answer::text
};

/// Reads the result at the start of `text`: a number, a fraction as a string, null, or lists of them. Returns
/// the bytes read, or 0 where it is no such thing; `out` is then without meaning. Takes NaN, Infinity and
/// -Infinity, as Python's json module writes them.
std::size_t read_result(std::string_view text, const AnswerWants& wants, Answer& out);

/// The outcome of a result of any kind: an Answer, or NotAValue with the reason.
void read_result(const JsonValue& value, const AnswerWants& wants, Outcome& out);

}  // namespace gradvet
