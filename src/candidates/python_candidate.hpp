#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "src/core/candidate.hpp"
#include "src/core/error.hpp"

namespace gradvet {

/// Which Python function, and which Python.
struct PythonTarget {
  std::string path;      ///< of the file, as the user wrote it
  std::string function;  ///< "solve"
  std::string python;    ///< a path with a slash
};

/// A Python function, called in a process of its own by the runner that ships inside the binary. `name` is
/// the user's word. open() fails with E203 (import error, no such function) or E206 (wrong number of
/// parameters).
std::unique_ptr<Candidate> make_python_candidate(std::string name, PythonTarget target);

/// What a function says of itself.
struct PythonFunction {
  std::vector<std::string> parameters;  ///< the positional ones, in order
  std::size_t required = 0;             ///< how many of them have no default
  int line = 0;                         ///< of its definition (or first decorator), from 1; 0 if unknown
};

/// Loads the file and asks. E203 as open(); E207 where loading takes longer than limits.start; E208.
Result<PythonFunction> inspect_python_function(const PythonTarget& target,
                                               const CandidateLimits& limits = {});

/// The parameter names alone: what finds the contract of a function when none was named.
Result<std::vector<std::string>> python_parameter_names(const PythonTarget& target,
                                                        const CandidateLimits& limits = {});

}  // namespace gradvet
