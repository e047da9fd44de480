// No honest way to compute a mean over ranks leaves what rounding allows: brute force over formats of a few
// bits, with every permutation of the microbatches, every way to share them out, and idle ranks.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "oracles/rank_mean.hpp"
#include "oracles/rational.hpp"
#include "properties/rank_mean/rank_mean_methods.hpp"
#include "tests/support/honest_variants.hpp"
#include "tests/unit/oracles/made_cases.hpp"

namespace gradvet::test {
namespace {

/// Windows that are attacked of each kind, evenly spread over all there are.
#ifdef GRADVET_SOAK
constexpr std::uint64_t kWindows = 30000;
#else
constexpr std::uint64_t kWindows = 150;
#endif

constexpr FloatFormat kBits4{4, -3, 6, "toy4"};
constexpr FloatFormat kBits6{6, -4, 7, "toy6"};
constexpr FloatFormat kBits8{8, -20, 20, "toy8"};
constexpr FloatFormat kWide{12, -24, 24, "wide"};

using Kind = NumberKind<Emulated>;

/// Terms in any order, shared out to ranks.
class RankTerms : public EmulatedTerms {
 public:
  RankTerms(const Machine& machine, std::span<const double> sums, std::span<const std::int64_t> counts,
            std::span<const std::size_t> order, std::span<const std::uint32_t> offsets)
      : EmulatedTerms(machine, sums, {}, counts, order), offsets_(offsets) {}

  std::int64_t ranks() const { return static_cast<std::int64_t>(offsets_.size()) - 1; }
  std::size_t begin(std::int64_t rank) const { return offsets_[static_cast<std::size_t>(rank)]; }
  std::size_t end(std::int64_t rank) const { return begin(rank + 1); }
  std::int64_t whole_count_on(std::int64_t rank) const {
    std::int64_t count = 0;
    for (std::size_t i = begin(rank); i < end(rank); ++i) count += whole_count(i);
    return count;
  }
  Emulated sum_on(std::int64_t rank) const {
    Emulated sum;
    for (std::size_t i = begin(rank); i < end(rank); ++i) sum = sum + term(i);
    return sum;
  }

 private:
  std::span<const std::uint32_t> offsets_;
};

/// One step of a running mean: mean `m` of `before` examples, then `sum` of `count` more with mean `own`.
using Step = Emulated (*)(const EmulatedTerms&, Emulated m, std::int64_t before, Emulated sum, Emulated own,
                          std::int64_t count);

constexpr Step kSteps[] = {
    [](const EmulatedTerms& t, Emulated m, std::int64_t before, Emulated, Emulated own, std::int64_t n) {
      return m + (own - m) * Kind::ratio(t.held(n), t.held(before + n));
    },
    [](const EmulatedTerms& t, Emulated m, std::int64_t before, Emulated sum, Emulated, std::int64_t n) {
      return m + (sum - m * t.held(n)) / t.held(before + n);
    },
    [](const EmulatedTerms& t, Emulated m, std::int64_t before, Emulated sum, Emulated, std::int64_t n) {
      return m + (sum - m * t.held(n)) * Kind::ratio(t.held(1), t.held(before + n));
    },
    [](const EmulatedTerms& t, Emulated m, std::int64_t before, Emulated sum, Emulated, std::int64_t n) {
      return (m * t.held(before) + sum) / t.held(before + n);
    },
    [](const EmulatedTerms& t, Emulated m, std::int64_t before, Emulated, Emulated own, std::int64_t n) {
      return m * Kind::ratio(t.held(before), t.held(before + n)) +
             own * Kind::ratio(t.held(n), t.held(before + n));
    },
};

/// The mean of a rank by a running mean, or by a sum where `step` is null.
Emulated rank_mean_of(const RankTerms& terms, std::int64_t rank, Step step) {
  if (step == nullptr) return terms.sum_on(rank) / terms.held(terms.whole_count_on(rank));
  Emulated mean;
  std::int64_t seen = 0;
  for (std::size_t i = terms.begin(rank); i < terms.end(rank); ++i) {
    const std::int64_t count = terms.whole_count(i);
    if (count == 0) continue;
    mean = step(terms, mean, seen, terms.term(i), terms.term(i) / terms.count(i), count);
    seen += count;
  }
  return mean;
}

/// A mean of every rank, and a running mean over them; `steps_idle`: over ranks that count nothing too.
Emulated two_levels(const RankTerms& terms, Step on_rank, Step over_ranks, bool steps_idle) {
  Emulated mean;
  std::int64_t seen = 0;
  for (std::int64_t rank = 0; rank < terms.ranks(); ++rank) {
    const std::int64_t count = terms.whole_count_on(rank);
    if (count == 0 && (!steps_idle || seen == 0)) continue;
    const Emulated own = count == 0 ? Emulated(0, &terms.machine()) : rank_mean_of(terms, rank, on_rank);
    mean = over_ranks(terms, mean, seen, own * terms.held(count), own, count);
    seen += count;
  }
  return mean;
}

/// An engine that divides each rank's sum and the sum of them, each by a part of R, and R/N at the end.
Emulated divided_before_and_after(const RankTerms& terms) {
  const EmulatedSide ranks = terms.held(terms.ranks());
  const EmulatedSide two = terms.held(2);
  Emulated sum;
  for (std::int64_t rank = 0; rank < terms.ranks(); ++rank) sum = sum + terms.sum_on(rank) / two;
  const Emulated factor = Kind::ratio(ranks, terms.total());
  return ((sum / ranks) * two) * factor;
}

struct Toy {
  const char* name;
  const FloatFormat* format;
  const FloatFormat* sides;
  SummationOrder order = SummationOrder::kAny;
  Subnormals subnormals = Subnormals::kKept;
  Rounding rounding = Rounding::kNearest;
};

class RankToyFormats : public testing::TestWithParam<Toy> {
 protected:
  rounding::Arithmetic arithmetic() const {
    const Toy& toy = GetParam();
    return {toy.format, toy.format, toy.format,     toy.sides,
            toy.sides,  toy.order,  toy.subnormals, toy.rounding};
  }

