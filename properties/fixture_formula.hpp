#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/core/contract.hpp"

namespace gradvet {

/// A number of a fixture in the variant number N: (slope * N + intercept) / divisor.
struct Formula {
  int slope = 0;
  int intercept = 0;
  int divisor = 1;
};

/// N, 2N, 2N + 1 …
constexpr Formula times_n(int slope, int intercept = 0, int divisor = 1) {
  return {slope, intercept, divisor};
}
/// A number that is the same in every variant.
constexpr Formula fixed(int numerator, int divisor = 1) { return {0, numerator, divisor}; }

/// One argument of a fixture. Columns are needed for matrices only, a vector has one; row sizes for ragged
/// arguments only: the items of each row. Of reals that a divisor makes
/// no float64 (1/1000000) the nearest is meant.
struct ArgumentFormula {
  std::vector<Formula> numbers;
  std::uint32_t columns = 1;
  std::vector<std::uint32_t> row_sizes = {};
};

/// In FixtureFormula::expected_rows: a step that updates nothing.
inline constexpr int kNoUpdate = -1;

/// A fixture as data. An expected number with a divisor is published as a float, one without as an integer.
struct FixtureFormula {
  std::string_view name;
  std::vector<ArgumentFormula> arguments;
  std::vector<Formula> expected;
  AnswerShape expected_shape = AnswerShape::kScalar;
  /// Of AnswerShape::kWindows: how many numbers each entry has, or kNoUpdate.
  std::vector<int> expected_rows = {};
};

/// The fixtures at one value of N.
std::vector<Fixture> make_fixtures(const std::vector<FixtureFormula>& formulas, Signature parameters,
                                   int variant);

/// The same as Python lines in N: `check('two coordinates', lambda: solve([[2*N,4*N],[12*N,8*N]],[N,3*N]),
/// [3.5,3])`.
std::string make_python_checks(const std::vector<FixtureFormula>& formulas, Signature parameters);

}  // namespace gradvet
