#pragma once

#include <string>

#include "src/core/contract.hpp"
#include "src/reporters/failure_map.hpp"

namespace gradvet {

/// The page of a contract: statement, formula, domain, why it matters, its mechanisms with where they were
/// seen, its repair and honest forms, its fixtures.
std::string contract_page(const Contract& contract);

/// The page of a mechanism: what goes wrong and why, where it was seen, its contract, the wrong forms and the
/// repaired one, and what they give for the fixtures of this variant of it.
std::string mechanism_page(const Contract& contract, const MappedVariant& variant,
                           const Mechanism& mechanism);

/// The page of one form: what it computes and how to vet it.
std::string form_page(const Contract& contract, const Form& form);

}  // namespace gradvet
