#include "src/cli/vet_settings.hpp"

#include <array>

namespace gradvet {

namespace {

/// The setting that is member `Field` of the group of flags `Group`.
template <auto Group, auto Field>
auto& member(VetSettings& all) {
  return all.*Group.*Field;
}

template <auto Field>
constexpr auto kOfCandidate = member<&VetSettings::candidate, Field>;
template <auto Field>
constexpr auto kOfHunt = member<&VetSettings::hunt, Field>;
template <auto Field>
constexpr auto kOfReference = member<&VetSettings::reference, Field>;

constexpr std::array kTextKeys = {
    TextKey{"contract", KeyType::kText, kOfCandidate<&CandidateFlags::contract>},
    TextKey{"profile", KeyType::kText, kOfCandidate<&CandidateFlags::profile>},
    TextKey{"timeout", KeyType::kText, kOfCandidate<&CandidateFlags::timeout>},
    TextKey{"start-timeout", KeyType::kText, kOfCandidate<&CandidateFlags::start_timeout>},
    TextKey{"memory", KeyType::kText, kOfCandidate<&CandidateFlags::memory>},
    TextKey{"python", KeyType::kPath, kOfCandidate<&CandidateFlags::python>},
    TextKey{"cases", KeyType::kNumber, kOfHunt<&HuntFlags::cases>},
    TextKey{"seed", KeyType::kSeed, kOfHunt<&HuntFlags::seed>},
    TextKey{"time", KeyType::kText, kOfHunt<&HuntFlags::time>},
    TextKey{"scope", KeyType::kText, kOfHunt<&HuntFlags::scope>},
    TextKey{"max-microbatches", KeyType::kNumber, kOfHunt<&HuntFlags::max_microbatches>},
    TextKey{"max-width", KeyType::kNumber, kOfHunt<&HuntFlags::max_width>},
    TextKey{"jobs", KeyType::kNumber, kOfHunt<&HuntFlags::jobs>},
    TextKey{"against", KeyType::kCandidate, kOfReference<&ReferenceFlags::against>},
    TextKey{"within", KeyType::kNumber, kOfReference<&ReferenceFlags::within>},
};

constexpr std::array kSwitchKeys = {
    SwitchKey{"in-process", kOfCandidate<&CandidateFlags::is_in_process>},
    SwitchKey{"all", kOfHunt<&HuntFlags::is_all>},
    SwitchKey{"laws-only", kOfHunt<&HuntFlags::is_laws_only>},
};

}  // namespace

std::span<const TextKey> text_keys() { return kTextKeys; }
std::span<const SwitchKey> switch_keys() { return kSwitchKeys; }

void fill_from(VetSettings& settings, const VetSettings& below) {
  VetSettings other = below;
  for (const TextKey& key : kTextKeys)
    if (!key.value(settings)) key.value(settings) = key.value(other);
  for (const SwitchKey& key : kSwitchKeys) key.is_set(settings) = key.is_set(settings) || key.is_set(other);
}

std::vector<std::string> arguments_of(const std::string& candidate, const VetSettings& settings) {
  VetSettings shown = settings;
  std::vector<std::string> arguments = {"vet", candidate};
  for (const TextKey& key : kTextKeys)
    if (const std::optional<std::string>& value = key.value(shown); value)
      arguments.insert(arguments.end(), {"--" + std::string(key.name), *value});
  for (const SwitchKey& key : kSwitchKeys)
    if (key.is_set(shown)) arguments.push_back("--" + std::string(key.name));
  arguments.emplace_back("--no-config");
  return arguments;
}

}  // namespace gradvet
