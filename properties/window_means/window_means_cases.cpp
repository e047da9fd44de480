#include "properties/window_means/window_means_cases.hpp"

#include <array>

#include "properties/window_means/window_means_contract.hpp"

namespace gradvet::window_means {

namespace {

constexpr Formula kN = times_n(1);

struct Shape {
  std::vector<std::int64_t> counts;
  std::int64_t steps;
};

Case case_of(const Shape& shape, std::size_t width) {
  Case value;
  value.append(parameters()[0], shape.counts.size(), width);
  value.append(parameters()[1], shape.counts.size(), 1);
  value.append(parameters()[2], 1, 1);
  for (std::size_t i = 0; i < shape.counts.size(); ++i) value.integers(1)[i] = shape.counts[i];
  value.integers(2)[0] = shape.steps;
  return value;
}

/// One coordinate; a microbatch that counts nothing stays zero.
Case column_of(const Shape& shape, std::span<const double> sums, double factor) {
  Case value = case_of(shape, 1);
  for (std::size_t i = 0; i < shape.counts.size(); ++i)
    if (shape.counts[i] != 0) value.reals(0)[i] = sums[i] * factor;
  return value;
}

/// Every microbatch alone in a coordinate of its own.
Case identity_of(const Shape& shape) {
  const std::size_t rows = shape.counts.size();
  Case value = case_of(shape, rows);
  for (std::size_t i = 0; i < rows; ++i)
    if (shape.counts[i] != 0) value.reals(0)[i * rows + i] = 1;
  return value;
}

/// Zero, each microbatch alone, two dense backgrounds and multiples.
void append_probes(const Shape& shape, std::vector<Case>& out) {
  constexpr std::array<std::array<double, 8>, 2> kBackgrounds = {
      {{1, 2, 3, 5, 4, 7, 6, 9}, {-3, 7, 2, -4, 5, -1, 8, -6}}};
  out.push_back(case_of(shape, 1));
  out.push_back(identity_of(shape));
  for (const auto& background : kBackgrounds)
    for (const double factor : {1.0, -1.0, 3.0, 16.0}) out.push_back(column_of(shape, background, factor));
}

}  // namespace

std::vector<FixtureFormula> fixture_formulas() {
  constexpr auto kWindows = AnswerShape::kWindows;
  return {
      {"two windows",
       {{{times_n(2), times_n(4), times_n(6), times_n(3)}, 1},
        {{fixed(1), fixed(2), fixed(1), fixed(2)}},
        {{fixed(2)}}},
       {times_n(2), times_n(3)},
       kWindows,
       {1, 1}},
      {"short tail",
       {{{kN, times_n(3), times_n(5)}, 1}, {{fixed(1), fixed(1), fixed(5)}}, {{fixed(2)}}},
       {times_n(2), kN},
       kWindows,
       {1, 1}},
      {"tail alone", {{{times_n(6)}, 1}, {{fixed(3)}}, {{fixed(4)}}}, {times_n(2)}, kWindows, {1}},
      {"steps of one",
       {{{times_n(2), times_n(9)}, 1}, {{fixed(2), fixed(3)}}, {{fixed(1)}}},
       {kN, times_n(3)},
       kWindows,
       {1, 1}},
      {"one window of three",
       {{{kN, times_n(6), times_n(8)}, 1}, {{fixed(1), fixed(2), fixed(4)}}, {{fixed(3)}}},
       {times_n(15, 0, 7)},
       kWindows,
       {1}},
      {"two coordinates",
       {{{times_n(2), fixed(0), times_n(6), times_n(4), times_n(3), kN}, 2},
        {{fixed(1), fixed(3), fixed(1)}},
        {{fixed(2)}}},
       {times_n(2), kN, times_n(3), kN},
       kWindows,
       {2, 2}},
      {"window without counts",
       {{{fixed(0), fixed(0), times_n(4)}, 1}, {{fixed(0), fixed(0), fixed(8)}}, {{fixed(2)}}},
       {times_n(1, 0, 2)},
       kWindows,
       {kNoUpdate, 1}},
      {"no microbatches", {{{}, 1}, {}, {{fixed(3)}}}, {}, kWindows},
  };
}

std::vector<Case> probes() {
  // Co-prime counts with totals of a power of two where windows allow it; streams that end with a full window
  // and with a tail of every length, windows without counts first, in the middle and last, and one microbatch
  // without counts at either end of a window.
  const std::array<Shape, 9> kShapes = {
      Shape{{3, 5, 1, 7}, 2},         {{3, 5, 7, 1, 2}, 2},    {{1, 4, 11, 2, 5, 9, 6}, 3},
      {{5, 3, 2, 1, 7, 9, 4, 11}, 3}, {{1, 2, 5}, 1},          {{3, 5, 2}, 4},
      {{0, 0, 3, 5, 0, 0, 1}, 2},     {{5, 0, 0, 3, 2, 0}, 2}, {{2, 3, 4}, 3}};
  std::vector<Case> cases;
  for (const Shape& shape : kShapes) append_probes(shape, cases);
  return cases;
}

}  // namespace gradvet::window_means
