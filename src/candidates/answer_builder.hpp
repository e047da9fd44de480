#pragma once

#include <cstddef>
#include <string_view>

#include "src/core/answer.hpp"

namespace gradvet {

/// Builds an Answer from numbers in the order in which they are read.
///
/// A list is of rows (AnswerShape::kWindows) only where the contract's result is; there a null between rows
/// is a row, and a list of nothing but nulls is one of rows too. Everywhere else a null in a list is NaN.
class AnswerBuilder {
 public:
  /// Resets `out`, keeps its memory. `expected` is the shape of the contract's result.
  AnswerBuilder(Answer& out, AnswerShape expected) : out_(out), expected_(expected) {
    out_.reset(AnswerShape::kScalar);
  }

  void add(double number) { out_.numbers.push_back(number); }
  void add_exact(Answer::Exact::Kind kind, double nearest, Rational value) {
    out_.exact.push_back({static_cast<std::uint32_t>(out_.numbers.size()), kind, std::move(value)});
    out_.numbers.push_back(nearest);
  }

  void open_list() { out_.shape = AnswerShape::kList; }
  /// A number of the list itself is about to be added; false where rows came before.
  bool expect_number() const { return out_.rows.empty(); }
  void add_null();
  /// False where a row may not come: the contract's result has none, or numbers came before.
  bool open_row();
  void add_null_in_row();
  void close_row();
  void close_list();

 private:
  void turn_nulls_into_rows();

  Answer& out_;
  AnswerShape expected_;
  std::size_t nulls_ = 0;  ///< nulls of the list itself while no row has come
};

/// True if the result may be null ("no update") as a whole; of a list of rows too, which is judged then.
constexpr bool may_be_null(AnswerShape expected) {
  return expected == AnswerShape::kWindows || expected == AnswerShape::kListOrNull;
}

inline constexpr std::string_view kNestedLists = "a list in a list where numbers are expected";

}  // namespace gradvet
