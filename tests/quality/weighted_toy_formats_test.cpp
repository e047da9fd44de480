// No honest way to compute a weighted mean leaves what rounding allows: brute force over formats of a few
// bits, as toy_formats_test.cpp does for the means of sums.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "oracles/rational.hpp"
#include "oracles/weighted_mean.hpp"
#include "properties/mean_forms.hpp"
#include "properties/weighted_mean/weighted_mean_methods.hpp"
#include "tests/support/emulated_number.hpp"
#include "tests/unit/oracles/made_cases.hpp"

namespace gradvet::test {
namespace {

/// Windows that are attacked of each kind, evenly spread over all there are.
#ifdef GRADVET_SOAK
constexpr std::uint64_t kWindows = 100000;
#else
constexpr std::uint64_t kWindows = 300;
#endif

constexpr FloatFormat kBits4{4, -3, 6, "toy4"};
constexpr FloatFormat kBits5{5, -3, 6, "toy5"};
constexpr FloatFormat kBits6{6, -4, 7, "toy6"};
constexpr FloatFormat kBits8{8, -20, 20, "toy8"};
constexpr FloatFormat kWide{12, -24, 24, "wide"};

using Kind = NumberKind<Emulated>;

/// Items in any order, each group of `group` neighbours a microbatch.
class WeightedTerms {
 public:
  using Number = Emulated;

  WeightedTerms(const Machine& machine, std::span<const double> values, std::span<const double> weights,
                std::span<const std::size_t> order, std::size_t group)
      : machine_(&machine), values_(values), weights_(weights), order_(order), group_(group) {
    for (std::size_t i = 0; i < size(); ++i) total_ = total_ + weight(i);
  }

  std::size_t size() const { return order_.size(); }
  Emulated value(std::size_t i) const { return {values_[order_[i]], machine_}; }
  Emulated weight(std::size_t i) const { return {weights_[order_[i]], machine_}; }
  Emulated term(std::size_t i) const { return weight(i) * value(i); }
  bool is_weighted(std::size_t i) const { return weight(i).value() > 0; }
  EmulatedSide held(std::int64_t number) const { return {static_cast<double>(number), machine_}; }
  EmulatedSide total() const { return Kind::as_held(total_); }
  bool has_weight() const { return total_.value() > 0; }
  const Machine& machine() const { return *machine_; }

  std::size_t microbatches() const { return (size() + group_ - 1) / group_; }
  Emulated sum_in(std::size_t m) const {
    Emulated sum;
    for (std::size_t i = m * group_; i < std::min(size(), (m + 1) * group_); ++i) sum = sum + term(i);
    return sum;
  }
  Emulated weight_in(std::size_t m) const {
    Emulated sum;
    for (std::size_t i = m * group_; i < std::min(size(), (m + 1) * group_); ++i) sum = sum + weight(i);
    return sum;
  }

 private:
  const Machine* machine_;
  std::span<const double> values_;
  std::span<const double> weights_;
  std::span<const std::size_t> order_;
  std::size_t group_;
  Emulated total_;
};

Emulated reciprocal(Emulated number) { return Emulated::quotient(1, number.value(), number.machine()); }

/// Calls step(i, mean, weight before, weight with it) for every item with a weight.
template <class Step>
Emulated stream(const WeightedTerms& items, const Step& step) {
  Emulated mean, seen{0, &items.machine()};
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!items.is_weighted(i)) continue;
    const Emulated before = seen;
    seen = seen + items.weight(i);
    mean = step(i, mean, before, seen);
  }
  return mean;
}

enum class Covered { kByAny, kBySum, kByOneDivision };
using enum Covered;

struct Variant {
  const char* name;
  Covered covered;
  std::function<Emulated(const WeightedTerms&)> mean;
};

template <class Method>
Variant built_in(const char* name, Covered covered) {
  return {name, covered, [](const WeightedTerms& items) { return Method::mean(items); }};
}

template <class Step>
Variant streaming(const char* name, const Step& step) {
  return {name, kByAny, [step](const WeightedTerms& items) {
            return stream(items, [&](std::size_t i, Emulated m, Emulated before, Emulated seen) {
              return step(items, i, m, before, seen);
            });
          }};
}

