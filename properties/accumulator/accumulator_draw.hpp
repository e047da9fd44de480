#pragma once

#include <span>
#include <string_view>

#include "src/core/contract.hpp"

namespace gradvet::accumulator {

/// Contract::draw of accumulator: windows of a few additions, steps between them, now and then a reset, a
/// save or a load, a microbatch that is not finite or has scale 0.
ClassSet draw(std::uint64_t word, int size, const DrawLimits& limits, const Profile& profile, Case& out);
std::span<const std::string_view> class_names();

}  // namespace gradvet::accumulator
