#pragma once

#include <string_view>
#include <vector>

#include "src/core/contract.hpp"
#include "src/core/error.hpp"

namespace gradvet {

/// What an id names: always a contract, and the mechanism or the form of it where the id goes that far.
struct KnownId {
  const Contract* contract = nullptr;
  const Mechanism* mechanism = nullptr;
  const Form* form = nullptr;
};

/// The contract with this id or alias; E101 with the nearest.
Result<const Contract*> find_contract(ContractTable contracts, std::string_view word);

/// A contract, mechanism or form by id, or by alias; an alias that a contract shares with its mechanism names
/// the contract. A `builtin:` before it is ignored. E101 with the nearest.
Result<KnownId> find_known(ContractTable contracts, std::string_view word);

/// The mechanism that a role asks for where only the contract is named: the one with the contract's alias,
/// else the only one; null where there is a choice.
const Mechanism* main_mechanism(const Contract& contract);

/// Every form of a contract: repair, honest forms, then failure and unsuccessful fix of each mechanism.
std::vector<const Form*> all_forms(const Contract& contract);

/// The same for every contract: what `builtin:` can name.
std::vector<const Form*> all_forms(ContractTable contracts);

}  // namespace gradvet
