#pragma once

#include <cstdint>
#include <memory>

#include "src/core/contract.hpp"

namespace gradvet {

/// The cases of the scope that the contract does not refuse, in the case order. Walks shape by shape and, in
/// a shape, total cost by total cost, so that it needs memory for one case only. The contract outlives the
/// stream.
std::unique_ptr<CaseStream> enumerate_scope(const Contract& contract, const Scope& scope,
                                            const Profile& profile);

/// Whether a width is a size of the contract's cases.
bool has_matrix(Signature parameters);

}  // namespace gradvet
