#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/cli/candidate_flags.hpp"
#include "src/cli/hunt_flags.hpp"
#include "src/cli/reference_flags.hpp"

namespace gradvet {

/// How candidates are vetted, as the user wrote it: on the command line, or in gradvet.toml, whose keys are
/// the flags without their dashes.
struct VetSettings {
  CandidateFlags candidate;
  HuntFlags hunt;
  ReferenceFlags reference;
};

/// What a value in gradvet.toml is.
enum class KeyType {
  kText,
  kPath,       ///< a text; relative to the file
  kCandidate,  ///< a candidate's word; its path is relative to the file
  kNumber,     ///< a whole number
  kSeed,       ///< a whole number, or a text
};

/// A setting with a value.
struct TextKey {
  std::string_view name;  ///< "start-timeout"
  KeyType type;
  std::optional<std::string>& (*value)(VetSettings&);
};

/// A setting that is on or off.
struct SwitchKey {
  std::string_view name;
  bool& (*is_set)(VetSettings&);
};

std::span<const TextKey> text_keys();
std::span<const SwitchKey> switch_keys();

/// Sets in `settings` whatever is not set there and is in `below`.
void fill_from(VetSettings& settings, const VetSettings& below);

/// The arguments that vet the candidate in this way, whatever a gradvet.toml says.
std::vector<std::string> arguments_of(const std::string& candidate, const VetSettings& settings);

}  // namespace gradvet
