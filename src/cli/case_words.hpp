#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/core/contract.hpp"
#include "src/core/error.hpp"
#include "src/text/json_value.hpp"

namespace gradvet {

/// What the word of `gradvet replay` holds: cases as JSON, not yet read as those of a contract.
struct GivenCases {
  std::vector<JsonValue> cases;
  std::string contract;  ///< the name that a pin carries; empty otherwise
  std::string file;      ///< empty where the word is JSON itself
  std::size_t line = 0;  ///< of the file, from 1; 0 where it was read whole
};

/// Reads `{…}`, `{"cases":[{…},…]}`, FILE (one such document) or FILE:LINE (a pin, or one such document, on a
/// line of its own). E301 for a file, E401 for JSON, E403 where the document holds no case.
Result<GivenCases> read_given_cases(const std::string& word);

/// The given cases as those of the contract; E403 for another form, E501 with the reason for one outside the
/// domain.
Result<std::vector<Case>> cases_of(const GivenCases& given, const Contract& contract, const Profile& profile);

}  // namespace gradvet
