#include "properties/item_shrinks.hpp"

namespace gradvet::shrinking {

namespace {

bool has_weights(const Case& from) {
  for (std::size_t a = 0; a < from.argument_count(); ++a)
    if (from.extent(a).role == NumberRole::kWeight) return true;
  return false;
}

/// `from` with item `dropped` gone into item `kept`: counts and weights added up, and so are values, but
/// those that have weights stay. A dropped count is taken as at least this.
void merge_items(const Case& from, std::size_t kept, std::size_t dropped, std::int64_t least_count,
                 Case& out) {
  Case summed = from;
  const bool is_weighted = has_weights(from);
  for (std::size_t a = 0; a < from.argument_count(); ++a) {
    const Case::Extent& extent = from.extent(a);
    if (!is_ragged(extent.layout) || (is_weighted && extent.role == NumberRole::kValue)) continue;
    for (std::size_t i = 0; i < extent.width; ++i) {
      const std::size_t to = kept * extent.width + i, source = dropped * extent.width + i;
      if (is_real(extent.role))
        summed.reals(a)[to] += from.reals(a)[source];
      else if (from.integers(a)[to] < kMostSummed && from.integers(a)[source] < kMostSummed)
        summed.integers(a)[to] += std::max(least_count, from.integers(a)[source]);
    }
  }
  Selection items = whole_selection(from.items());
  items.erase(items.begin() + static_cast<std::ptrdiff_t>(dropped));
  select_items(summed, items, out);
}

}  // namespace

void offer_items(ShrinkList& list) {
  if (!is_ragged_case(list.from())) return;
  Case candidate;
  each_selection(list.from().items(), [&](const Selection& items) {
    select_items(list.from(), items, candidate);
    list.offer(candidate);
  });
}

void offer_emptied_items(ShrinkList& list) {
  const Case& from = list.from();
  if (!is_ragged_case(from)) return;
  for (std::size_t item = 0; item < std::min(from.items(), kMostSingles); ++item) {
    Case candidate = from;
    for (std::size_t a = 0; a < from.argument_count(); ++a) {
      const Case::Extent& extent = from.extent(a);
      if (!is_ragged(extent.layout)) continue;
      if (is_real(extent.role))
        std::ranges::fill(candidate.reals(a).subspan(item * extent.width, extent.width), 0.0);
      else
        std::ranges::fill(candidate.integers(a).subspan(item * extent.width, extent.width), 0);
    }
    list.offer(candidate);
  }
}

void offer_merged_items(ShrinkList& list) {
  const Case& from = list.from();
  if (!is_ragged_case(from)) return;
  Case candidate;
  for (std::size_t row = 0; row + 1 < std::min(from.microbatches(), kMostSingles); ++row) {
    Selection offsets(from.offsets(0).begin(), from.offsets(0).end());
    offsets.erase(offsets.begin() + static_cast<std::ptrdiff_t>(row + 1));
    arrange_items(from, whole_selection(from.items()), offsets, candidate);
    list.offer(candidate);
  }
  if (from.items() <= kMostExchanged) {
    for (std::size_t dropped = 0; dropped < from.items(); ++dropped)
      for (std::size_t kept = 0; kept < from.items(); ++kept)
        for (const std::int64_t least_count : {0, 1}) {
          if (kept == dropped) continue;
          merge_items(from, kept, dropped, least_count, candidate);
          list.offer(candidate);
        }
    return;
  }
  for (std::size_t item = 0; item + 1 < std::min(from.items(), kMostSingles); ++item) {
    if (std::ranges::binary_search(from.offsets(0), item + 1)) continue;  // the next begins another row
    merge_items(from, item, item + 1, 0, candidate);
    list.offer(candidate);
  }
}

void offer_halved_weights(ShrinkList& list) {
  const Case& from = list.from();
  if (!is_ragged_case(from) || !has_weights(from)) return;
  Case halved = from, candidate;
  for (std::size_t a = 0; a < from.argument_count(); ++a)
    if (from.extent(a).role == NumberRole::kWeight)
      for (double& weight : halved.reals(a)) weight /= 2;
  const auto offer_without = [&](std::size_t count, auto select) {
    for (std::size_t i = 0; i < std::min(count, kMostSingles); ++i) {
      Selection kept = whole_selection(count);
      kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(i));
      select(halved, kept, candidate);
      list.offer(candidate);
    }
  };
  offer_without(from.microbatches(), select_microbatches);
  offer_without(from.items(), select_items);
}

}  // namespace gradvet::shrinking
