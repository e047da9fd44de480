#pragma once

#include <string>

#include "src/core/contract.hpp"

namespace gradvet {

/// `vector-mean(gradient_vectors, example_counts)`: what a candidate is called with.
std::string call_text(const ContractInfo& info);

/// The page of a contract: statement, formula, domain, why it matters, its mechanisms and honest forms, its
/// fixtures.
std::string contract_page(const Contract& contract);

/// The page of a mechanism: what goes wrong and why, its two forms, where it was seen, how to see its
/// program.
std::string mechanism_page(const Contract& contract, const Mechanism& mechanism);

/// The page of one form: what it computes and how to vet it.
std::string form_page(const Contract& contract, const Form& form);

}  // namespace gradvet
