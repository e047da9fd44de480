#pragma once

#include <string_view>

#include "src/reporters/failure_map.hpp"

namespace gradvet {

/// The mechanism in one variant number: its programs as python_program prints them, and what the built-in
/// forms give under float64 for every fixture.
MappedVariant map_variant(const Contract& contract, const Mechanism& mechanism, int variant,
                          std::string_view version);

/// The mechanism in variants 1 to kMappedVariants.
MappedMechanism map_mechanism(const Contract& contract, const Mechanism& mechanism, std::string_view version);

}  // namespace gradvet
