#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_set>
#include <utility>
#include <vector>

#include "properties/case_edit.hpp"
#include "src/core/contract.hpp"

/// What the offers of case_shrinks.cpp and item_shrinks.cpp share.
namespace gradvet::shrinking {

using Selection = std::vector<std::uint32_t>;

/// A list is at most this long; what would come later is found from a simpler case.
inline constexpr std::size_t kMostShrinks = 400;
/// Single rows and columns are tried one by one up to this many, exchanged in pairs up to kMostExchanged.
inline constexpr std::size_t kMostSingles = 64;
inline constexpr std::size_t kMostExchanged = 6;
/// Integers below this are added up.
inline constexpr std::int64_t kMostSummed = std::int64_t{1} << 60;
class ShrinkList {
 public:
  ShrinkList(const Contract& contract, const Case& from, const Profile& profile, std::vector<Case>& out)
      : contract_(contract), from_(from), profile_(profile), out_(out) {}

  const Case& from() const { return from_; }
  bool is_full() const { return out_.size() >= kMostShrinks; }

  void offer(const Case& candidate) {
    if (is_full() || contract_.compare(candidate, from_) >= 0 || contract_.refuse(candidate, profile_))
      return;
    if (seen_.insert(candidate).second) out_.push_back(candidate);
  }

 private:
  const Contract& contract_;
  const Case& from_;
  const Profile& profile_;
  std::vector<Case>& out_;
  std::unordered_set<Case, CaseHash> seen_;
};

/// Calls use() with every selection worth trying from `count` items: none, halves, one alone, all but a part,
/// all but one, two exchanged.
template <class Use>
void each_selection(std::size_t count, Use use) {
  const Selection all = whole_selection(count);
  if (count == 0) return;
  use(Selection{});
  for (std::size_t i = 0; i < std::min(count, kMostSingles) && count > 1; ++i) use(Selection{all[i]});
  for (std::size_t part = count / 2; part >= 1; part /= 2)
    for (std::size_t first = 0; first < count && first / part < kMostSingles; first += part) {
      Selection kept = all;
      kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(first),
                 kept.begin() + static_cast<std::ptrdiff_t>(std::min(count, first + part)));
      use(kept);
    }
}

template <class Use>
void each_exchange(std::size_t count, Use use) {
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = i + 1; j < count && (count <= kMostExchanged || j == i + 1); ++j) {
      if (i >= kMostSingles) return;
      Selection exchanged = whole_selection(count);
      std::swap(exchanged[i], exchanged[j]);
      use(exchanged);
    }
}

inline bool is_ragged_case(const Case& from) {
  return from.argument_count() > 0 && is_ragged(from.extent(0).layout);
}

}  // namespace gradvet::shrinking