const std::vector<Variant>& variants() {
  using Items = const WeightedTerms&;
  static const std::vector<Variant> kVariants = {
      built_in<mean_forms::SumThenDivide>("sum then divide", kByOneDivision),
      built_in<mean_forms::Pairwise>("pairwise", kByOneDivision),
      built_in<mean_forms::Blocked>("blocked", kByOneDivision),
      built_in<weighted_mean::FusedProducts>("fused products", kByOneDivision),
      built_in<mean_forms::Kahan>("Kahan", kBySum),
      built_in<mean_forms::Neumaier>("Neumaier", kBySum),
      built_in<mean_forms::Reciprocal>("reciprocal", kBySum),
      built_in<mean_forms::DivideFirst>("divide first", kByAny),
      built_in<mean_forms::ReciprocalFirst>("reciprocal first", kByAny),
      built_in<mean_forms::Fused>("fused", kByAny),
      built_in<weighted_mean::Shares>("shares", kByAny),
      built_in<weighted_mean::MicrobatchMeans>("microbatch means", kByAny),
      built_in<weighted_mean::RunningMean>("running mean", kByAny),
      built_in<weighted_mean::RunningSum>("running sum", kByAny),
      {"shares by reciprocal", kByAny,
       [](Items items) {
         Emulated mean;
         const Emulated scale = Kind::ratio(items.held(1), items.total());
         for (std::size_t i = 0; i < items.size(); ++i)
           mean = mean + items.value(i) * (items.weight(i) * scale);
         return mean;
       }},
      {"microbatch means by shares", kByAny,
       [](Items items) {
         Emulated mean;
         for (std::size_t m = 0; m < items.microbatches(); ++m)
           if (items.weight_in(m).value() > 0)
             mean = mean + (items.sum_in(m) / items.weight_in(m)) * (items.weight_in(m) / items.total());
         return mean;
       }},
      streaming("running mean, product first",
                [](Items items, std::size_t i, Emulated m, Emulated, Emulated seen) {
                  return m + ((items.value(i) - m) * items.weight(i)) / seen;
                }),
      streaming("running mean, reciprocal",
                [](Items items, std::size_t i, Emulated m, Emulated, Emulated seen) {
                  return m + (items.value(i) - m) * (items.weight(i) * reciprocal(seen));
                }),
      streaming("running mean, fused",
                [](Items items, std::size_t i, Emulated m, Emulated, Emulated seen) {
                  return fused(items.value(i) - m, items.weight(i) / seen, m);
                }),
      streaming("running sum, reciprocal",
                [](Items items, std::size_t i, Emulated m, Emulated, Emulated seen) {
                  return m + (items.term(i) - m * items.weight(i)) * reciprocal(seen);
                }),
      streaming("running sum, fused",
                [](Items items, std::size_t i, Emulated m, Emulated, Emulated seen) {
                  return m + fused(-m, items.weight(i), items.term(i)) / seen;
                }),
      streaming("remultiplied", [](Items items, std::size_t i, Emulated m, Emulated before,
                                   Emulated seen) { return (m * before + items.term(i)) / seen; }),
      streaming("remultiplied, fused", [](Items items, std::size_t i, Emulated m, Emulated before,
                                          Emulated seen) { return fused(m, before, items.term(i)) / seen; }),
      streaming("convex",
                [](Items items, std::size_t i, Emulated m, Emulated before, Emulated seen) {
                  return m * (before / seen) + items.value(i) * (items.weight(i) / seen);
                }),
  };
  return kVariants;
}

/// Every sum that some tree over some permutation gives.
void collect_sums(const std::vector<Emulated>& terms, std::vector<Emulated>& out) {
  if (terms.size() == 1) {
    out.push_back(terms[0]);
    return;
  }
  for (std::size_t i = 0; i < terms.size(); ++i)
    for (std::size_t j = i + 1; j < terms.size(); ++j) {
      std::vector<Emulated> rest{terms[i] + terms[j]};
      for (std::size_t k = 0; k < terms.size(); ++k)
        if (k != i && k != j) rest.push_back(terms[k]);
      collect_sums(rest, out);
    }
}

struct Toy {
  const char* name;
  const FloatFormat* format;
  SummationOrder order = SummationOrder::kAny;
  Subnormals subnormals = Subnormals::kKept;
  Rounding rounding = Rounding::kNearest;
  const FloatFormat* input = nullptr;  ///< null: the same
};

