#include "src/candidates/answer_builder.hpp"

#include <limits>

namespace gradvet {

void AnswerBuilder::add_null() {
  if (!out_.rows.empty()) {
    out_.rows.push_back({static_cast<std::uint32_t>(out_.numbers.size()), 0, true});
    return;
  }
  add(std::numeric_limits<double>::quiet_NaN());
  ++nulls_;
}

bool AnswerBuilder::open_row() {
  if (expected_ != AnswerShape::kWindows) return false;
  if (out_.rows.empty()) {
    if (out_.numbers.size() != nulls_) return false;
    turn_nulls_into_rows();
  }
  out_.rows.push_back({static_cast<std::uint32_t>(out_.numbers.size()), 0, false});
  return true;
}

void AnswerBuilder::add_null_in_row() { add(std::numeric_limits<double>::quiet_NaN()); }

void AnswerBuilder::close_row() {
  AnswerRow& row = out_.rows.back();
  row.size = static_cast<std::uint32_t>(out_.numbers.size()) - row.first;
}

void AnswerBuilder::close_list() {
  if (expected_ == AnswerShape::kWindows && out_.rows.empty() && out_.numbers.size() == nulls_) {
    turn_nulls_into_rows();
    out_.shape = AnswerShape::kWindows;
  }
  if (!out_.rows.empty()) out_.shape = AnswerShape::kWindows;
}

void AnswerBuilder::turn_nulls_into_rows() {
  out_.numbers.clear();
  for (; nulls_ > 0; --nulls_) out_.rows.push_back({0, 0, true});
}

}  // namespace gradvet
