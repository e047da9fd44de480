#include "src/cli/vet_settings.hpp"

#include <array>

namespace gradvet {

namespace {

constexpr std::array<TextKey, 14> kTextKeys = {
    {{"contract", KeyType::kText, [](VetSettings& all) -> auto& {return all.candidate.contract;
}
}  // namespace gradvet
, {"profile", KeyType::kText, [](VetSettings& all) -> auto& {return all.candidate.profile;
}
}
, {"timeout", KeyType::kText, [](VetSettings& all) -> auto& {return all.candidate.timeout;
}
}
, {"start-timeout", KeyType::kText, [](VetSettings& all) -> auto& {return all.candidate.start_timeout;
}
}
, {"memory", KeyType::kText, [](VetSettings& all) -> auto& {return all.candidate.memory;
}
}
, {"python", KeyType::kPath, [](VetSettings& all) -> auto& {return all.candidate.python;
}
}
, {"cases", KeyType::kNumber, [](VetSettings& all) -> auto& {return all.hunt.cases;
}
}
, {"seed", KeyType::kSeed, [](VetSettings& all) -> auto& {return all.hunt.seed;
}
}
, {"time", KeyType::kText, [](VetSettings& all) -> auto& {return all.hunt.time;
}
}
, {"scope", KeyType::kText, [](VetSettings& all) -> auto& {return all.hunt.scope;
}
}
, {"max-microbatches", KeyType::kNumber, [](VetSettings& all) -> auto& {return all.hunt.max_microbatches;
}
}
, {"max-width", KeyType::kNumber, [](VetSettings& all) -> auto& {return all.hunt.max_width;
}
}
, {"against", KeyType::kCandidate, [](VetSettings& all) -> auto& {return all.reference.against;
}
}
, {"within", KeyType::kNumber, [](VetSettings& all) -> auto& {return all.reference.within;
}
}
,
}
}
;

constexpr std::array<SwitchKey, 3> kSwitchKeys = {
    {{"in-process", [](VetSettings& all) -> auto& {return all.candidate.is_in_process;
}
}
, {"all", [](VetSettings& all) -> auto& {return all.hunt.is_all;
}
}
, {"laws-only", [](VetSettings& all) -> auto& {return all.hunt.is_laws_only;
}
}
,
}
}
;

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
