// Climbs towards the largest error, in units of what rounding allows, that each honest form can make in each
// arithmetic. Prints a table for each contract and declared order, and every worst case. Exits with 1 where
// an honest answer is outside.
//
//   bench_adversary [moves a start, 2000] [seed, 1]

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "oracles/float_format.hpp"
#include "oracles/rational.hpp"
#include "oracles/token_mean.hpp"
#include "oracles/unscaled_mean.hpp"
#include "oracles/vector_mean.hpp"
#include "tests/support/honest_variants.hpp"
#include "tests/unit/oracles/made_cases.hpp"

namespace {

using namespace gradvet;
using namespace gradvet::test;
using Words = std::mt19937_64;

constexpr FloatFormat kBits5{5, -14, 15, "toy5"};
constexpr FloatFormat kBits6{6, -14, 15, "toy6"};
constexpr FloatFormat kWide{30, -200, 200, "wide"};

struct Arena {
  std::string name;
  rounding::Arithmetic arithmetic;
};

Arena arena(std::string name, const FloatFormat& format, const FloatFormat& sides,
            Subnormals subnormals = Subnormals::kKept, Rounding rounding = Rounding::kNearest) {
  return {std::move(name),
          {&format, &format, &format, &sides, &sides, SummationOrder::kAny, subnormals, rounding}};
}

std::vector<Arena> arenas() {
  const FloatFormat& f64 = float_format(NumberFormat::kFloat64);
  const FloatFormat& f32 = float_format(NumberFormat::kFloat32);
  const FloatFormat& f16 = float_format(NumberFormat::kFloat16);
  const FloatFormat& bf16 = float_format(NumberFormat::kBfloat16);
  constexpr auto kFlushed = Subnormals::kFlushedToZero;
  constexpr auto kKept = Subnormals::kKept;
  constexpr auto kStochastic = Rounding::kStochastic;
  return {arena("f64", f64, f64),
          arena("f32", f32, f32),
          arena("f16", f16, f32),
          arena("bf16", bf16, f32),
          arena("toy6", kBits6, kWide),
          arena("toy5", kBits5, kWide),
          arena("f32 ftz", f32, f32, kFlushed),
          arena("f16 ftz", f16, f32, kFlushed),
          arena("toy6 ftz", kBits6, kWide, kFlushed),
          arena("f16 stoch", f16, f32, kKept, kStochastic),
          arena("bf16 stoch", bf16, f32, kKept, kStochastic),
          arena("f32/bf16", f32, bf16),
          arena("f16/f16", f16, f16),
          arena("bf16/bf16", bf16, bf16),
          arena("toy6/toy5", kBits6, kBits5)};
}

/// What the adversary moves.
struct Point {
  std::vector<double> sums;
  std::vector<double> scales;  ///< not empty: unscaled-mean
  std::vector<std::int64_t> counts;
  EmulatedValues values = EmulatedValues::kSums;  ///< kMeans: token-mean
  std::uint64_t directions = 0;

  std::string text() const {
    std::string out;
    for (std::size_t i = 0; i < sums.size(); ++i)
      out += fmt::format("{}{:a}{} n={}", i == 0 ? "" : "; ", sums[i],
                         scales.empty() ? "" : fmt::format("/{:a}", scales[i]), counts[i]);
    return out;
  }
};

class Climb {
 public:
  Climb(const rounding::Arithmetic& arithmetic, const HonestVariant& form, Words& words)
      : arithmetic_(arithmetic), format_(*arithmetic.accumulator), form_(form), words_(words) {}

  /// The best of one start with `rows` microbatches.
  void run(std::size_t rows, Takes window, int moves) {
    Point point = random_point(rows, window);
    Rational score = excess_of(point);
    for (int move = 0; move < moves; ++move) {
      Point next = point;
      for (std::uint64_t i = 0; i <= words_() % 3; ++i) change(next);
      const Rational other = excess_of(next);
      if (other < score) continue;
      point = std::move(next);
      score = other;
    }
    if (score > best_score) {
      best_score = score;
      best = point;
    }
  }

  Rational best_score = -1;
  Point best;

