#include "properties/token_mean/token_mean_cases.hpp"

#include <array>

#include "properties/token_mean/token_mean_contract.hpp"

namespace gradvet::token_mean {

namespace {

constexpr Formula kN = times_n(1);

struct Counts {
  std::vector<std::int64_t> tokens;
  std::vector<std::int64_t> samples;
};

Case case_of(const Counts& counts, std::size_t width) {
  Case value;
  const std::size_t rows = counts.tokens.size();
  value.append(parameters()[0], rows, width);
  value.append(parameters()[1], rows, 1);
  value.append(parameters()[2], rows, 1);
  for (std::size_t i = 0; i < rows; ++i) {
    value.integers(1)[i] = counts.tokens[i];
    value.integers(2)[i] = counts.samples[i];
  }
  return value;
}

/// A window of one coordinate; a microbatch without tokens stays zero.
Case column_of(const Counts& counts, std::span<const double> means, double factor) {
  Case value = case_of(counts, 1);
  for (std::size_t i = 0; i < counts.tokens.size(); ++i)
    if (counts.tokens[i] != 0) value.reals(0)[i] = means[i] * factor;
  return value;
}

/// Every microbatch alone in a coordinate of its own.
Case identity_of(const Counts& counts) {
  const std::size_t rows = counts.tokens.size();
  Case value = case_of(counts, rows);
  for (std::size_t i = 0; i < rows; ++i)
    if (counts.tokens[i] != 0) value.reals(0)[i * rows + i] = 1;
  return value;
}

/// Zero, each microbatch alone, two dense backgrounds with and without one more in each microbatch, and
/// multiples.
void append_probes(const Counts& counts, std::vector<Case>& out) {
  constexpr std::array<std::array<double, 4>, 2> kBackgrounds = {{{1, 2, 3, 5}, {-3, 7, 2, -4}}};
  out.push_back(case_of(counts, 1));
  out.push_back(identity_of(counts));
  for (const auto& background : kBackgrounds) {
    for (const double factor : {1.0, -1.0, 3.0, 16.0}) out.push_back(column_of(counts, background, factor));
    for (std::size_t i = 0; i < counts.tokens.size(); ++i) {
      auto raised = background;
      raised[i] += 1;
      out.push_back(column_of(counts, raised, 1));
    }
  }
}

}  // namespace

std::vector<FixtureFormula> fixture_formulas() {
  constexpr auto kList = AnswerShape::kList;
  const ArgumentFormula two_samples{{fixed(1), fixed(1)}};
  return {
      {"unequal token counts",
       {{{kN, times_n(3)}, 1}, {{fixed(3), fixed(1)}}, two_samples},
       {times_n(3, 0, 2)},
       kList},
      {"two coordinates",
       {{{times_n(2), fixed(0), times_n(6), times_n(4)}, 2}, {{times_n(3), kN}}, two_samples},
       {times_n(3), kN},
       kList},
      {"one microbatch",
       {{{times_n(5), times_n(-7)}, 2}, {{fixed(9)}}, {{fixed(2)}}},
       {times_n(5), times_n(-7)},
       kList},
      {"samples do not weigh",
       {{{times_n(4), times_n(8)}, 1}, {{fixed(2), fixed(2)}}, {{fixed(1), fixed(7)}}},
       {times_n(6)},
       kList},
      {"three microbatches",
       {{{kN, times_n(3), times_n(2)}, 1},
        {{fixed(1), fixed(2), fixed(4)}},
        {{fixed(1), fixed(1), fixed(2)}}},
       {times_n(15, 0, 7)},
       kList},
      {"microbatch without tokens",
       {{{times_n(6), fixed(0), times_n(2)}, 1},
        {{fixed(1), fixed(0), fixed(3)}},
        {{fixed(1), fixed(1), fixed(1)}}},
       {times_n(3)},
       kList},
      {"no tokens",
       {{{fixed(0), fixed(0)}, 1}, {{fixed(0), fixed(0)}}, {{kN, fixed(1)}}},
       {},
       AnswerShape::kNull},
      {"no microbatches", {{{}, 1}, {}, {}}, {}, AnswerShape::kNull},
  };
}

std::vector<Case> probes() {
  // Co-prime token counts whose total is a power of two keep the exact weights short floats; microbatches,
  // microbatches with tokens, tokens and samples all differ in number, so that no two denominators look
  // alike.
  const std::array<Counts, 6> kCounts = {Counts{{3, 5}, {1, 2}},       {{5, 3}, {4, 1}},
                                         {{1, 4, 11}, {2, 5, 1}},      {{5, 0, 3}, {1, 2, 4}},
                                         {{7, 3, 1, 5}, {2, 1, 3, 1}}, {{2}, {3}}};
  std::vector<Case> cases;
  for (const Counts& counts : kCounts) append_probes(counts, cases);
  return cases;
}

}  // namespace gradvet::token_mean
