#include "src/cli/known_ids.hpp"

#include "src/cli/messages.hpp"

namespace gradvet {

namespace {

constexpr std::string_view kBuiltin = "builtin:";

}  // namespace

Result<const Contract*> find_contract(ContractTable contracts, std::string_view word) {
  std::vector<std::string_view> names;
  for (const Contract* contract : contracts) {
    const ContractInfo& info = contract->info();
    if (info.id == word || (!info.alias.empty() && info.alias == word)) return contract;
    names.push_back(info.id);
    if (!info.alias.empty()) names.push_back(info.alias);
  }
  return tl::unexpected(unknown_name("contract", word, names, "gradvet list contracts shows them all"));
}

Result<KnownId> find_known(ContractTable contracts, std::string_view word) {
  if (word.starts_with(kBuiltin)) word.remove_prefix(kBuiltin.size());
  std::vector<std::string_view> names;
  const auto is_named = [&names, word](std::string_view id) {
    if (!id.empty()) names.push_back(id);
    return !id.empty() && id == word;
  };
  for (const Contract* contract : contracts)
    if (is_named(contract->info().id) || is_named(contract->info().alias)) return KnownId{contract};
  for (const Contract* contract : contracts) {
    for (const Mechanism& mechanism : contract->mechanisms()) {
      if (is_named(mechanism.id) || is_named(mechanism.alias)) return KnownId{contract, &mechanism};
      for (const Form* form : {mechanism.failure, mechanism.unsuccessful_fix})
        if (form != nullptr && is_named(form->id)) return KnownId{contract, &mechanism, form};
    }
    for (const Form* form : all_forms(*contract))
      if (is_named(form->id)) return KnownId{contract, nullptr, form};
  }
  return tl::unexpected(
      unknown_name("contract or mechanism", word, names, "gradvet list mechanisms shows them all"));
}

const Mechanism* main_mechanism(const Contract& contract) {
  const std::span<const Mechanism> mechanisms = contract.mechanisms();
  const std::string_view alias = contract.info().alias;
  for (const Mechanism& mechanism : mechanisms)
    if (!alias.empty() && mechanism.alias == alias) return &mechanism;
  return mechanisms.size() == 1 ? &mechanisms.front() : nullptr;
}

std::vector<const Form*> all_forms(const Contract& contract) {
  std::vector<const Form*> forms = {&contract.repair()};
  for (const Form* form : contract.honest_forms()) forms.push_back(form);
  for (const Mechanism& mechanism : contract.mechanisms()) {
    for (const Form* form : {mechanism.failure, mechanism.unsuccessful_fix})
      if (form != nullptr) forms.push_back(form);
  }
  return forms;
}

std::vector<const Form*> all_forms(ContractTable contracts) {
  std::vector<const Form*> forms;
  for (const Contract* contract : contracts)
    for (const Form* form : all_forms(*contract)) forms.push_back(form);
  return forms;
}

}  // namespace gradvet