  void attack(const std::vector<double>& sums, const std::vector<std::int64_t>& counts) {
    std::vector<std::size_t> order(sums.size());
    std::iota(order.begin(), order.end(), 0);
    do {
      for (std::uint32_t first = 0; first <= sums.size(); ++first)
        for (std::uint32_t second = first; second <= sums.size(); ++second)
          run(sums, counts, order, {0, first, second, static_cast<std::uint32_t>(sums.size())});
    } while (std::ranges::next_permutation(order).found && !HasFailure());
  }

  void run(const std::vector<double>& sums, const std::vector<std::int64_t>& counts,
           const std::vector<std::size_t>& order, const std::vector<std::uint32_t>& offsets) {
    std::vector<Matrix> gradients(offsets.size() - 1);
    std::vector<std::vector<std::int64_t>> rank_counts(gradients.size());
    for (std::size_t rank = 0; rank < gradients.size(); ++rank)
      for (std::uint32_t i = offsets[rank]; i < offsets[rank + 1]; ++i) {
        gradients[rank].push_back({sums[order[i]]});
        rank_counts[rank].push_back(counts[order[i]]);
      }
    const Case input = ranks_case(gradients, rank_counts);
    ExactAnswer expected;
    Allowance allowance;
    rank_mean::expect(input, expected);
    rank_mean::allow(input, arithmetic(), allowance);
    if (!allowance.unjudged.empty()) {
      ++unjudged_;
      return;
    }
    ++judged_;
    value_ = expected.numbers[0];
    bound_ = allowance.bounds[0];
    text_.clear();
    for (std::size_t rank = 0; rank < gradients.size(); ++rank) {
      text_ += "[ ";
      for (std::uint32_t i = offsets[rank]; i < offsets[rank + 1]; ++i)
        text_ += std::to_string(sums[order[i]]) + "/" + std::to_string(counts[order[i]]) + " ";
      text_ += "] ";
    }
    static constexpr std::uint64_t kDirections[] = {0, ~std::uint64_t{0}, 0x9b1c64d8a72e35f1};
    const std::size_t runs = GetParam().rounding == Rounding::kNearest ? 1 : std::size(kDirections);
    for (std::size_t i = 0; i < runs; ++i) {
      const Machine machine{arithmetic(), kDirections[i]};
      run_forms(RankTerms(machine, sums, counts, order, offsets));
    }
  }

