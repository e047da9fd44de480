#include "src/text/place_text.hpp"

#include <algorithm>

namespace gradvet {

std::string_view row_word(Layout first_argument) {
  switch (first_argument) {
    case Layout::kRankVector:
    case Layout::kRankMatrix:
      return "rank";
    case Layout::kOperations:
      return "operation";
    default:
      return "microbatch";
  }
}

std::string_view rows_word(Layout first_argument) {
  switch (first_argument) {
    case Layout::kRankVector:
    case Layout::kRankMatrix:
      return "ranks";
    case Layout::kOperations:
      return "operations";
    default:
      return "microbatches";
  }
}

std::string place_text(const Case& value, std::size_t item) {
  const Layout layout = value.extent(0).layout;
  const std::string row_name = std::string(row_word(layout)) + " ";
  if (!is_ragged(layout)) return row_name + std::to_string(item + 1);
  const auto offsets = value.offsets(0);
  const auto row = static_cast<std::size_t>(std::ranges::upper_bound(offsets, item) - offsets.begin()) - 1;
  return row_name + std::to_string(row + 1) + (layout == Layout::kRagged ? ", item " : ", microbatch ") +
         std::to_string(item - offsets[row] + 1);
}

}  // namespace gradvet
