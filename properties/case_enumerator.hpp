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

/// How many these are, at most `limit`; `limit` too where it takes too many steps to tell: in the large
/// shapes of contracts whose domain refuses much.
std::uint64_t count_by_walking(const Contract& contract, const Scope& scope, const Profile& profile,
                               std::uint64_t limit);

/// Whether a width is a size of the contract's cases.
bool has_matrix(Signature parameters);

}  // namespace gradvet