 private:
  std::uint64_t below(std::uint64_t limit) { return words_() % limit; }

  double random_number() {
    const int spread = 2 * format_.precision + 8;
    const int middle = below(4) == 0 ? format_.min_exponent : 0;
    const int exponent =
        std::min(middle + static_cast<int>(below(static_cast<std::uint64_t>(spread))) - spread / 2,
                 format_.max_exponent - 2);
    const double significand = 1 + static_cast<double>(words_() >> 12) * 0x1p-52;
    return encode(std::ldexp(below(2) == 0 ? significand : -significand, exponent), format_);
  }
  std::int64_t random_count() {
    const int most = std::min(40, format_.max_exponent - 1);
    const std::int64_t top = std::int64_t{1} << below(static_cast<std::uint64_t>(most));
    const std::int64_t count = top + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(top)));
    return below(3) == 0 ? std::max<std::int64_t>(top - 1 + static_cast<std::int64_t>(below(3)), 1) : count;
  }
  double random_scale() {
    if (below(12) == 0) return 0;
    return encode(
        std::ldexp(1 + static_cast<double>(words_() >> 12) * 0x1p-52, static_cast<int>(below(13)) - 6),
        format_);
  }

  Point random_point(std::size_t rows, Takes window) {
    Point point;
    if (window == Takes::kMeans) point.values = EmulatedValues::kMeans;
    for (std::size_t i = 0; i < rows; ++i) {
      point.sums.push_back(random_number());
      point.counts.push_back(random_count());
      if (window == Takes::kScales) point.scales.push_back(random_scale());
    }
    point.directions = words_();
    return point;
  }

  /// A step of the format's own size, or a small multiple of it.
  double nudged(double number) {
    const int exponent =
        number == 0 ? format_.min_exponent : std::max(std::ilogb(number), format_.min_exponent);
    const double step = std::ldexp(1.0, exponent - format_.precision + 1);
    return encode(number + step * (static_cast<double>(below(9)) - 4), format_);
  }

  void change(Point& point) {
    const std::size_t i = below(point.sums.size());
    switch (below(point.scales.empty() ? 11 : 14)) {
      case 0:
        point.sums[i] = random_number();
        break;
      case 1:
      case 2:
      case 3:
        point.sums[i] = nudged(point.sums[i]);
        break;
      case 4:
        point.sums[i] = encode(point.sums[i] * (below(2) == 0 ? 2 : 0.5), format_);
        break;
      case 5:
        point.sums[i] = below(4) == 0 ? 0 : -point.sums[i];
        break;
      case 6:
        point.counts[i] = random_count();
        break;
      case 7:
      case 8:
        point.counts[i] =
            std::max<std::int64_t>(1, point.counts[i] + static_cast<std::int64_t>(below(9)) - 4);
        break;
      case 9:
        point.directions ^= std::uint64_t{1} << below(64);
        break;
      case 10:
        std::swap(point.sums[i], point.sums[below(point.sums.size())]);
        break;
      case 11:
        point.scales[i] = random_scale();
        break;
      default:
        if (point.scales[i] != 0) point.scales[i] = std::fabs(nudged(point.scales[i]));
        break;
    }
    if (!std::isfinite(point.sums[i])) point.sums[i] = 1;
  }

  /// Error over bound, exactly; -1 where the value is not judged.
  Rational excess_of(const Point& point) {
    // A total that overflows in its format is a mistake, not a rounding.
    const std::int64_t total = std::accumulate(point.counts.begin(), point.counts.end(), std::int64_t{0});
    if (!std::isfinite(encode(Rational(total), *arithmetic_.counts))) return -1;
    Matrix rows;
    for (const double sum : point.sums) rows.push_back({sum});
    if (point.values == EmulatedValues::kMeans) {
      const Case input = tokens_case(rows, point.counts);
      token_mean::allow(input, arithmetic_, allowance_);
      if (!allowance_.unjudged.empty()) return -1;
      token_mean::expect(input, expected_);
    } else if (point.scales.empty()) {
      const Case input = vectors_case(rows, point.counts);
      vector_mean::allow(input, arithmetic_, allowance_);
      if (!allowance_.unjudged.empty()) return -1;
      vector_mean::expect(input, expected_);
    } else {
      const Case input = scaled_case(point.sums, point.scales, point.counts);
      unscaled_mean::allow(input, arithmetic_, allowance_);
      if (!allowance_.unjudged.empty()) return -1;
      unscaled_mean::expect(input, expected_);
    }
    order_.resize(point.sums.size());
    std::iota(order_.begin(), order_.end(), 0);
    const Machine machine{arithmetic_, point.directions};
    const double answer =
        form_.mean(EmulatedTerms(machine, point.sums, point.scales, point.counts, order_, point.values))
            .value();
    if (!std::isfinite(answer)) return 1000000;
    const Rational error = abs(exact(answer) - expected_.numbers[0]);
    if (error == 0) return 0;
    return allowance_.bounds[0] == 0 ? Rational(1000000) : Rational(error / allowance_.bounds[0]);
  }

  const rounding::Arithmetic& arithmetic_;
  const FloatFormat& format_;
  const HonestVariant& form_;
  Words& words_;
  Allowance allowance_;
  ExactAnswer expected_;
  std::vector<std::size_t> order_;
};

