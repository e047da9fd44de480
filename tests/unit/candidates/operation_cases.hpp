#pragma once

#include <array>
#include <string>

#include "src/candidates/native_candidate.hpp"
#include "src/text/case_json.hpp"
#include "tests/unit/candidates/bare_contract.hpp"

namespace gradvet {

inline constexpr std::array kAccumulatorParameters = {
    Parameter{"operations", Layout::kOperations, NumberRole::kValue},
    Parameter{"operations.kind", Layout::kPerMicrobatch, NumberRole::kOperation},
    Parameter{"operations.count", Layout::kPerMicrobatch, NumberRole::kCount},
    Parameter{"operations.scale", Layout::kPerMicrobatch, NumberRole::kScale},
    Parameter{"policy", Layout::kScalar, NumberRole::kPolicy},
};

inline const BareContract& bare_accumulator() {
  static const BareContract contract("accumulator", kAccumulatorParameters, AnswerShape::kWindows,
                                     ResultKind::kReal);
  return contract;
}

/// A case from `["add",[2.0],1,8.0],["step"]`.
inline Case operations_case(const std::string& operations, const std::string& policy = "skip-window") {
  const std::string text = R"({"operations":[)" + operations + R"(],"policy":")" + policy + R"("})";
  return read_case(parse_json(text).value(), kAccumulatorParameters).value();
}

/// Asks a function of the C ABI in this process, so that what it counts is seen here.
inline Trial ask_in_process(NativeFunction function, const std::vector<Case>& cases,
                            const Contract& contract = bare_accumulator(), const Profile& profile = {}) {
  Trial trial;
  trial.candidate =
      make_native_candidate("f", make_function_target(std::move(function)), Isolation::kInProcess);
  trial.outcomes.resize(cases.size());
  trial.status = trial.candidate->open(contract, profile, {});
  if (trial.status) trial.status = trial.candidate->evaluate(cases, trial.outcomes, TokenText::kKept);
  return trial;
}

/// The text of an answer, or what came instead.
inline std::string outcome_text(const Outcome& outcome) {
  if (const auto* answer = std::get_if<Answer>(&outcome)) return answer->text;
  if (const auto* exception = std::get_if<Exception>(&outcome)) return "exception: " + exception->text;
  if (const auto* declined = std::get_if<Declined>(&outcome)) return "declined: " + declined->why;
  return kind_of(outcome);
}

/// What came of one case.
inline std::string answer_text_of(NativeFunction function, const Case& value,
                                  const Contract& contract = bare_accumulator(),
                                  const Profile& profile = {}) {
  const Trial trial = ask_in_process(std::move(function), {value}, contract, profile);
  return trial.status ? outcome_text(trial.outcomes[0]) : "error: " + trial.status.error().message;
}

}  // namespace gradvet
