#include "tests/benchmarks/plain_rapidcheck.hpp"

#include <rapidcheck.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

namespace gradvet::bench {

namespace {

using Rational = boost::multiprecision::cpp_rational;
using Rows = std::vector<std::vector<double>>;

std::vector<double> mean(const Rows& rows, const std::vector<std::int64_t>& counts) {
  if (rows.empty()) return {};
  std::int64_t total = 0;
  for (const std::int64_t count : counts) total += count;
  std::vector<double> result(rows[0].size(), 0.0);
  for (const std::vector<double>& row : rows)
    for (std::size_t j = 0; j < row.size(); ++j) result[j] += row[j];
  for (double& number : result) number /= static_cast<double>(total);
  return result;
}

bool is_within_rounding(const Rows& rows, const std::vector<std::int64_t>& counts,
                        const std::vector<double>& answer) {
  if (answer.size() != (rows.empty() ? 0 : rows[0].size())) return false;
  Rational total = 0;
  for (const std::int64_t count : counts) total += count;
  const Rational roundoff(1, std::int64_t{1} << 53);
  for (std::size_t j = 0; j < answer.size(); ++j) {
    Rational sum = 0, magnitude = 0;
    for (const std::vector<double>& row : rows) {
      const Rational value(row[j]);
      sum += value;
      magnitude += abs(value);
    }
    const Rational distance = abs(Rational(answer[j]) - sum / total);
    if (distance > roundoff * static_cast<int>(rows.size() + 4) * magnitude / total) return false;
  }
  return true;
}

rc::Gen<double> gradient_number() {
  return rc::gen::oneOf(
      rc::gen::map(rc::gen::inRange<std::int64_t>(-1000, 1001),
                   [](std::int64_t number) { return static_cast<double>(number); }),
      rc::gen::map(rc::gen::inRange<std::int64_t>(-(1LL << 40), 1LL << 40),
                   [](std::int64_t number) { return static_cast<double>(number) / 1048576.0; }));
}

}  // namespace

double plain_rapidcheck_microseconds_per_case(int cases) {
  // RapidCheck reads its parameters from the environment, once a process.
  setenv("RC_PARAMS", ("seed=1 max_success=" + std::to_string(cases)).c_str(), 1);
  const auto property = [] {
    const int microbatches = *rc::gen::inRange(0, 21);
    const int width = *rc::gen::inRange(0, 5);
    const auto rows = *rc::gen::container<Rows>(
        static_cast<std::size_t>(microbatches),
        rc::gen::container<std::vector<double>>(static_cast<std::size_t>(width), gradient_number()));
    const auto counts = *rc::gen::container<std::vector<std::int64_t>>(
        static_cast<std::size_t>(microbatches), rc::gen::inRange<std::int64_t>(1, 1000));
    RC_ASSERT(is_within_rounding(rows, counts, mean(rows, counts)));
  };
  const auto start = std::chrono::steady_clock::now();
  const bool is_held = rc::check("vector-mean", property);
  const std::chrono::duration<double, std::micro> elapsed = std::chrono::steady_clock::now() - start;
  if (!is_held) return -1;
  return elapsed.count() / cases;
}

}  // namespace gradvet::bench
