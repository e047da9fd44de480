#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace gradvet {

/// A finite box of cases: every case with at most `microbatches` rows and `width` coordinates whose numbers
/// come from these lists. Lists are in number order (properties/README.md); one that no parameter uses is
/// empty.
struct Scope {
  std::uint32_t microbatches = 0;
  std::uint32_t width = 0;
  std::uint32_t items = 0;  ///< most items in all rows together, of a contract with ragged arguments
  std::uint32_t cost = 0;   ///< greatest total cost of the numbers (properties/README.md); 0: any
  std::vector<double> values;
  std::vector<double> scales;
  std::vector<double> weights;
  std::vector<double> bounds;
  std::vector<std::int64_t> counts;
  std::vector<std::int64_t> sizes;
  std::vector<std::int64_t> targets;
  friend bool operator==(const Scope&, const Scope&) = default;
};

/// What the user fixes of a scope; what is absent is chosen. A list is named by its length: `values=5` means
/// the first five of the contract's published value list.
struct ScopeRequest {
  std::optional<std::uint32_t> microbatches;
  std::optional<std::uint32_t> width;
  std::optional<std::uint32_t> items;
  std::optional<std::uint32_t> cost;
  std::optional<std::uint32_t> values;
  std::optional<std::uint32_t> scales;
  std::optional<std::uint32_t> weights;
  std::optional<std::uint32_t> bounds;
  std::optional<std::uint32_t> counts;
  std::optional<std::uint32_t> sizes;
  std::optional<std::uint32_t> targets;
};

}  // namespace gradvet
