#include "properties/weighted_mean/weighted_mean_cases.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "properties/weighted_mean/weighted_mean_contract.hpp"

namespace gradvet::weighted_mean {

namespace {

constexpr Formula kN = times_n(1);

using Rows = std::vector<std::vector<double>>;

/// Items of these weights; their values, in order, are `values` from the start, again and again.
Case case_of(const Rows& weights, std::span<const double> values, double factor = 1) {
  std::vector<std::uint32_t> offsets = {0};
  std::vector<double> flat;
  for (const std::vector<double>& row : weights) {
    flat.insert(flat.end(), row.begin(), row.end());
    offsets.push_back(static_cast<std::uint32_t>(flat.size()));
  }
  Case value;
  for (const Parameter& parameter : parameters()) value.append_ragged(parameter, offsets);
  for (std::size_t i = 0; i < flat.size(); ++i) value.reals(0)[i] = factor * values[i % values.size()];
  std::ranges::copy(flat, value.reals(1).begin());
  return value;
}

}  // namespace

std::vector<FixtureFormula> fixture_formulas() {
  // Values scale with N, weights do not: both are in the mean, one of them is not in its size.
  return {
      {"two microbatches",
       {{{kN, times_n(2), times_n(6)}, 1, {2, 1}}, {{fixed(1), fixed(2), fixed(1)}, 1, {2, 1}}},
       {times_n(11, 0, 4)}},
      {"mask",
       {{{times_n(4), times_n(100), times_n(8)}, 1, {2, 1}}, {{fixed(1), fixed(0), fixed(1)}, 1, {2, 1}}},
       {times_n(6)}},
      {"fractions",
       {{{times_n(3), times_n(9)}, 1, {1, 1}}, {{fixed(1, 4), fixed(1, 8)}, 1, {1, 1}}},
       {times_n(5)}},
      {"microbatch masked out",
       {{{times_n(2), times_n(7), times_n(4)}, 1, {1, 1, 1}}, {{fixed(3), fixed(0), fixed(1)}, 1, {1, 1, 1}}},
       {times_n(5, 0, 2)}},
      {"empty microbatch",
       {{{times_n(2), times_n(5)}, 1, {1, 0, 1}}, {{fixed(1), fixed(2)}, 1, {1, 0, 1}}},
       {times_n(4)}},
      {"no weight", {{{times_n(5), kN}, 1, {2}}, {{fixed(0), fixed(0)}, 1, {2}}}, {fixed(0)}},
      {"no microbatches", {{{}, 1, {}}, {{}, 1, {}}}, {fixed(0)}},
      {"weights that count", {{{fixed(3), fixed(12)}, 1, {1, 1}}, {{times_n(2), kN}, 1, {1, 1}}}, {fixed(6)}},
  };
}

std::vector<FixtureFormula> own_fixture_formulas(std::string_view mechanism) {
  if (mechanism != "weighted-mean/epsilon-denominator") return {};
  return {{"weights below 1e-8",
           {{{times_n(3), times_n(9)}, 1, {1, 1}}, {{fixed(1, 1 << 29), fixed(1, 1 << 30)}, 1, {1, 1}}},
           {times_n(5)}}};
}

std::vector<Case> probes() {
  // Totals that are powers of two keep the exact shares short floats; numbers of items, of microbatches and
  // totals differ from each other. Totals below 1 and below any epsilon, masked and empty microbatches each
  // set some formulas apart. All weights are float16 numbers too.
  const std::array<Rows, 10> kWeights = {Rows{{3}, {5}},
                                         {{5, 2}, {0.5, 0.25, 0.25}},
                                         {{0.5}, {0.25, 0.125}, {0.125}},
                                         {{1, 3, 4}, {0, 0}, {8}},
                                         {{7, 2}, {}, {3, 1, 3}},
                                         {{0.125}, {0, 0.0625}, {}},
                                         {{0x1p-22}, {0x1p-23, 0x1p-24}},
                                         {{0x1p-21}, {0x1p-22, 0x1p-22}, {0}},
                                         {{2, 6}},
                                         {{0.5, 0}}};
  constexpr std::array<std::array<double, 6>, 3> kBackgrounds = {
      {{0, 0, 0, 0, 0, 0}, {1, 2, 3, 5, 7, 4}, {-3, 7, 2, -4, 9, -8}}};
  std::vector<Case> cases;
  for (const Rows& weights : kWeights) {
    for (const auto& background : kBackgrounds)
      for (const double factor : {1.0, 3.0}) cases.push_back(case_of(weights, background, factor));
    std::size_t items = 0;
    for (const std::vector<double>& row : weights) items += row.size();
    for (std::size_t i = 0; i < items; ++i) {
      std::array<double, 6> alone{};
      alone[i] = 1;
      cases.push_back(case_of(weights, alone));
    }
  }
  return cases;
}

}  // namespace gradvet::weighted_mean
