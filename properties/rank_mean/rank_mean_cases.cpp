#include "properties/rank_mean/rank_mean_cases.hpp"

#include <array>
#include <span>

#include "properties/rank_mean/rank_mean_contract.hpp"

namespace gradvet::rank_mean {

namespace {

constexpr Formula kN = times_n(1);

using Counts = std::vector<std::vector<std::int64_t>>;

std::size_t microbatches_of(const Counts& counts) {
  std::size_t microbatches = 0;
  for (const auto& rank : counts) microbatches += rank.size();
  return microbatches;
}

Case case_of(const Counts& counts, std::size_t width) {
  std::vector<std::uint32_t> offsets = {0};
  for (const auto& rank : counts) offsets.push_back(offsets.back() + static_cast<std::uint32_t>(rank.size()));
  Case value;
  value.append_ragged(parameters()[0], offsets, offsets.back() == 0 ? 0 : width);
  value.append_ragged(parameters()[1], offsets);
  std::size_t i = 0;
  for (const auto& rank : counts)
    for (const std::int64_t count : rank) value.integers(1)[i++] = count;
  return value;
}

/// One coordinate; a microbatch that counts nothing stays zero.
Case column_of(const Counts& counts, std::span<const double> gradients, double factor) {
  Case value = case_of(counts, 1);
  for (std::size_t i = 0; i < value.items(); ++i)
    if (value.integers(1)[i] != 0) value.reals(0)[i] = gradients[i] * factor;
  return value;
}

/// Every microbatch alone in a coordinate of its own.
Case identity_of(const Counts& counts) {
  const std::size_t width = microbatches_of(counts);
  Case value = case_of(counts, width);
  for (std::size_t i = 0; i < width; ++i)
    if (value.integers(1)[i] != 0) value.reals(0)[i * width + i] = 1;
  return value;
}

}  // namespace

std::vector<FixtureFormula> fixture_formulas() {
  constexpr auto kList = AnswerShape::kList;
  constexpr auto kNull = AnswerShape::kNull;
  return {
      {"two ranks",
       {{{times_n(2), times_n(4), times_n(12), times_n(8)}, 2, {1, 1}}, {{kN, times_n(3)}, 1, {1, 1}}},
       {fixed(7, 2), fixed(3)},
       kList},
      {"uneven microbatches",
       {{{times_n(1), times_n(5), times_n(6)}, 1, {2, 1}}, {{fixed(1), fixed(2), fixed(1)}, 1, {2, 1}}},
       {times_n(3)},
       kList},
      {"idle rank",
       {{{times_n(6), times_n(2)}, 1, {1, 0, 1}}, {{fixed(3), fixed(1)}, 1, {1, 0, 1}}},
       {times_n(2)},
       kList},
      {"rank that counts nothing",
       {{{fixed(0), times_n(9), times_n(6)}, 1, {1, 2}}, {{fixed(0), fixed(1), fixed(4)}, 1, {1, 2}}},
       {times_n(3)},
       kList},
      {"one rank", {{{times_n(5), times_n(7)}, 2, {1}}, {{kN}, 1, {1}}}, {fixed(5), fixed(7)}, kList},
      {"steps of unequal counts",
       {{{times_n(1), times_n(6), times_n(3), times_n(4)}, 1, {2, 2}},
        {{fixed(1), fixed(3), fixed(1), fixed(2)}, 1, {2, 2}}},
       {times_n(2)},
       kList},
      {"nothing counted", {{{fixed(0), fixed(0)}, 1, {1, 1}}, {{fixed(0), fixed(0)}, 1, {1, 1}}}, {}, kNull},
      {"all ranks idle", {{{}, 1, {0, 0}}, {{}, 1, {0, 0}}}, {}, kNull},
      {"no ranks", {{{}, 1, {}}, {{}, 1, {}}}, {}, kNull},
  };
}

std::vector<Case> probes() {
  // Totals that are powers of two keep exact shares short floats. Numbers of ranks, of busy and of counting
  // ones, of microbatches and of steps differ from each other, so that no two divisors look alike.
  const std::array<Counts, 8> kCounts = {Counts{{3}, {5}},
                                         {{1, 4}, {11}},
                                         {{5, 2}, {}, {1}},
                                         {{3}, {0, 0}, {4, 1}, {}},
                                         {{1, 0, 5}, {2}, {6, 0, 2}},
                                         {{7}, {}, {0}, {9}, {}},
                                         {{2, 1, 5}},
                                         {{}, {0, 3}, {0, 5, 8}}};
  constexpr std::array<std::array<double, 7>, 2> kBackgrounds = {
      {{1, 2, 3, 5, 7, 4, 9}, {-3, 7, 2, -4, 9, -8, 5}}};
  std::vector<Case> cases;
  for (const Counts& counts : kCounts) {
    cases.push_back(case_of(counts, 1));
    cases.push_back(identity_of(counts));
    for (const auto& background : kBackgrounds)
      for (const double factor : {1.0, -1.0, 3.0}) cases.push_back(column_of(counts, background, factor));
    for (std::size_t i = 0; i < microbatches_of(counts); ++i) {
      std::array<double, 7> alone{};
      alone[i] = 1;
      cases.push_back(column_of(counts, alone, 1));
    }
  }
  return cases;
}

}  // namespace gradvet::rank_mean
