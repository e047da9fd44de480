#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "src/core/number.hpp"
#include "src/core/profile.hpp"

namespace gradvet {

/// The form of a result. kNull is "no update", which is not the value 0. kWindows is a list with one entry
/// per optimizer step: a row of numbers, or null. kListOrNull is the form of a contract alone: its results
/// are kList or kNull.
enum class AnswerShape { kNull, kScalar, kList, kWindows, kListOrNull };

/// Row of a kWindows result: `size` numbers from `first`, or null ("no update", which is not the value 0).
struct AnswerRow {
  std::uint32_t first = 0;
  std::uint32_t size = 0;
  bool is_null = false;
  friend bool operator==(const AnswerRow&, const AnswerRow&) = default;
};

/// Whether a result of the form `given` is one of the form that a contract asks for.
constexpr bool is_form(AnswerShape given, AnswerShape asked) {
  return given == asked ||
         (asked == AnswerShape::kListOrNull && (given == AnswerShape::kList || given == AnswerShape::kNull));
}

/// A value that a candidate returned, before any judgement.
struct Answer {
  /// A number that is not (only) the float64 in `numbers`.
  struct Exact {
    /// kToken: the exact value of a decimal token or a Python int, still to be rounded once to the profile's
    /// output format.
    /// kFraction: a value judged as exact (a fraction string, a Python Fraction).
    enum class Kind { kToken, kFraction };
    std::uint32_t index = 0;
    Kind kind = Kind::kToken;
    Rational value;
  };

  AnswerShape shape = AnswerShape::kScalar;
  /// Every number, row by row, as the nearest float64; NaN or infinity where the candidate said so (null
  /// inside a row is NaN).
  std::vector<double> numbers;
  /// Entries by rising index. Empty means: every number is the float64 in `numbers`.
  std::vector<Exact> exact;
  std::vector<AnswerRow> rows;
  /// The candidate's own JSON text of the result; filled only where TokenText::kKept was asked for.
  std::string text;
  /// The format that the value carried (NumPy, PyTorch), where narrower than float64.
  std::optional<NumberFormat> carried_format;

  /// Makes it an empty value of the given shape, keeps the memory.
  void reset(AnswerShape new_shape) {
    shape = new_shape;
    numbers.clear();
    exact.clear();
    rows.clear();
    text.clear();
    carried_format.reset();
  }
};

/// An exact result: what an oracle expects, or what a form computes in exact rationals.
struct ExactAnswer {
  AnswerShape shape = AnswerShape::kScalar;
  std::vector<Rational> numbers;
  std::vector<AnswerRow> rows;
  friend bool operator==(const ExactAnswer&, const ExactAnswer&) = default;
};

}  // namespace gradvet
