#include "properties/unscaled_mean/unscaled_mean_cases.hpp"

#include <array>

#include "properties/unscaled_mean/unscaled_mean_contract.hpp"

namespace gradvet::unscaled_mean {

namespace {

constexpr Formula kN = times_n(1);

/// What stays the same while the scaled sums are varied.
struct Setting {
  std::vector<double> scales;
  std::vector<std::int64_t> counts;
};

/// A window with these scaled sums; a microbatch that counts nothing stays zero.
Case window_of(const Setting& setting, std::span<const double> sums, double factor) {
  const std::size_t rows = setting.counts.size();
  Case value;
  for (const Parameter& parameter : parameters()) value.append(parameter, rows, 1);
  for (std::size_t i = 0; i < rows; ++i) {
    if (setting.counts[i] != 0) value.reals(0)[i] = sums[i] * factor;
    value.reals(1)[i] = setting.scales[i];
    value.integers(2)[i] = setting.counts[i];
  }
  return value;
}

/// Zero, each microbatch alone, two dense backgrounds with and without one more in each microbatch, and
/// multiples.
void append_probes(const Setting& setting, std::vector<Case>& out) {
  constexpr std::array<std::array<double, 4>, 2> kBackgrounds = {{{1, 2, 3, 5}, {-3, 7, 2, -4}}};
  out.push_back(window_of(setting, kBackgrounds[0], 0));
  for (std::size_t i = 0; i < setting.counts.size(); ++i) {
    std::array<double, 4> alone{};
    alone[i] = 1;
    out.push_back(window_of(setting, alone, 1));
  }
  for (const auto& background : kBackgrounds) {
    for (const double factor : {1.0, -1.0, 3.0, 16.0}) out.push_back(window_of(setting, background, factor));
    for (std::size_t i = 0; i < setting.counts.size(); ++i) {
      auto raised = background;
      raised[i] += 1;
      out.push_back(window_of(setting, raised, 1));
    }
  }
}

}  // namespace

std::vector<FixtureFormula> fixture_formulas() {
  return {
      {"different scales",
       {{{times_n(8), times_n(24)}}, {{fixed(4), fixed(12)}}, {{fixed(1), fixed(3)}}},
       {kN}},
      {"same scale",
       {{{times_n(8), times_n(16)}}, {{fixed(4), fixed(4)}}, {{fixed(1), fixed(3)}}},
       {times_n(3, 0, 2)}},
      {"one step", {{{times_n(15)}}, {{fixed(3)}}, {{fixed(1)}}}, {times_n(5)}},
      {"empty window", {{}, {}, {}}, {fixed(0)}},
      {"zero numerator",
       {{{fixed(0), times_n(12)}}, {{fixed(2), fixed(6)}}, {{fixed(1), fixed(2)}}},
       {times_n(2, 0, 3)}},
      {"zero scale step omitted",
       {{{times_n(6), times_n(12)}}, {{fixed(0), fixed(6)}}, {{fixed(1), fixed(2)}}},
       {times_n(2, 0, 3)}},
      {"different counts",
       {{{times_n(12), times_n(24)}}, {{fixed(3), fixed(6)}}, {{fixed(2), fixed(2)}}},
       {times_n(2)}},
  };
}

std::vector<Case> probes() {
  // Scales of 0, below 1 and above, in every position; counts as in vector-mean.
  const std::array<Setting, 9> kSettings = {
      Setting{{4, 2}, {3, 5}},   {{2, 4}, {5, 3}},         {{0.5, 4}, {3, 5}},
      {{8, 0.25}, {3, 5}},       {{0, 4}, {3, 5}},         {{4, 0}, {3, 5}},
      {{2, 0.5, 8}, {1, 4, 11}}, {{4, 2, 0.5}, {5, 0, 3}}, {{2, 16, 0, 4}, {7, 3, 1, 5}}};
  std::vector<Case> cases;
  for (const Setting& setting : kSettings) append_probes(setting, cases);
  return cases;
}

}  // namespace gradvet::unscaled_mean