  void run_forms(const RankTerms& terms) {
    hold(rank_mean::RankSums::mean(terms), "rank sums");
    if (GetParam().order != SummationOrder::kAny && GetParam().order != SummationOrder::kSum) return;
    hold(divided_before_and_after(terms), "divided before and after");
    if (GetParam().order == SummationOrder::kSum) return;
    hold(rank_mean::RankShares::mean(terms), "rank shares");
    hold(rank_mean::EngineAverage::mean(terms), "engine average");
    hold(rank_mean::RankRunningMeans::mean(terms), "rank running means");
    for (const HonestVariant& form : honest_variants())
      if (form.takes == Takes::kAnything) hold(form.mean(terms), form.name);
    for (std::size_t over = 0; over < std::size(kSteps); ++over)
      for (const bool steps_idle : {false, true}) {
        hold(two_levels(terms, nullptr, kSteps[over], steps_idle), "sums, step " + std::to_string(over));
        for (std::size_t on = 0; on < std::size(kSteps); ++on)
          hold(two_levels(terms, kSteps[on], kSteps[over], steps_idle),
               "step " + std::to_string(on) + ", step " + std::to_string(over));
      }
  }

  void hold(Emulated answer, std::string_view name) {
    ++answers_;
    ASSERT_TRUE(std::isfinite(answer.value())) << GetParam().name << " " << name << " " << text_;
    const Rational distance = abs(exact(answer.value()) - value_);
    ASSERT_LE(distance, bound_) << GetParam().name << " " << name << " " << text_ << " gives "
                                << answer.value();
    if (bound_ == 0) return;
    const double excess = Rational(distance / bound_).convert_to<double>();
    if (excess <= worst_) return;
    worst_ = excess;
    worst_name_ = std::string(name) + " on " + text_;
  }

  std::uint64_t judged_ = 0, unjudged_ = 0, answers_ = 0;
  Rational value_, bound_;
  std::string text_, worst_name_;
  double worst_ = 0;
};

TEST_P(RankToyFormats, AllowEveryHonestMeanOfUpToThreeMicrobatches) {
  const FloatFormat& format = *GetParam().format;
  const int top = format.precision - 1;
  const double step = std::ldexp(1.0, -top);
  const double least = std::ldexp(1.0, format.min_exponent - top);
  const std::vector<double> values = {
      0, 1, 1 + step, -1, -(2 - step), 0.5 - step / 4, 2 + 2 * step, least, -(4 + 4 * step), 3 * least, 1.5};
  const std::vector<std::int64_t> counts = {1, 2, 3, 9, 21};
  for (const std::size_t microbatches : {std::size_t{1}, std::size_t{2}, std::size_t{3}}) {
    std::uint64_t all = 1;
    for (std::size_t i = 0; i < microbatches; ++i) all *= values.size() * counts.size();
    const std::uint64_t stride = (all / kWindows) | 1;
    for (std::uint64_t choice = 0; choice < all && !HasFailure(); choice += stride) {
      std::uint64_t rest = choice;
      std::vector<double> sums;
      std::vector<std::int64_t> own;
      for (std::size_t i = 0; i < microbatches; ++i) {
        sums.push_back(values[rest % values.size()]);
        rest /= values.size();
        own.push_back(counts[rest % counts.size()]);
        rest /= counts.size();
      }
      attack(sums, own);
    }
  }
  EXPECT_GT(judged_, 0U);
  std::printf("%s: %llu judged, %llu not, %llu answers, worst %.3f by %s\n", GetParam().name,
              static_cast<unsigned long long>(judged_), static_cast<unsigned long long>(unjudged_),
              static_cast<unsigned long long>(answers_), worst_, worst_name_.c_str());
}

std::string name_of(const testing::TestParamInfo<Toy>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(
    All, RankToyFormats,
    testing::Values(Toy{"Bits4OneDivision", &kBits4, &kWide, SummationOrder::kSumThenDivide},
                    Toy{"Bits6Sum", &kBits6, &kWide, SummationOrder::kSum}, Toy{"Bits6", &kBits6, &kWide},
                    Toy{"Bits8", &kBits8, &kWide}, Toy{"Bits8CoarseCounts", &kBits8, &kBits6},
                    Toy{"Bits8Flushed", &kBits8, &kWide, SummationOrder::kAny, Subnormals::kFlushedToZero},
                    Toy{"Bits8Stochastic", &kBits8, &kWide, SummationOrder::kAny, Subnormals::kKept,
                        Rounding::kStochastic}),
    name_of);

}  // namespace
}  // namespace gradvet::test
