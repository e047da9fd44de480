#include "src/candidates/stderr_excerpt.hpp"

#include <cstddef>

namespace gradvet {

std::string stderr_excerpt(std::string_view text) {
  constexpr int kLines = 12;
  constexpr std::size_t kBytes = 2000;
  const std::size_t last = text.find_last_not_of(" \t\r\n");
  if (last == std::string_view::npos) return {};
  text = text.substr(0, last + 1);
  if (text.size() > kBytes) text.remove_prefix(text.size() - kBytes);
  std::size_t from = text.size();
  for (int line = 0; line < kLines && from != 0; ++line) {
    const std::size_t feed = text.rfind('\n', from - 1);
    if (feed == std::string_view::npos) return ": " + std::string(text);
    from = feed;
  }
  return ": " + std::string(text.substr(from == 0 ? 0 : from + 1));
}

}  // namespace gradvet
