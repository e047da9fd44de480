#include "properties/case_shrinks.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>
#include <unordered_set>

#include "properties/case_edit.hpp"
#include "properties/case_enumerator.hpp"
#include "properties/item_shrinks.hpp"
#include "properties/number_shrinks.hpp"
#include "properties/shrink_list.hpp"

namespace gradvet {

using namespace shrinking;

namespace {

/// Cases with at most this many numbers have pairs of them simplified together.
constexpr std::size_t kMostPaired = 8;

std::size_t matrix_width(const Case& from) {
  for (std::size_t a = 0; a < from.argument_count(); ++a)
    if (has_width(from.extent(a).layout)) return from.extent(a).width;
  return 0;
}

void offer_rows(ShrinkList& list) {
  Case candidate;
  each_selection(list.from().microbatches(), [&](const Selection& rows) {
    select_microbatches(list.from(), rows, candidate);
    list.offer(candidate);
  });
}

/// The scalar that says how many microbatches a window has, where the contract has one.
std::optional<std::size_t> target_of(const Case& from) {
  for (std::size_t a = 0; a < from.argument_count(); ++a)
    if (from.extent(a).role == NumberRole::kTarget && from.extent(a).layout == Layout::kScalar) return a;
  return std::nullopt;
}

/// All but one whole window.
void offer_windows(ShrinkList& list) {
  const std::size_t count = list.from().microbatches();
  const std::optional<std::size_t> target = target_of(list.from());
  if (!target || list.from().integers(*target)[0] >= static_cast<std::int64_t>(count)) return;
  const auto size = static_cast<std::size_t>(list.from().integers(*target)[0]);
  Case candidate;
  for (std::size_t first = 0; first < count && first / size < kMostSingles; first += size) {
    Selection kept = whole_selection(count);
    kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(first),
               kept.begin() + static_cast<std::ptrdiff_t>(std::min(count, first + size)));
    select_microbatches(list.from(), kept, candidate);
    list.offer(candidate);
  }
}

/// One microbatch less and shorter windows at once: where the remainder of the one by the other matters,
/// neither goes alone.
void offer_shorter_windows(ShrinkList& list) {
  const std::size_t count = list.from().microbatches();
  const std::optional<std::size_t> target = target_of(list.from());
  if (!target) return;
  Case candidate;
  for (std::size_t row = 0; row < std::min(count, kMostSingles); ++row) {
    Selection kept = whole_selection(count);
    kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(row));
    select_microbatches(list.from(), kept, candidate);
    --candidate.integers(*target)[0];
    list.offer(candidate);
  }
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
  // Numbers of one argument alone: scales may be exchanged where their gradients may not.
  candidate = list.from();
  for (std::size_t a = 0; a < candidate.argument_count(); ++a) {
    const Case::Extent& extent = candidate.extent(a);
    if (extent.layout != Layout::kPerMicrobatch || is_word(extent.role) || extent.size > kMostExchanged)
      continue;
    const auto exchange_all = [&](auto numbers) {
      for (std::size_t first = 0; first < numbers.size(); ++first)
        for (std::size_t second = first + 1; second < numbers.size(); ++second) {
          std::swap(numbers[first], numbers[second]);
          list.offer(candidate);
          std::swap(numbers[first], numbers[second]);
        }
    };
    if (is_real(extent.role))
      exchange_all(candidate.reals(a));
    else
      exchange_all(candidate.integers(a));
  }
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
  // One list of integers alone: what does not matter goes in a step.
  for (std::size_t a = 0; a < list.from().argument_count(); ++a) {
    const Case::Extent& extent = list.from().extent(a);
    if (is_real(extent.role) || is_word(extent.role) || extent.size < 2) continue;
    Case candidate = list.from();
    for (std::int64_t& number : candidate.integers(a)) number = one_if_any(number);
    list.offer(candidate);
  }
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

/// Adds the numbers of microbatch `from` to those of `to`: counts, sizes and values; the rest stays that of
/// `to`.
void add_row(std::size_t to, std::size_t from, Case& out) {
  for (std::size_t a = 0; a < out.argument_count(); ++a) {
    const Case::Extent& extent = out.extent(a);
    if (extent.layout == Layout::kScalar || is_ragged(extent.layout) || is_word(extent.role)) continue;
    for (std::size_t j = 0; j < extent.width; ++j) {
      const std::size_t source = from * extent.width + j;
      const std::size_t target = to * extent.width + j;
      if (extent.role == NumberRole::kValue) out.reals(a)[target] += out.reals(a)[source];
      if (!is_real(extent.role) && out.integers(a)[target] < kMostSummed &&
          out.integers(a)[source] < kMostSummed)
        out.integers(a)[target] += out.integers(a)[source];
    }
  }
}

/// Two neighbouring microbatches made one. What needs a large total needs no more rows than hold it.
void offer_merged_rows(ShrinkList& list) {
  const Case& from = list.from();
  Case summed, candidate;
  for (std::size_t row = 0; row + 1 < std::min(from.microbatches(), kMostSingles); ++row) {
    summed = from;
    add_row(row, row + 1, summed);
    Selection rows = whole_selection(from.microbatches());
    rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(row + 1));
    select_microbatches(summed, rows, candidate);
    list.offer(candidate);
  }
}

