// No honest way to clip a mean leaves what rounding allows: every honest mean of each coordinate, with every
// way to take their norm and to apply it, in formats of a few bits and in real ones, and where an adversary
// climbs.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "oracles/clipped_mean.hpp"
#include "oracles/rational.hpp"
#include "tests/support/clip_variants.hpp"
#include "tests/support/honest_variants.hpp"
#include "tests/unit/oracles/made_cases.hpp"

namespace gradvet::test {
namespace {

#ifdef GRADVET_SOAK
constexpr int kWindows = 200000, kStarts = 200, kMoves = 400;
#else
constexpr int kWindows = 800, kStarts = 4, kMoves = 60;
#endif

constexpr FloatFormat kBits5{5, -3, 7, "toy5"};
constexpr FloatFormat kBits6{6, -5, 10, "toy6"};
constexpr FloatFormat kBits8{8, -6, 14, "toy8"};
constexpr FloatFormat kWide{20, -40, 40, "wide"};

using Words = std::mt19937_64;

struct Window {
  Matrix rows;
  std::vector<std::int64_t> counts;
  std::vector<double> scales;
  double max_norm = 1;
  double eps = 0;

  std::string text() const {
    std::string out;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      out += "(";
      for (const double value : rows[i]) out += std::to_string(value) + " ";
      out += "/ " + std::to_string(scales[i]) + ", " + std::to_string(counts[i]) + ") ";
    }
    return out + std::to_string(max_norm) + " " + std::to_string(eps);
  }
};

struct Tried {
  const char* name;
  const FloatFormat* format;
  const FloatFormat* sides;
  SummationOrder order = SummationOrder::kAny;
  Subnormals subnormals = Subnormals::kKept;
  Rounding rounding = Rounding::kNearest;

  rounding::Arithmetic arithmetic() const {
    return {format, format, format, sides, sides, order, subnormals, rounding};
  }
};

bool is_covered(Covered form, SummationOrder order) {
  if (order == SummationOrder::kAny) return true;
  return form == Covered::kByOneDivision || (form == Covered::kBySum && order == SummationOrder::kSum);
}

class ClippedFormats : public testing::TestWithParam<Tried> {
 protected:
  /// The worst error of an honest answer in units of what is allowed; nothing where it is not judged.
  std::optional<double> worst(const Window& window) {
    const Case input = clipped_case(window.rows, window.counts, window.scales, window.max_norm, window.eps);
    clipped_mean::allow(input, arithmetic_, allowance_);
    if (!allowance_.unjudged.empty()) return std::nullopt;
    clipped_mean::expect(input, expected_);
    const std::size_t width = window.rows[0].size();
    seen_.assign(width, {});
    worst_ = 0;
    // A direction of stochastic rounding is a bit; to nearest has none.
    for (const std::uint64_t directions :
         {std::uint64_t{0}, ~std::uint64_t{0}, std::uint64_t{0x5a3c96e1d2b4870f}}) {
      const Machine machine{arithmetic_, directions};
      std::vector<std::set<double>> means(width);
      for (std::size_t j = 0; j < width; ++j) means[j] = honest_means(machine, window, j);
      // Any two of them: a form's choice in one coordinate is no bound for another's.
      for (const double first : means[0])
        for (const double second : width > 1 ? means[1] : std::set<double>{0.0}) {
          EmulatedVector numbers{{first, &machine}};
          if (width > 1) numbers.emplace_back(second, &machine);
          clip_all(machine, window, numbers);
        }
      if (arithmetic_.rounding == Rounding::kNearest) break;
    }
    return worst_;
  }

  Window draw(Words& words) const {
    const FloatFormat& format = *arithmetic_.accumulator;
    const auto value = [&] {
      const double step = std::ldexp(1.0, 1 - format.precision);
      const double significand = 1 + step * static_cast<double>(words() % (1ULL << (format.precision - 1)));
      if (words() % 12 == 0) return 0.0;
      if (words() % 12 == 0)
        return std::ldexp(static_cast<double>(1 + words() % 7), format.min_exponent - format.precision + 1);
      return std::ldexp(words() % 2 == 0 ? significand : -significand, static_cast<int>(words() % 4) - 2);
    };
    Window window;
    const std::size_t rows = 1 + words() % 3, width = 1 + words() % 2;
    for (std::size_t i = 0; i < rows; ++i) {
      window.rows.emplace_back();
      for (std::size_t j = 0; j < width; ++j) window.rows.back().push_back(value());
      window.counts.push_back(1 + static_cast<std::int64_t>(words() % 7));
      window.scales.push_back(std::vector{1.0, 1.5, 0.5, 3.0}[words() % 4]);
    }
    window.max_norm = std::vector{0.125, 0.75, 1.0, 1.3, 3.0, 0.3}[words() % 6];
    window.eps = std::vector{0.0, 0.0, 1e-6, 0.3}[words() % 4];
    return window;
  }

  const rounding::Arithmetic arithmetic_ = GetParam().arithmetic();
  std::string worst_name_;

 private:
  std::set<double> honest_means(const Machine& machine, const Window& window, std::size_t coordinate) const {
    std::vector<double> sums;
    for (const std::vector<double>& row : window.rows) sums.push_back(row[coordinate]);
    std::vector<std::size_t> order(sums.size());
    std::iota(order.begin(), order.end(), 0);
    std::set<double> means;
    do {
      const EmulatedTerms terms(machine, sums, window.scales, window.counts, order);
      for (const HonestVariant& form : honest_variants()) {
        if (!is_for(form.takes, terms) || !is_covered(form.covered, arithmetic_.order)) continue;
        machine.inexact = 0;
        means.insert(form.mean(terms).value());
      }
    } while (std::ranges::next_permutation(order).found);
    return means;
  }

