#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace gradvet {

/// Texts put together while compiling.
template <const std::string_view&... kParts>
struct Joined {
  static constexpr auto kBytes = [] {
    std::array<char, (kParts.size() + ...)> bytes{};
    auto at = bytes.begin();
    ((at = std::ranges::copy(kParts, at).out), ...);
    return bytes;
  }();
  static constexpr std::string_view kText{kBytes.data(), kBytes.size()};
};

}  // namespace gradvet
