#include "properties/vector_mean/vector_mean_cases.hpp"

#include <array>

#include "properties/vector_mean/vector_mean_contract.hpp"

namespace gradvet::vector_mean {

namespace {

constexpr Formula kN = times_n(1);

using Counts = std::vector<std::int64_t>;

Case case_of(const Counts& counts, std::size_t width) {
  Case value;
  value.append(parameters()[0], counts.size(), width);
  value.append(parameters()[1], counts.size(), 1);
  for (std::size_t i = 0; i < counts.size(); ++i) value.integers(1)[i] = counts[i];
  return value;
}

/// A window of one coordinate; a microbatch that counts nothing stays zero.
Case column_of(const Counts& counts, std::span<const double> gradients, double factor) {
  Case value = case_of(counts, 1);
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (counts[i] != 0) value.reals(0)[i] = gradients[i] * factor;
  return value;
}

/// Every microbatch alone in a coordinate of its own.
Case identity_of(const Counts& counts) {
  Case value = case_of(counts, counts.size());
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (counts[i] != 0) value.reals(0)[i * counts.size() + i] = 1;
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
    for (std::size_t i = 0; i < counts.size(); ++i) {
      auto raised = background;
      raised[i] += 1;
      out.push_back(column_of(counts, raised, 1));
    }
  }
  for (std::size_t i = 0; i < counts.size(); ++i) {
    std::array<double, 4> alone{};
    alone[i] = 1;
    out.push_back(column_of(counts, alone, 1));
  }
}

/// What a small format loses: sums that swallow what is added, totals that it lacks, and the ends of float16.
void append_precision_probes(std::vector<Case>& out) {
  const auto add = [&out](const Counts& counts, const std::vector<double>& gradients) {
    out.push_back(column_of(counts, gradients, 1));
  };
  add({1, 1, 1, 1}, {256, 1, 1, 1});
  add({1, 1, 1}, {2048, 1, 1});
  add({1, 1}, {0x1p-20, 0x1p-20});
  add({257}, {1});
  add({128, 129}, {3, 5});
  add({256, 1, 1}, {5, 7, 3});
  add({(1 << 24) + 1}, {1});
  add({1 << 24, 1, 1}, {5, 7, 3});
  // Far beyond what a format holds: a total that stops there is another mistake than one that is rounded.
  add({1 << 10}, {3});
  add({513, 510}, {3, 5});
  add({(1 << 25) + 2}, {49152});
  add({3 << 24, 1 << 24}, {3, 5});
  // A loop in bfloat16 loses all but the first, more than one in float16 may.
  add({256, 1, 1, 1, 1, 1, 1, 1, 1}, {256, 1, 1, 1, 1, 1, 1, 1, 1});
  add({3, 4096}, {0x1p-14, 0x1p-14});
  add({3, 4093}, {0x1p-13, 0x1p-13});
  add({1, 1}, {32768, 32768});
}

}  // namespace

std::vector<FixtureFormula> fixture_formulas() {
  constexpr auto kList = AnswerShape::kList;
  return {
      {"two coordinates",
       {{{times_n(2), times_n(4), times_n(12), times_n(8)}, 2}, {{kN, times_n(3)}}},
       {fixed(7, 2), fixed(3)},
       kList},
      {"single vector", {{{times_n(5), times_n(7)}, 2}, {{kN}}}, {fixed(5), fixed(7)}, kList},
      {"empty", {{}, {}}, {}, kList},
      {"zero coordinate",
       {{{fixed(0), times_n(2), times_n(8), times_n(4)}, 2}, {{kN, times_n(3)}}},
       {fixed(2), fixed(3, 2)},
       kList},
      {"one coordinate", {{{times_n(8), times_n(2)}, 1}, {{fixed(4), fixed(1)}}}, {times_n(2)}, kList},
      {"three vectors",
       {{{kN, times_n(6), times_n(8)}, 1}, {{fixed(1), fixed(2), fixed(4)}}},
       {times_n(15, 0, 7)},
       kList},
      {"unequal counts",
       {{{times_n(4), times_n(8), times_n(2), times_n(4)}, 2}, {{fixed(2), fixed(1)}}},
       {times_n(2), times_n(4)},
       kList},
  };
}

std::vector<FixtureFormula> own_fixture_formulas(std::string_view mechanism) {
  constexpr auto kList = AnswerShape::kList;
  // 2^24 + 1: the least number of examples that float32 has not.
  constexpr int kOdd = (1 << 24) + 1;
  if (mechanism == "vector-mean/narrow-sum")
    return {{"small beside large",
             {{{times_n(2048), kN}, 1}, {{fixed(1), fixed(1)}}},
             {times_n(2049, 0, 2)},
             kList}};
  if (mechanism == "vector-mean/narrow-count")
    return {{"257 examples", {{{times_n(257)}, 1}, {{fixed(257)}}}, {kN}, kList},
            {"16777217 examples", {{{times_n(kOdd)}, 1}, {{fixed(kOdd)}}}, {kN}, kList}};
  if (mechanism == "vector-mean/float16-range")
    return {
        {"large sum",
         {{{fixed(40000), kN, fixed(40000), kN}, 2}, {{fixed(1), fixed(1)}}},
         {fixed(40000), kN},
         kList},
        {"small mean", {{{times_n(1, 0, 1 << 10)}, 1}, {{fixed(1 << 20)}}}, {times_n(1, 0, 1 << 30)}, kList}};
  return {};
}

std::vector<Case> probes() {
  // Co-prime counts whose total is a power of two keep the exact weights short floats; their number, their
  // total and every count differ from each other, so that no two denominators look alike.
  const std::array<Counts, 6> kCounts = {Counts{3, 5}, {5, 3}, {1, 4, 11}, {5, 0, 3}, {7, 3, 1, 5}, {2}};
  std::vector<Case> cases;
  for (const Counts& counts : kCounts) append_probes(counts, cases);
  append_precision_probes(cases);
  return cases;
}

}  // namespace gradvet::vector_mean
