#include "src/core/nearest_name.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace gradvet {

namespace {

char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

/// Optimal string alignment distance (Levenshtein's with swaps of neighbours; no part is edited twice).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  const std::size_t columns = b.size() + 1;
  std::vector<std::size_t> table((a.size() + 1) * columns);
  const auto at = [&](std::size_t i, std::size_t j) -> std::size_t& { return table[i * columns + j]; };
  for (std::size_t i = 0; i <= a.size(); ++i) at(i, 0) = i;
  for (std::size_t j = 0; j <= b.size(); ++j) at(0, j) = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      std::size_t edits = std::min({at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (same ? 0 : 1)});
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]))
        edits = std::min(edits, at(i - 2, j - 2) + 1);
      at(i, j) = edits;
    }
  }
  return at(a.size(), b.size());
}

}  // namespace

std::string_view nearest_name(std::string_view word, std::span<const std::string_view> names) {
  // A word far longer than any name is no typo of one; this also bounds the table.
  constexpr std::size_t kLongestWord = 200;
  if (word.empty() || word.size() > kLongestWord) return {};
  for (const std::string_view name : names)
    if (edit_distance(word, name) == 0) return name;  // but for its letters' case
  constexpr std::size_t kShortestPrefix = 3;
  const auto continues_word = [word](std::string_view name) {
    return name.size() > word.size() && std::equal(word.begin(), word.end(), name.begin(),
                                                   [](char a, char b) { return lower(a) == lower(b); });
  };
  if (word.size() >= kShortestPrefix && std::ranges::count_if(names, continues_word) == 1)
    return *std::ranges::find_if(names, continues_word);
  std::string_view nearest;
  std::size_t fewest = 0;
  for (const std::string_view name : names) {
    const std::size_t edits = edit_distance(word, name);
    const std::size_t allowed = std::max<std::size_t>(1, std::max(word.size(), name.size()) / 3);
    if (edits > allowed) continue;
    if (nearest.empty() || edits < fewest) {
      nearest = name;
      fewest = edits;
    }
  }
  return nearest;
}

}  // namespace gradvet
