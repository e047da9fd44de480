#pragma once

#include "src/core/contract.hpp"
#include "tests/support/function_candidate.hpp"

namespace gradvet::test {

/// A candidate that computes a form under a profile, in this process. The form outlives it.
inline FunctionCandidate form_candidate(const Form& form, Profile profile) {
  return FunctionCandidate([&form, profile](const Case& input) -> Outcome {
    Answer answer;
    form.compute(input, profile, answer);
    return answer;
  });
}

}  // namespace gradvet::test
