#pragma once

#include <rapidcheck.h>

#include "src/core/contract.hpp"

namespace gradvet {

/// RapidCheck's view of a contract: a case drawn whole from one random word, whose shrinks are the contract's
/// own, made when they are asked for. The contract outlives the generator.
rc::Gen<Case> case_generator(const Contract& contract, const Profile& profile, const DrawLimits& limits);

}  // namespace gradvet