struct Table {
  const char* title;
  SummationOrder order;
  Covered least_covered;
  Takes window;  ///< kAnything: vector-mean
};

bool is_in(const Table& table, const HonestVariant& form) {
  return form.covered >= table.least_covered &&
         (form.takes == Takes::kAnything || form.takes == table.window);
}

/// False where an honest answer was outside.
bool attack(const Table& table, int moves, Words& words) {
  std::vector<Arena> columns = arenas();
  fmt::print("\n{}\n\n| form |", table.title);
  for (const Arena& column : columns) fmt::print(" {} |", column.name);
  fmt::print("\n|---|");
  for (std::size_t i = 0; i < columns.size(); ++i) fmt::print("---|");
  fmt::print("\n");
  bool is_sound = true;
  std::string cases;
  for (const HonestVariant& form : honest_variants()) {
    if (!is_in(table, form)) continue;
    fmt::print("| {} |", form.name);
    for (Arena& column : columns) {
      column.arithmetic.order = table.order;
      Climb climb(column.arithmetic, form, words);
      for (const std::size_t rows : {1, 2, 2, 3, 3, 4, 6, 10}) climb.run(rows, table.window, moves);
      const double score = climb.best_score.convert_to<double>();
      fmt::print(" {:.2f} |", score);
      std::fflush(stdout);
      cases += fmt::format("{:.4f}  {}  {}  {}\n", score, form.name, column.name, climb.best.text());
      is_sound = is_sound && climb.best_score <= 1;
    }
    fmt::print("\n");
  }
  fmt::print("\n{}", cases);
  return is_sound;
}

}  // namespace

int main(int argc, char** argv) {
  const int moves = argc > 1 ? std::atoi(argv[1]) : 2000;
  Words words(argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1);
  constexpr Table kTables[] = {
      {"vector-mean, order=any", SummationOrder::kAny, Covered::kByAny, Takes::kAnything},
      {"vector-mean, order=sum", SummationOrder::kSum, Covered::kBySum, Takes::kAnything},
      {"vector-mean, one division", SummationOrder::kSumThenDivide, Covered::kByOneDivision,
       Takes::kAnything},
      {"unscaled-mean, order=any", SummationOrder::kAny, Covered::kByAny, Takes::kScales},
      {"unscaled-mean, order=sum", SummationOrder::kSum, Covered::kBySum, Takes::kScales},
      {"unscaled-mean, one division", SummationOrder::kSumThenDivide, Covered::kByOneDivision,
       Takes::kScales},
      {"token-mean, order=any", SummationOrder::kAny, Covered::kByAny, Takes::kMeans},
      {"token-mean, order=sum", SummationOrder::kSum, Covered::kBySum, Takes::kMeans},
      {"token-mean, one division", SummationOrder::kSumThenDivide, Covered::kByOneDivision, Takes::kMeans},
  };
  bool is_sound = true;
  for (const Table& table : kTables) is_sound = attack(table, moves, words) && is_sound;
  return is_sound ? 0 : 1;
}
