#pragma once

#include <memory>
#include <string>

#include "src/core/candidate.hpp"
#include "src/core/form.hpp"

namespace gradvet {

/// A form computed in this process: in the profile's arithmetic, or in exact rationals where the profile's
/// output is exact. open() fails with E101 where the form belongs to another contract. `form` outlives the
/// candidate.
std::unique_ptr<Candidate> make_builtin_candidate(std::string name, const Form& form);

}  // namespace gradvet
