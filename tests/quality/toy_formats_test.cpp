// No honest way to compute a mean leaves what rounding allows: brute force over formats of a few bits, where
// every significand, tree and permutation can be tried.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "oracles/rational.hpp"
#include "oracles/token_mean.hpp"
#include "oracles/unscaled_mean.hpp"
#include "oracles/vector_mean.hpp"
#include "tests/support/honest_variants.hpp"
#include "tests/unit/oracles/made_cases.hpp"

namespace gradvet::test {
namespace {

#ifdef GRADVET_SOAK
constexpr std::uint64_t kStride = 1;
#else
constexpr std::uint64_t kStride = 241;
#endif

/// So few exponents that sums meet subnormals all the time.
constexpr FloatFormat kBits3{3, -3, 6, "toy3"};
constexpr FloatFormat kBits4{4, -3, 6, "toy4"};
constexpr FloatFormat kBits5{5, -3, 6, "toy5"};
constexpr FloatFormat kBits6{6, -4, 7, "toy6"};
/// Holds every count and total below.
constexpr FloatFormat kWide{12, -24, 24, "wide"};

/// Every number of a list of binades: `subnormals` too, all significands from 2^first up to 2^last.
std::vector<double> numbers_of(const FloatFormat& format, int first, int last, bool subnormals) {
  std::vector<double> numbers;
  const int least = format.min_exponent - format.precision + 1;
  if (subnormals)
    for (int i = 1; i < 1 << (format.precision - 1); ++i) numbers.push_back(std::ldexp(i, least));
  for (int exponent = first; exponent < last; ++exponent)
    for (int i = 1 << (format.precision - 1); i < 1 << format.precision; ++i)
      numbers.push_back(std::ldexp(i, exponent - format.precision + 1));
  return numbers;
}

std::vector<double> with_signs_and_zero(std::vector<double> numbers) {
  const std::size_t size = numbers.size();
  for (std::size_t i = 0; i < size; ++i) numbers.push_back(-numbers[i]);
  numbers.push_back(0.0);
  return numbers;
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

struct Window {
  std::vector<double> sums;
  std::vector<double> scales;  ///< not empty: unscaled-mean
  std::vector<std::int64_t> counts;
  EmulatedValues values = EmulatedValues::kSums;  ///< kMeans: token-mean
  std::string text() const {
    std::string out;
    for (std::size_t i = 0; i < sums.size(); ++i)
      out += "(" + std::to_string(sums[i]) + (scales.empty() ? "" : "/" + std::to_string(scales[i])) + ", " +
             std::to_string(counts[i]) + ") ";
    return out + (values == EmulatedValues::kMeans ? "as means " : "");
  }
};

bool is_covered(Covered form, SummationOrder order) {
  if (order == SummationOrder::kAny) return true;
  return form == Covered::kByOneDivision || (form == Covered::kBySum && order == SummationOrder::kSum);
}

/// Holds every honest answer to a window against the bound.
class Attack {
 public:
  explicit Attack(rounding::Arithmetic arithmetic) : arithmetic_(arithmetic) {}

  /// One window in kStride is run; none after a failure.
  bool takes_next() { return seen_++ % kStride == 0 && !testing::Test::HasFailure(); }

  void run(const Window& window) {
    if (!find_limits(window)) {
      ++unjudged_;
      return;
    }
    ++judged_;
    std::vector<std::size_t> order(window.sums.size());
    std::iota(order.begin(), order.end(), 0);
    do {
      run_order(window, order);
    } while (std::ranges::next_permutation(order).found);
  }

  std::uint64_t judged() const { return judged_; }
  std::uint64_t unjudged() const { return unjudged_; }
  std::uint64_t answers() const { return answers_; }
  /// The largest error found, in units of what is allowed (for display).
  double worst() const { return worst_; }
  const std::string& worst_name() const { return worst_name_; }

 private:
  /// The least and greatest allowed multiple of the format's finest step. False where it is not judged.
  bool find_limits(const Window& window) {
    ExactAnswer expected;
    Allowance allowance;
    Matrix rows;
    for (const double sum : window.sums) rows.push_back({sum});
    if (window.values == EmulatedValues::kMeans) {
      const Case input = tokens_case(rows, window.counts);
      token_mean::expect(input, expected);
      token_mean::allow(input, arithmetic_, allowance);
    } else if (window.scales.empty()) {
      const Case input = vectors_case(rows, window.counts);
      vector_mean::expect(input, expected);
      vector_mean::allow(input, arithmetic_, allowance);
    } else {
      const Case input = scaled_case(window.sums, window.scales, window.counts);
      unscaled_mean::expect(input, expected);
      unscaled_mean::allow(input, arithmetic_, allowance);
    }
    if (!allowance.unjudged.empty()) return false;
    const FloatFormat& format = *arithmetic_.accumulator;
    const Rational steps = power_of_two(format.precision - 1 - format.min_exponent);
    const Rational value = expected.numbers[0] * steps;
    const Rational bound = allowance.bounds[0] * steps;
    greatest_ = floor_of(value + bound);
    least_ = -floor_of(bound - value);
    value_ = value.convert_to<double>();
    bound_ = bound.convert_to<double>();
    per_step_ = std::ldexp(1.0, format.precision - 1 - format.min_exponent);
    return true;
  }

  static std::int64_t floor_of(const Rational& value) {
    const Integer& denominator = boost::multiprecision::denominator(value);
    const Integer& numerator = boost::multiprecision::numerator(value);
    Integer quotient = numerator / denominator;
    if (quotient * denominator > numerator) --quotient;
    return quotient.convert_to<std::int64_t>();
  }

  void run_order(const Window& window, const std::vector<std::size_t>& order) {
    // A direction of stochastic rounding is a bit; to nearest has none.
    static constexpr std::uint64_t kDirections[] = {
        0, ~std::uint64_t{0}, 0x5555555555555555, 0xaaaaaaaaaaaaaaaa, 0x9b1c64d8a72e35f1, 0x36c9e1527bd40a8f};
    const std::size_t runs = arithmetic_.rounding == Rounding::kNearest ? 1 : std::size(kDirections);
    for (std::size_t i = 0; i < runs; ++i) {
      const Machine machine{arithmetic_, kDirections[i]};
      const EmulatedTerms terms(machine, window.sums, window.scales, window.counts, order, window.values);
      for (const HonestVariant& form : honest_variants()) {
        if (!is_for(form.takes, terms) || !is_covered(form.covered, arithmetic_.order)) continue;
        machine.inexact = 0;
        hold(form.mean(terms), form.name, window);
      }
      if (std::ranges::is_sorted(order)) run_trees(terms, window);
    }
  }

  void run_trees(const EmulatedTerms& terms, const Window& window) {
    for (const TreeVariant& tree : tree_variants()) {
      if (!is_for(tree.takes, terms) || !is_covered(tree.covered, arithmetic_.order)) continue;
      terms_.clear();
      sums_.clear();
      terms.machine().inexact = 0;
      for (std::size_t i = 0; i < terms.size(); ++i)
        terms_.push_back(terms.whole_count(i) == 0 ? Emulated{} : tree.term(terms, i));
      collect_sums(terms_, sums_);
      for (const Emulated sum : sums_) hold(tree.finish(terms, sum), tree.name, window);
    }
  }

  void hold(Emulated answer, std::string_view name, const Window& window) {
    ++answers_;
    const double steps = answer.value() * per_step_;
    if (bound_ > 0 && std::fabs(steps - value_) / bound_ > worst_) {
      worst_ = std::fabs(steps - value_) / bound_;
      worst_name_ = std::string(name) + " " + window.text();
    }
    if (std::isfinite(steps) && static_cast<std::int64_t>(steps) <= greatest_ &&
        static_cast<std::int64_t>(steps) >= least_)
      return;
    ADD_FAILURE() << name << " answers " << answer.value() << " to " << window.text() << "in "
                  << arithmetic_.accumulator->name << "; exact " << value_ / per_step_ << ", allowed "
                  << bound_ / per_step_;
  }

  rounding::Arithmetic arithmetic_;
  std::uint64_t seen_ = 0, judged_ = 0, unjudged_ = 0, answers_ = 0;
  std::int64_t least_ = 0, greatest_ = 0;
  double value_ = 0, bound_ = 0, per_step_ = 1, worst_ = 0;
  std::string worst_name_;
  std::vector<Emulated> terms_, sums_;
};

struct Toy {
  const char* name;
  const FloatFormat* format;
  const FloatFormat* sides;  ///< of counts and scales
  SummationOrder order = SummationOrder::kAny;
  Subnormals subnormals = Subnormals::kKept;
  Rounding rounding = Rounding::kNearest;

  rounding::Arithmetic arithmetic() const {
    return {format, format, format, sides, sides, order, subnormals, rounding};
  }
};

class ToyFormats : public testing::TestWithParam<Toy> {
 protected:
  Attack attack_{GetParam().arithmetic()};
  const FloatFormat& format() const { return *GetParam().format; }

  /// The values as sums, and as means.
  void attack(const std::vector<double>& values, const std::vector<std::int64_t>& counts) {
    for (const EmulatedValues kind : {EmulatedValues::kSums, EmulatedValues::kMeans})
      if (attack_.takes_next()) attack_.run({values, {}, counts, kind});
  }

  void expect_attacked() const {
    EXPECT_GT(attack_.judged(), 0u);
    RecordProperty("judged", std::to_string(attack_.judged()));
    RecordProperty("answers", std::to_string(attack_.answers()));
    std::printf("%s: %llu judged, %llu not, %llu answers, worst %.3f by %s\n", GetParam().name,
                static_cast<unsigned long long>(attack_.judged()),
                static_cast<unsigned long long>(attack_.unjudged()),
                static_cast<unsigned long long>(attack_.answers()), attack_.worst(),
                attack_.worst_name().c_str());
  }
};

TEST_P(ToyFormats, AllowEveryHonestMeanOfTwo) {
  // The first number from one binade and the subnormals, positive: others differ by a power of two or the
  // sign.
  const std::vector<double> first = numbers_of(format(), 0, 1, true);
  const std::vector<double> second =
      with_signs_and_zero(numbers_of(format(), format().min_exponent, 3, true));
  for (const double a : first)
    for (const double b : second)
      for (std::int64_t n = 1; n <= 7; ++n)
        for (std::int64_t m = 1; m <= 7; ++m) attack({a, b}, {n, m});
  expect_attacked();
}

TEST_P(ToyFormats, AllowEveryHonestMeanOfThreeOrFour) {
  const int top = format().precision - 1;
  const double step = std::ldexp(1.0, -top);
  const double least = std::ldexp(1.0, format().min_exponent - top);
  const std::vector<double> values =
      with_signs_and_zero({1.0, 1.0 + step, 2.0 - step, 0.5 - step / 4, 4.0 + 4 * step, least, 3 * least});
  const std::vector<std::int64_t> counts{1, 2, 9, 21};
  std::vector<Window> windows{{{}, {}, {}}};
  for (int rows = 1; rows <= 4; ++rows) {
    std::vector<Window> longer;
    for (const Window& window : windows)
      for (const double value : values)
        for (const std::int64_t count : counts) {
          // Permutations of a window are tried by the attack itself.
          if (!window.sums.empty() &&
              std::pair{window.sums.back(), window.counts.back()} > std::pair{value, count})
            continue;
          longer.push_back(window);
          longer.back().sums.push_back(value);
          longer.back().counts.push_back(count);
        }
    windows = std::move(longer);
    if (rows == 3)
      for (const Window& window : windows) attack(window.sums, window.counts);
    if (rows == 3) {
      std::vector<Window> fewer;
      for (std::size_t i = 0; i < windows.size(); i += 37) fewer.push_back(windows[i]);
      windows = std::move(fewer);
    }
  }
  for (const Window& window : windows) attack(window.sums, window.counts);
  expect_attacked();
}

TEST_P(ToyFormats, AllowEveryHonestUnscaledMean) {
  const std::vector<double> first = numbers_of(format(), 0, 1, false);
  const double least = std::ldexp(1.0, format().min_exponent - format().precision + 1);
  std::vector<double> second = with_signs_and_zero(numbers_of(format(), -1, 1, false));
  second.push_back(least);
  second.push_back(3 * least);
  const std::vector<double> scales{1, 1.5, 3, 0.75, 0.5, 0};
  for (const double a : first)
    for (const double b : second)
      for (const double s : scales)
        for (const double t : scales)
          for (const std::int64_t n : {1, 3, 5})
            for (const std::int64_t m : {1, 2, 7})
              if (attack_.takes_next()) attack_.run({{a, b}, {s, t}, {n, m}});
  expect_attacked();
}

std::string name_of(const testing::TestParamInfo<Toy>& info) { return info.param.name; }

constexpr auto kFlushed = Subnormals::kFlushedToZero;
constexpr auto kStochastic = Rounding::kStochastic;

INSTANTIATE_TEST_SUITE_P(
    All, ToyFormats,
    testing::Values(Toy{"Bits3OneDivision", &kBits3, &kWide, SummationOrder::kSumThenDivide},
                    Toy{"Bits4OneDivision", &kBits4, &kWide, SummationOrder::kSumThenDivide},
                    Toy{"Bits4Sum", &kBits4, &kWide, SummationOrder::kSum},
                    Toy{"Bits5Sum", &kBits5, &kBits5, SummationOrder::kSum}, Toy{"Bits5", &kBits5, &kWide},
                    Toy{"Bits5CoarseCounts", &kBits5, &kBits5}, Toy{"Bits6CoarserCounts", &kBits6, &kBits5},
                    Toy{"Bits5Flushed", &kBits5, &kWide, SummationOrder::kAny, kFlushed},
                    Toy{"Bits6", &kBits6, &kWide}, Toy{"Bits6CoarseCounts", &kBits6, &kBits6},
                    Toy{"Bits6Flushed", &kBits6, &kBits6, SummationOrder::kAny, kFlushed},
                    Toy{"Bits6Stochastic", &kBits6, &kWide, SummationOrder::kAny, Subnormals::kKept,
                        kStochastic}),
    name_of);

}  // namespace
}  // namespace gradvet::test
