#include "properties/clipped_mean/clipped_mean_cases.hpp"

#include <array>

#include "properties/clipped_mean/clipped_mean_contract.hpp"

namespace gradvet::clipped_mean {

namespace {

constexpr Formula kN = times_n(1);

/// What stays the same while the gradients are varied.
struct Setting {
  std::vector<std::int64_t> counts;
  std::vector<double> scales;
  double max_norm;
  double eps;
};

using Rows = std::array<std::array<double, 2>, 4>;

/// A window with the first `width` coordinates of these gradients; a microbatch that counts nothing stays
/// zero.
Case window_of(const Setting& setting, const Rows& gradients, std::size_t width, double factor) {
  const std::size_t rows = setting.counts.size();
  Case value;
  for (const Parameter& parameter : parameters())
    value.append(parameter, parameter.layout == Layout::kScalar ? 1 : rows,
                 parameter.layout == Layout::kMatrix ? width : 1);
  for (std::size_t i = 0; i < rows; ++i) {
    value.integers(kCounts)[i] = setting.counts[i];
    value.reals(kScales)[i] = setting.scales[i];
    for (std::size_t j = 0; j < width && setting.counts[i] != 0; ++j)
      value.reals(kGradients)[i * width + j] = gradients[i][j] * factor;
  }
  value.reals(kMaxNorm)[0] = setting.max_norm;
  value.reals(kEps)[0] = setting.eps;
  return value;
}

/// Zero, each microbatch alone, and dense backgrounds with and without one more in each microbatch, small and
/// large, in one coordinate and in two.
void append_probes(const Setting& setting, std::vector<Case>& out) {
  constexpr std::array<Rows, 2> kBackgrounds = {
      {{{{1, 2}, {2, -1}, {3, 3}, {5, 1}}}, {{{-3, 4}, {7, -2}, {2, 6}, {-4, 8}}}}};
  out.push_back(window_of(setting, kBackgrounds[0], 1, 0));
  for (std::size_t i = 0; i < setting.counts.size(); ++i) {
    Rows alone{};
    alone[i] = {3, 4};
    out.push_back(window_of(setting, alone, 2, 1));
  }
  for (const Rows& background : kBackgrounds)
    for (const std::size_t width : {1, 2}) {
      for (const double factor : {1.0, -1.0, 16.0})
        out.push_back(window_of(setting, background, width, factor));
      for (std::size_t i = 0; i < setting.counts.size(); ++i) {
        Rows raised = background;
        raised[i][0] += 1;
        out.push_back(window_of(setting, raised, width, 1));
      }
    }
}

}  // namespace

std::vector<FixtureFormula> fixture_formulas() {
  constexpr auto kList = AnswerShape::kList;
  constexpr Formula kNoEps = fixed(0);
  constexpr Formula kUsualEps = fixed(1, 1'000'000);
  return {
      {"clipped to half",
       {{{times_n(6), times_n(8), times_n(3), times_n(4)}, 2},
        {{fixed(2), fixed(1)}},
        {{fixed(1), fixed(1)}},
        {{times_n(5, 0, 2)}},
        {{kNoEps}}},
       {times_n(3, 0, 2), times_n(2)},
       kList},
      {"below the limit",
       {{{times_n(6), times_n(8), times_n(3), times_n(4)}, 2},
        {{fixed(2), fixed(1)}},
        {{fixed(1), fixed(1)}},
        {{times_n(10)}},
        {{kUsualEps}}},
       {times_n(3), times_n(4)},
       kList},
      {"at the limit",
       {{{times_n(5), times_n(12)}, 2}, {{fixed(1)}}, {{fixed(1)}}, {{times_n(13)}}, {{kNoEps}}},
       {times_n(5), times_n(12)},
       kList},
      {"empty", {{}, {}, {}, {{kN}}, {{kUsualEps}}}, {}, kList},
      {"different scales",
       {{{times_n(12), times_n(16), times_n(24), times_n(32)}, 2},
        {{fixed(1), fixed(3)}},
        {{fixed(4), fixed(8)}},
        {{times_n(5, 0, 4)}},
        {{kNoEps}}},
       {times_n(3, 0, 4), kN},
       kList},
      {"only the sum is long",
       {{{times_n(12), times_n(16), times_n(12), times_n(16)}, 2},
        {{fixed(4), fixed(4)}},
        {{fixed(1), fixed(1)}},
        {{times_n(6)}},
        {{kUsualEps}}},
       {times_n(3), times_n(4)},
       kList},
      {"only a microbatch is long",
       {{{times_n(16), times_n(-8)}, 1},
        {{fixed(1), fixed(3)}},
        {{fixed(1), fixed(1)}},
        {{times_n(3)}},
        {{kNoEps}}},
       {times_n(2)},
       kList},
      {"eps counts",
       {{{times_n(3), times_n(4)}, 2}, {{fixed(1)}}, {{fixed(1)}}, {{times_n(4)}}, {{times_n(3)}}},
       {times_n(3, 0, 2), times_n(2)},
       kList},
      {"zero gradient",
       {{{fixed(0), fixed(0)}, 2}, {{fixed(2)}}, {{fixed(8)}}, {{kN}}, {{kNoEps}}},
       {fixed(0), fixed(0)},
       kList},
  };
}

std::vector<Case> probes() {
  // Unequal counts and scales in every position; limits that clip a part of the window, all of it or nothing.
  // The last five are for formats of 8 bits: there a mistake is told only where it is off by a factor of 4
  // and the right result is not clipped.
  const std::array<Setting, 15> kSettings = {Setting{{3, 5}, {1, 1}, 0.5, 0},
                                             {{3, 5}, {4, 2}, 0.25, 0},
                                             {{5, 3}, {0.5, 4}, 1, 0},
                                             {{1, 4, 11}, {2, 0.5, 8}, 0.25, 0},
                                             {{5, 0, 3}, {4, 2, 0.5}, 1, 0},
                                             {{7, 3, 1, 5}, {2, 16, 1, 4}, 0.5, 0},
                                             {{2}, {4}, 0.25, 0},
                                             {{3, 5}, {1, 2}, 0.5, 0.5},
                                             {{2}, {0.5}, 1, 1},
                                             {{3, 5}, {2, 4}, 8192, 0},
                                             {{1, 15}, {1, 1}, 0.5, 0},
                                             {{1, 0}, {1, 1}, 1, 64},
                                             {{16}, {1}, 0.75, 0},
                                             {{1, 3}, {1, 1}, 2.1875, 0},
                                             {{2}, {0.0625}, 0.25, 0}};
  std::vector<Case> cases;
  for (const Setting& setting : kSettings) append_probes(setting, cases);
  return cases;
}

}  // namespace gradvet::clipped_mean