  void clip_all(const Machine& machine, const Window& window, const EmulatedVector& numbers) {
    const ClipInput input{machine, numbers, {window.max_norm, &machine}, {window.eps, &machine}};
    for (const NormVariant& norm : norm_variants())
      for (const ApplyVariant& apply : apply_variants()) {
        const EmulatedVector answer = apply.apply(input, norm.norm(input));
        for (std::size_t j = 0; j < answer.size(); ++j) hold(answer[j].value(), j, norm.name, apply.name);
      }
  }

  void hold(double answer, std::size_t j, std::string_view norm, std::string_view apply) {
    if (!seen_[j].insert(answer).second) return;
    double excess = 2;
    if (std::isfinite(answer)) {
      const Rational distance = abs(exact(answer) - expected_.numbers[j]);
      if (distance == 0) return;
      excess = allowance_.bounds[j] == 0 ? 2 : Rational(distance / allowance_.bounds[j]).convert_to<double>();
    }
    if (excess <= worst_) return;
    worst_ = excess;
    worst_name_ = std::string(norm) + ", " + std::string(apply);
  }

  ExactAnswer expected_;
  Allowance allowance_;
  std::vector<std::set<double>> seen_;
  double worst_ = 0;
};

TEST_P(ClippedFormats, AllowEveryHonestClipping) {
  Words words(1);
  int judged = 0;
  double worst_seen = 0;
  std::string where;
  for (int i = 0; i < kWindows; ++i) {
    const Window window = draw(words);
    const std::optional<double> excess = worst(window);
    if (!excess) continue;
    ++judged;
    ASSERT_LE(*excess, 1) << worst_name_ << " on " << window.text();
    if (*excess <= worst_seen) continue;
    worst_seen = *excess;
    where = worst_name_ + " on " + window.text();
  }
  EXPECT_GE(judged, kWindows / 4);
  RecordProperty("worst", std::to_string(worst_seen) + " by " + where);
}

TEST_P(ClippedFormats, AllowWhatAnAdversaryFinds) {
  Words words(2);
  const FloatFormat& format = *arithmetic_.accumulator;
  double worst_seen = 0;
  std::string where;
  for (int start = 0; start < kStarts; ++start) {
    Window best = draw(words);
    double best_excess = worst(best).value_or(0);
    for (int move = 0; move < kMoves; ++move) {
      Window next = best;
      const std::size_t row = words() % next.rows.size();
      double& value = next.rows[row][words() % next.rows[row].size()];
      switch (words() % 6) {
        case 0:
          next.counts[row] = 1 + static_cast<std::int64_t>(words() % 40);
          break;
        case 1:
          next.max_norm *=
              std::ldexp(1 + static_cast<double>(words() % 64) / 64, static_cast<int>(words() % 3) - 1);
          break;
        case 2:
          next.eps = words() % 2 == 0 ? 0.0 : next.max_norm * static_cast<double>(words() % 8) / 8;
          break;
        case 3:
          value = encode(-value * 1.37, format, arithmetic_.subnormals);
          break;
        default:
          value = encode(
              value * (1 + (static_cast<double>(words() % 65) - 32) * std::ldexp(1.0, -format.precision)),
              format, arithmetic_.subnormals);
          break;
      }
      const double excess = worst(next).value_or(0);
      ASSERT_LE(excess, 1) << worst_name_ << " on " << next.text();
      if (excess <= best_excess) continue;
      best_excess = excess;
      best = next;
      if (excess <= worst_seen) continue;
      worst_seen = excess;
      where = worst_name_ + " on " + next.text();
    }
  }
  RecordProperty("worst", std::to_string(worst_seen) + " by " + where);
}

std::string name_of(const testing::TestParamInfo<Tried>& info) { return info.param.name; }

const FloatFormat* format_of(NumberFormat format) { return format_or_exact(format); }

constexpr auto kFlushed = Subnormals::kFlushedToZero;

INSTANTIATE_TEST_SUITE_P(
    All, ClippedFormats,
    testing::Values(Tried{"Bits5Sum", &kBits5, &kWide, SummationOrder::kSum}, Tried{"Bits6", &kBits6, &kWide},
                    Tried{"Bits6Sum", &kBits6, &kBits6, SummationOrder::kSum},
                    Tried{"Bits6Flushed", &kBits6, &kWide, SummationOrder::kAny, kFlushed},
                    Tried{"Bits8", &kBits8, &kWide}, Tried{"Bits8CoarseCounts", &kBits8, &kBits8},
                    Tried{"Bits8Stochastic", &kBits8, &kWide, SummationOrder::kAny, Subnormals::kKept,
                          Rounding::kStochastic},
                    Tried{"Bfloat16", format_of(NumberFormat::kBfloat16), format_of(NumberFormat::kFloat32)},
                    Tried{"Float16", format_of(NumberFormat::kFloat16), format_of(NumberFormat::kFloat32)},
                    Tried{"Float32", format_of(NumberFormat::kFloat32), format_of(NumberFormat::kFloat32)},
                    Tried{"Float32Flushed", format_of(NumberFormat::kFloat32),
                          format_of(NumberFormat::kFloat32), SummationOrder::kAny, kFlushed},
                    Tried{"Float64", format_of(NumberFormat::kFloat64), format_of(NumberFormat::kFloat64)}),
    name_of);

}  // namespace
}  // namespace gradvet::test
