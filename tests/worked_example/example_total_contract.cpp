#include "tests/worked_example/example_total_contract.hpp"

#include "properties/contract_basis.hpp"
#include "properties/drawn_counts.hpp"
#include "properties/drawn_shape.hpp"
#include "properties/law_edits.hpp"
#include "properties/number_kinds.hpp"
#include "tests/worked_example/example_total.hpp"

namespace gradvet::example_total {

namespace {

using Counts = std::span<const std::int64_t>;

constexpr Parameter kParameters[] = {{"example_counts", Layout::kPerMicrobatch, NumberRole::kCount}};

constexpr ContractInfo kInfo = {
    .id = "example-total",
    .alias = "",
    .statement = "Every microbatch counts with its own number of examples.",
    .formula = "result = sum over i of example_counts[i]; 0 without microbatches",
    .domain = "Counts are integers from 0 to 2^53 - 1 whose total is below 2^63.",
    .why = "A denominator made of one microbatch's count is wrong for uneven ones.",
    .parameters = kParameters,
    .result_shape = AnswerShape::kScalar,
    .result_kind = ResultKind::kInteger,
    .is_linear_in_values = false};

struct Sum {
  static std::int64_t total(Counts counts) {
    std::int64_t sum = 0;
    for (const std::int64_t count : counts) sum += count;
    return sum;
  }
};

struct FirstTimesMicrobatches {
  static std::int64_t total(Counts counts) {
    return counts.empty() ? 0 : counts[0] * static_cast<std::int64_t>(counts.size());
  }
};

struct LastApart {
  static std::int64_t total(Counts counts) {
    if (counts.empty()) return 0;
    return counts.front() * static_cast<std::int64_t>(counts.size() - 1) + counts.back();
  }
};

template <class Method>
void compute(const Case& input, const Profile&, Answer& out) {
  out.reset(AnswerShape::kScalar);
  append_result(Method::total(input.integers(0)), out);
}

template <class Method>
bool compute_exactly(const Case& input, ExactAnswer& out) {
  out = ExactAnswer{AnswerShape::kScalar, {Rational(Method::total(input.integers(0)))}, {}};
  return true;
}

constexpr Form kRepair = {"example-total/repair",        FormRole::kRepair, "adds the counts up",
                          R"(def solve(example_counts):
    total = 0
    for count in example_counts:
        total += count
    return total
)", compute<Sum>,      compute_exactly<Sum>};

constexpr Form kFailure = {"example-total/first-count-for-all/failure",
                           FormRole::kFailure,
                           "multiplies the first count by the number of microbatches",
                           R"(def solve(example_counts):
    return example_counts[0] * len(example_counts) if example_counts else 0
)",
                           compute<FirstTimesMicrobatches>,
                           compute_exactly<FirstTimesMicrobatches>};

constexpr Form kUnsuccessfulFix = {"example-total/first-count-for-all/unsuccessful-fix",
                                   FormRole::kUnsuccessfulFix,
                                   "counts the last microbatch by itself, and the first for all others",
                                   R"(def solve(example_counts):
    if not example_counts:
        return 0
    return example_counts[0] * (len(example_counts) - 1) + example_counts[-1]
)",
                                   compute<LastApart>,
                                   compute_exactly<LastApart>};

constexpr Mechanism kMechanisms[] = {
    {"example-total/first-count-for-all", "", "Every microbatch is taken to be as large as the first",
     "One count is read and multiplied, as if microbatches could not differ.", "", &kFailure,
     &kUnsuccessfulFix}};

enum Class : unsigned { kNoMicrobatches, kOneMicrobatch, kZeroCounts };
constexpr std::string_view kClassNames[] = {"no microbatches", "one microbatch", "zero counts"};

ClassSet draw(std::uint64_t word, int size, const DrawLimits& limits, const Profile&, Case& out) {
  RandomWords words(word);
  const std::uint32_t rows = draw_microbatches(words, size, limits, false);
  out.clear();
  out.append(kParameters[0], rows, 1);
  if (rows == 0) return ClassSet{1} << kNoMicrobatches;
  draw_counts(words, draw_count_kind(words, false), out.integers(0));
  if (rows == 1) return ClassSet{1} << kOneMicrobatch;
  if (!words.once_in(4)) return 0;
  draw_zero_counts(words, out.integers(0));
  return ClassSet{1} << kZeroCounts;
}

constexpr Law kLaws[] = {
    {"permute-microbatches", "the order of the microbatches does not matter", law::permute,
     law::predict_same},
    {"split-microbatch", "a microbatch split in two gives the same total", law::split, law::predict_same},
    {"merge-all", "all microbatches merged into one give the same total", law::merge_all, law::predict_same},
};

constexpr Formula kN = times_n(1);

std::vector<FixtureFormula> fixtures() {
  return {
      {"equal microbatches", {{{kN, kN}}}, {times_n(2)}},
      {"short last microbatch", {{{times_n(4), times_n(4), kN}}}, {times_n(9)}},
      {"empty", {{}}, {fixed(0)}},
  };
}

std::vector<Case> probes() {
  std::vector<Case> cases;
  const std::vector<std::vector<std::int64_t>> lists = {{}, {5}, {4, 4, 4}, {3, 7, 4}, {2, 9, 1, 6}};
  for (const std::vector<std::int64_t>& counts : lists) {
    Case& made = cases.emplace_back();
    made.append(kParameters[0], counts.size(), 1);
    std::ranges::copy(counts, made.integers(0).begin());
  }
  return cases;
}

Scope published_lists() {
  Scope lists;
  lists.counts = {0, 1, 2, 3, 4, 5, 6, 7};
  return lists;
}

constexpr ScopeRung kRungs[] = {{.microbatches = 3, .counts = 4}, {.microbatches = 4, .counts = 8}};

}  // namespace

const Contract& contract() {
  static const ContractBasis kContract{{.info = &kInfo,
                                        .refuse = refuse,
                                        .expect = expect,
                                        .allow = allow,
                                        .settle = nullptr,
                                        .draw = draw,
                                        .class_names = kClassNames,
                                        .ladder = {published_lists(), kRungs},
                                        .count_of_shape = nullptr,
                                        .fixtures = fixtures(),
                                        .repair = &kRepair,
                                        .mechanisms = kMechanisms,
                                        .honest_forms = {},
                                        .laws = kLaws,
                                        .probes = probes}};
  return kContract;
}

}  // namespace gradvet::example_total