bool is_covered(Covered form, SummationOrder order) {
  if (order == SummationOrder::kAny) return true;
  return form == kByOneDivision || (form == kBySum && order == SummationOrder::kSum);
}

class WeightedToyFormats : public testing::TestWithParam<Toy> {
 protected:
  const FloatFormat& format() const { return *GetParam().format; }
  const FloatFormat& input_format() const {
    return GetParam().input != nullptr ? *GetParam().input : format();
  }
  rounding::Arithmetic arithmetic() const {
    return {&input_format(),       &format(),          &format(), &kWide, &kWide, GetParam().order,
            GetParam().subnormals, GetParam().rounding};
  }

  /// Calls use(indices) with kWindows of all ways to pick one entry from lists of these sizes; none after a
  /// failure.
  static void each_choice(const std::vector<std::size_t>& sizes,
                          const std::function<void(const std::vector<std::size_t>&)>& use) {
    std::uint64_t all = 1;
    for (const std::size_t size : sizes) all *= size;
    // An odd step, so that no digit stays the same.
    const std::uint64_t step = (all / kWindows) | 1;
    std::vector<std::size_t> indices(sizes.size());
    for (std::uint64_t choice = 0; choice < all && !HasFailure(); choice += step) {
      std::uint64_t rest = choice;
      for (std::size_t i = 0; i < sizes.size(); ++i, rest /= sizes[i - 1]) indices[i] = rest % sizes[i];
      use(indices);
    }
  }

  void attack(const std::vector<double>& values, const std::vector<double>& weights) {
    const Case input = weighted_case({values}, {weights});
    ExactAnswer expected;
    Allowance allowance;
    weighted_mean::expect(input, expected);
    weighted_mean::allow(input, arithmetic(), allowance);
    if (!allowance.unjudged.empty()) {
      ++unjudged_;
      return;
    }
    ++judged_;
    value_ = expected.numbers[0];
    bound_ = allowance.bounds[0];
    text_.clear();
    for (std::size_t i = 0; i < values.size(); ++i)
      text_ += "(" + std::to_string(values[i]) + " x " + std::to_string(weights[i]) + ") ";
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), 0);
    do {
      run_order(values, weights, order);
    } while (std::ranges::next_permutation(order).found);
  }

  void run_order(const std::vector<double>& values, const std::vector<double>& weights,
                 const std::vector<std::size_t>& order) {
    static constexpr std::uint64_t kDirections[] = {0, ~std::uint64_t{0}, 0x5555555555555555,
                                                    0x9b1c64d8a72e35f1};
    const std::size_t runs = GetParam().rounding == Rounding::kNearest ? 1 : std::size(kDirections);
    for (std::size_t run = 0; run < runs; ++run) {
      const Machine machine{arithmetic(), kDirections[run]};
      for (const std::size_t group : {std::size_t{1}, std::size_t{2}}) {
        machine.inexact = 0;
        const WeightedTerms items(machine, values, weights, order, group);
        for (const Variant& form : variants())
          if (is_covered(form.covered, GetParam().order))
            hold(items.has_weight() ? form.mean(items) : Emulated{}, form.name);
        if (group == 1 && std::ranges::is_sorted(order)) run_trees(items);
      }
    }
  }

  /// Any tree of the products over any tree of the weights.
  void run_trees(const WeightedTerms& items) {
    std::vector<Emulated> products, weights, sums, totals;
    for (std::size_t i = 0; i < items.size(); ++i) {
      products.push_back(items.term(i));
      weights.push_back(items.weight(i));
    }
    collect_sums(products, sums);
    collect_sums(weights, totals);
    for (const Emulated total : totals) {
      if (!(total.value() > 0)) continue;
      for (const Emulated sum : sums) {
        hold(sum / total, "any tree, then divided");
        if (is_covered(kBySum, GetParam().order))
          hold(sum * reciprocal(total), "any tree, then times reciprocal");
      }
    }
  }

  void hold(Emulated answer, const char* name) {
    ++answers_;
    ASSERT_TRUE(std::isfinite(answer.value())) << GetParam().name << " " << name << " " << text_;
    const Rational distance = abs(exact(answer.value()) - value_);
    ASSERT_LE(distance, bound_) << GetParam().name << " " << name << " " << text_ << " gives "
                                << answer.value();
    if (bound_ == 0) return;
    const double excess = Rational(distance / bound_).convert_to<double>();
    if (excess > worst_) {
      worst_ = excess;
      worst_name_ = std::string(name) + " on " + text_;
    }
  }

  void expect_attacked() const {
    EXPECT_GT(judged_, 0U);
    std::printf("%s: %llu judged, %llu not, %llu answers, worst %.3f by %s\n", GetParam().name,
                static_cast<unsigned long long>(judged_), static_cast<unsigned long long>(unjudged_),
                static_cast<unsigned long long>(answers_), worst_, worst_name_.c_str());
  }

  /// The subnormals and the binades from 2^first up to 2^last.
  std::vector<double> numbers(int first, int last) const {
    const FloatFormat& from = input_format();
    std::vector<double> all;
    const int half = 1 << (from.precision - 1);
    for (int i = 1; i < half; ++i) all.push_back(std::ldexp(i, from.min_exponent - from.precision + 1));
    for (int exponent = first; exponent < last; ++exponent)
      for (int i = half; i < 2 * half; ++i) all.push_back(std::ldexp(i, exponent - from.precision + 1));
    return all;
  }

 private:
  std::uint64_t judged_ = 0, unjudged_ = 0, answers_ = 0;
  Rational value_, bound_;
  std::string text_, worst_name_;
  double worst_ = 0;
};