/// Every window made one microbatch, and a window of one.
void offer_merged_windows(ShrinkList& list) {
  const std::size_t count = list.from().microbatches();
  const std::optional<std::size_t> target = target_of(list.from());
  if (!target || list.from().integers(*target)[0] < 2) return;
  const std::size_t size = static_cast<std::size_t>(
      std::min<std::int64_t>(list.from().integers(*target)[0], std::int64_t{1} << 32));
  Case summed = list.from();
  Selection firsts;
  for (std::size_t row = 0; row < count; ++row)
    if (row % size == 0)
      firsts.push_back(static_cast<std::uint32_t>(row));
    else
      add_row(firsts.back(), row, summed);
  Case candidate;
  select_microbatches(summed, firsts, candidate);
  candidate.integers(*target)[0] = 1;
  list.offer(candidate);
}

/// Moves one from the integer at `from` to the one at `to`, both of one argument; false where it cannot.
bool move_one(Case& candidate, Place from, Place to) {
  if (from.argument != to.argument || is_real(candidate.extent(from.argument).role)) return false;
  if (is_word(candidate.extent(from.argument).role)) return false;
  --candidate.integers(from.argument)[from.index];
  ++candidate.integers(to.argument)[to.index];
  return true;
}

/// The simplest cases there are, of at most two rows and columns. A limit makes islands: what fails at one
/// without an eps fails at another with an eps and with all else simpler, and no single step leads from the
/// one to the other.
void offer_least_cases(ShrinkList& list, const Contract& contract, const Profile& profile) {
  constexpr std::uint32_t kMostRows = 2;
  constexpr int kMostLeast = 80;
  const Case& from = list.from();
  const Signature parameters = contract.info().parameters;
  if (std::ranges::none_of(parameters, [](const Parameter& p) { return p.role == NumberRole::kBound; }))
    return;
  Scope scope;
  scope.microbatches = std::min(static_cast<std::uint32_t>(from.microbatches()), kMostRows);
  scope.width = std::min(static_cast<std::uint32_t>(from.width()), kMostRows);
  scope.values = scope.weights = scope.bounds = {0, 1};
  scope.scales = {1};
  scope.counts = {0, 1, 2};
  const auto cases = enumerate_scope(contract, scope, profile);
  Case candidate;
  for (int i = 0; i < kMostLeast && cases->next(candidate) && contract.compare(candidate, from) < 0; ++i)
    list.offer(candidate);
}

/// Two numbers made simpler together, two exchanged, and one moved between two: where the one is needed for
/// the other to fail, the larger should come last, or their total matters. In small cases only: there are
/// many pairs.
void offer_pairs(ShrinkList& list) {
  const std::vector<Place> places = places_of(list.from());
  if (places.size() > kMostPaired) return;
  Case candidate = list.from();
  for (std::size_t i = 0; i < places.size(); ++i)
    for (std::size_t j = i + 1; j < places.size(); ++j) {
      exchange(candidate, places[i], places[j]);
      list.offer(candidate);
      exchange(candidate, places[i], places[j]);
      if (move_one(candidate, places[i], places[j])) {
        list.offer(candidate);
        move_one(candidate, places[j], places[i]);
      }
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
  offer_windows(list);
  offer_items(list);
  offer_columns(list);
  offer_least_cases(list, contract, profile);
  offer_usual_scales(list);
  offer_whole_changes(list);
  offer_emptied_rows(list);
  offer_emptied_items(list);
  offer_merged_rows(list);
  offer_merged_windows(list);
  offer_merged_items(list);
  offer_halved_weights(list);
  offer_numbers(list);
  offer_shorter_windows(list);
  offer_exchanges(list);
  offer_pairs(list);
}

}  // namespace gradvet
