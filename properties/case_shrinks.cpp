#include "properties/case_shrinks.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <unordered_set>

#include "properties/case_edit.hpp"
#include "properties/number_shrinks.hpp"

namespace gradvet {

namespace {

using Selection = std::vector<std::uint32_t>;

/// A list is at most this long; what would come later is found from a simpler case.
constexpr std::size_t kMostShrinks = 400;
/// Single rows and columns are tried one by one up to this many, exchanged in pairs up to kMostExchanged.
constexpr std::size_t kMostSingles = 64;
constexpr std::size_t kMostExchanged = 6;
/// Integers below this are added up.
constexpr std::int64_t kMostSummed = std::int64_t{1} << 60;
/// Cases with at most this many numbers have pairs of them simplified together.
constexpr std::size_t kMostPaired = 8;

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

std::size_t matrix_width(const Case& from) {
  for (std::size_t a = 0; a < from.argument_count(); ++a)
    if (has_width(from.extent(a).layout)) return from.extent(a).width;
  return 0;
}

bool is_ragged_case(const Case& from) {
  return from.argument_count() > 0 && is_ragged(from.extent(0).layout);
}

bool has_weights(const Case& from) {
  for (std::size_t a = 0; a < from.argument_count(); ++a)
    if (from.extent(a).role == NumberRole::kWeight) return true;
  return false;
}

/// Operations and policies are words: arithmetic on them means nothing.
bool is_word(NumberRole role) { return role == NumberRole::kOperation || role == NumberRole::kPolicy; }

void offer_rows(ShrinkList& list) {
  Case candidate;
  each_selection(list.from().microbatches(), [&](const Selection& rows) {
    select_microbatches(list.from(), rows, candidate);
    list.offer(candidate);
  });
}

void offer_items(ShrinkList& list) {
  if (!is_ragged_case(list.from())) return;
  Case candidate;
  each_selection(list.from().items(), [&](const Selection& items) {
    select_items(list.from(), items, candidate);
    list.offer(candidate);
  });
}

void offer_columns(ShrinkList& list) {
  Case candidate;
  each_selection(matrix_width(list.from()), [&](const Selection& columns) {
    select_coordinates(list.from(), columns, candidate);
    list.offer(candidate);
  });
}

void offer_exchanges(ShrinkList& list) {
  Case candidate;
  each_exchange(list.from().microbatches(), [&](const Selection& rows) {
    select_microbatches(list.from(), rows, candidate);
    list.offer(candidate);
  });
  each_exchange(matrix_width(list.from()), [&](const Selection& columns) {
    select_coordinates(list.from(), columns, candidate);
    list.offer(candidate);
  });
  if (is_ragged_case(list.from()))
    each_exchange(list.from().items(), [&](const Selection& items) {
      arrange_items(list.from(), items, list.from().offsets(0), candidate);
      list.offer(candidate);
    });
}

/// One change made to every number of an argument, or of every argument of the same kind.
template <class Change>
void change_reals(Case& candidate, Change change) {
  for (std::size_t a = 0; a < candidate.argument_count(); ++a)
    if (is_real(candidate.extent(a).role))
      for (double& number : candidate.reals(a)) number = change(number);
}
template <class Change>
void change_integers(Case& candidate, Change change) {
  for (std::size_t a = 0; a < candidate.argument_count(); ++a)
    if (!is_real(candidate.extent(a).role) && !is_word(candidate.extent(a).role))
      for (std::int64_t& number : candidate.integers(a)) number = change(number);
}

std::int64_t common_divisor(const Case& from) {
  std::int64_t divisor = 0;
  for (const std::int64_t number : from.all_integers()) divisor = std::gcd(divisor, number);
  return std::max<std::int64_t>(divisor, 1);
}

void offer_whole_changes(ShrinkList& list) {
  const auto sign_of = [](double number) { return static_cast<double>((number > 0) - (number < 0)); };
  const auto one_if_any = [](std::int64_t number) { return std::int64_t{number != 0}; };
  const auto offer_changed = [&](auto real_change, auto integer_change) {
    Case reals = list.from();
    change_reals(reals, real_change);
    Case both = reals;
    change_integers(both, integer_change);
    Case integers = list.from();
    change_integers(integers, integer_change);
    list.offer(both);
    list.offer(reals);
    list.offer(integers);
  };
  offer_changed([](double) { return 0.0; }, one_if_any);
  offer_changed(sign_of, one_if_any);
  const std::int64_t divisor = common_divisor(list.from());
  offer_changed([](double number) { return std::fabs(number); },
                [divisor](std::int64_t number) { return number / divisor; });
  for (const int bits : {1, 2, 4, 8, 24}) {
    const auto first_bits = [bits](double number) { return with_significand_bits(number, bits); };
    offer_changed(first_bits, [](std::int64_t number) { return (number + 1) / 2; });
  }
  offer_changed([](double number) { return std::trunc(number); },
                [](std::int64_t number) { return number / 2; });
  for (const int shift : {-30, 30, -4, 4, -1, 1})
    offer_changed([shift](double number) { return std::ldexp(number, shift); },
                  [shift](std::int64_t number) { return number >> std::abs(shift); });
}

/// The reals of one argument, or of all, scaled so that the greatest of each lies between 1 and 2: products
/// of very large and very small numbers would else crawl there together.
void offer_usual_scales(ShrinkList& list) {
  constexpr int kFar = 4;
  Case all = list.from();
  for (std::size_t a = 0; a < all.argument_count(); ++a) {
    if (!is_real(all.extent(a).role)) continue;
    double greatest = 0;
    for (const double number : all.reals(a)) greatest = std::max(greatest, std::fabs(number));
    if (greatest == 0 || !std::isfinite(greatest) || std::abs(std::ilogb(greatest)) < kFar) continue;
    Case alone = list.from();
    for (std::size_t i = 0; i < all.extent(a).size; ++i)
      alone.reals(a)[i] = all.reals(a)[i] = std::ldexp(all.reals(a)[i], -std::ilogb(greatest));
    list.offer(alone);
  }
  list.offer(all);
}

/// Every argument that lies along the microbatches, zero in this one: a count of zero needs its gradient
/// zero.
void offer_emptied_rows(ShrinkList& list) {
  const Case& from = list.from();
  if (is_ragged_case(from)) return;
  for (std::uint32_t row = 0; row < std::min(from.microbatches(), kMostSingles); ++row) {
    Selection rows = whole_selection(from.microbatches());
    rows[row] = kNewZeros;
    Case candidate;
    select_microbatches(from, rows, candidate);
    list.offer(candidate);
    // The same with its count kept.
    for (std::size_t a = 0; a < from.argument_count(); ++a)
      if (from.extent(a).role == NumberRole::kCount) candidate.integers(a)[row] = from.integers(a)[row];
    list.offer(candidate);
  }
}

/// The same for the items of ragged rows.
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

/// A place in a case where one number lies.
struct Place {
  std::size_t argument;
  std::size_t index;
};

std::vector<Place> places_of(const Case& from) {
  std::vector<Place> places;
  for (std::size_t a = 0; a < from.argument_count(); ++a)
    for (std::size_t i = 0; i < from.extent(a).size; ++i) places.push_back({a, i});
  return places;
}

/// Puts each simpler number in this place, at most `most` of them, calls use(), and puts the old one back.
template <class Use>
void each_simpler(Case& candidate, Place place, std::size_t most, Use use) {
  const auto each = [&](auto numbers) {
    const auto before = numbers[place.index];
    const auto simpler = simpler_numbers(before);
    for (std::size_t i = 0; i < std::min(most, simpler.size()); ++i) {
      numbers[place.index] = simpler[i];
      use();
    }
    numbers[place.index] = before;
  };
  if (is_real(candidate.extent(place.argument).role))
    each(candidate.reals(place.argument));
  else
    each(candidate.integers(place.argument));
}

/// Exchanges two numbers; does nothing where one is a real and the other an integer.
void exchange(Case& candidate, Place a, Place b) {
  const bool first = is_real(candidate.extent(a.argument).role);
  if (first != is_real(candidate.extent(b.argument).role)) return;
  if (first)
    std::swap(candidate.reals(a.argument)[a.index], candidate.reals(b.argument)[b.index]);
  else
    std::swap(candidate.integers(a.argument)[a.index], candidate.integers(b.argument)[b.index]);
}

void offer_numbers(ShrinkList& list) {
  const std::vector<Place> places = places_of(list.from());
  Case candidate = list.from();
  // The simplest replacements of every number before the timid ones of the first.
  for (const std::size_t most : {std::size_t{2}, kMostShrinks})
    for (const Place place : places) {
      if (list.is_full()) return;
      each_simpler(candidate, place, most, [&] { list.offer(candidate); });
    }
}

/// Two neighbouring microbatches made one: counts, sizes and values added up, the rest that of the first.
/// What needs a large total needs no more rows than hold it.
void offer_merged_rows(ShrinkList& list) {
  const Case& from = list.from();
  Case summed, candidate;
  for (std::size_t row = 0; row + 1 < std::min(from.microbatches(), kMostSingles); ++row) {
    summed = from;
    for (std::size_t a = 0; a < from.argument_count(); ++a) {
      const Case::Extent& extent = from.extent(a);
      if (extent.layout == Layout::kScalar || is_ragged(extent.layout) || is_word(extent.role)) continue;
      for (std::size_t i = row * extent.width; i < (row + 1) * extent.width; ++i) {
        if (extent.role == NumberRole::kValue) summed.reals(a)[i] += from.reals(a)[i + extent.width];
        if (!is_real(extent.role) && from.integers(a)[i] < kMostSummed &&
            from.integers(a)[i + extent.width] < kMostSummed)
          summed.integers(a)[i] += from.integers(a)[i + extent.width];
      }
    }
    Selection rows = whole_selection(from.microbatches());
    rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(row + 1));
    select_microbatches(summed, rows, candidate);
    list.offer(candidate);
  }
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

/// Two neighbouring rows made one, and two items: neighbours of a row, or any two where there are few.
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

/// A row or an item less, and half of every weight: what needs more rows or items than weight needs one of
/// less than 1.
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

/// Two numbers made simpler together, and two exchanged: where the one is needed for the other to fail, or
/// the larger should come last. In small cases only: there are many pairs.
void offer_pairs(ShrinkList& list) {
  const std::vector<Place> places = places_of(list.from());
  if (places.size() > kMostPaired) return;
  Case candidate = list.from();
  for (std::size_t i = 0; i < places.size(); ++i)
    for (std::size_t j = i + 1; j < places.size(); ++j) {
      exchange(candidate, places[i], places[j]);
      list.offer(candidate);
      exchange(candidate, places[i], places[j]);
    }
  for (std::size_t i = 0; i < places.size(); ++i)
    for (std::size_t j = i + 1; j < places.size(); ++j)
      each_simpler(candidate, places[i], 4,
                   [&] { each_simpler(candidate, places[j], 4, [&] { list.offer(candidate); }); });
}

}  // namespace

void list_shrinks(const Contract& contract, const Case& from, const Profile& profile,
                  std::vector<Case>& out) {
  out.clear();
  ShrinkList list(contract, from, profile, out);
  offer_rows(list);
  offer_items(list);
  offer_columns(list);
  offer_usual_scales(list);
  offer_whole_changes(list);
  offer_emptied_rows(list);
  offer_emptied_items(list);
  offer_merged_rows(list);
  offer_merged_items(list);
  offer_halved_weights(list);
  offer_numbers(list);
  offer_exchanges(list);
  offer_pairs(list);
}

}  // namespace gradvet