TEST_P(WeightedToyFormats, AllowEveryHonestMeanOfTwo) {
  const std::vector<double> first = numbers(0, 1), weights = numbers(-2, 2);
  std::vector<double> second = numbers(-2, 3);
  for (std::size_t i = second.size(); i-- > 0;) second.push_back(-second[i]);
  second.push_back(0);
  each_choice({first.size(), second.size(), first.size(), weights.size()}, [&](const auto& at) {
    attack({first[at[0]], second[at[1]]}, {first[at[2]], weights[at[3]]});
  });
  expect_attacked();
}

TEST_P(WeightedToyFormats, AllowEveryHonestMeanOfThreeOrFour) {
  const int top = input_format().precision - 1;
  const double step = std::ldexp(1.0, -top);
  const double least = std::ldexp(1.0, input_format().min_exponent - top);
  const std::vector<double> values = {0,        1, 1 + step, -(2 - step), 0.5 - step / 4, -(4 + 4 * step),
                                      3 * least};
  const std::vector<double> weights = {0, 1, 1 + step, 2 - step, 0.25 + step / 4, 4 - 2 * step, 5 * least};
  std::vector<double> value, weight;
  for (const std::size_t items : {std::size_t{3}, std::size_t{4}})
    each_choice(std::vector<std::size_t>(2 * items, values.size()), [&](const auto& at) {
      value.clear();
      weight.clear();
      for (std::size_t i = 0; i < items; ++i) {
        value.push_back(values[at[2 * i]]);
        weight.push_back(weights[at[2 * i + 1]]);
      }
      attack(value, weight);
    });
  expect_attacked();
}

std::string name_of(const testing::TestParamInfo<Toy>& info) { return info.param.name; }

constexpr auto kFlushed = Subnormals::kFlushedToZero;

INSTANTIATE_TEST_SUITE_P(
    All, WeightedToyFormats,
    testing::Values(
        Toy{"Bits4OneDivision", &kBits4, SummationOrder::kSumThenDivide},
        Toy{"Bits5Sum", &kBits5, SummationOrder::kSum}, Toy{"Bits5", &kBits5}, Toy{"Bits6", &kBits6},
        Toy{"Bits8", &kBits8}, Toy{"Bits6Flushed", &kBits6, SummationOrder::kAny, kFlushed},
        Toy{"Bits8Flushed", &kBits8, SummationOrder::kAny, kFlushed},
        Toy{"Bits6SumFlushed", &kBits6, SummationOrder::kSum, kFlushed},
        Toy{"Bits8Stochastic", &kBits8, SummationOrder::kAny, Subnormals::kKept, Rounding::kStochastic},
        Toy{"Bits6Cast", &kBits6, SummationOrder::kAny, Subnormals::kKept, Rounding::kNearest, &kBits8},
        Toy{"Bits8CastFlushed", &kBits8, SummationOrder::kAny, kFlushed, Rounding::kNearest, &kWide}),
    name_of);

}  // namespace
}  // namespace gradvet::test
