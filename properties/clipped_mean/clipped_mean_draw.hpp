#pragma once

#include <span>
#include <string_view>

#include "src/core/contract.hpp"

namespace gradvet::clipped_mean {

/// Contract::draw of clipped-mean.
ClassSet draw(std::uint64_t word, int size, const DrawLimits& limits, const Profile& profile, Case& out);
std::span<const std::string_view> class_names();

}  // namespace gradvet::clipped_mean
