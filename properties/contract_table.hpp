#pragma once

#include "src/core/contract.hpp"

namespace gradvet {

/// Every contract, in the order in which they are listed. Lives as long as the program.
ContractTable contract_table();

}  // namespace gradvet
