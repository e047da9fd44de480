#include "tests/worked_example/example_total.hpp"

#include "oracles/domain.hpp"

namespace gradvet::example_total {

std::optional<std::string> refuse(const Case& input, const Profile&) {
  return domain::refuse_counts({"example_counts", input.integers(0)}, domain::ZeroTotal::kAccepted);
}

void expect(const Case& input, ExactAnswer& out) {
  Rational total = 0;
  for (const std::int64_t count : input.integers(0)) total += count;
  out = ExactAnswer{AnswerShape::kScalar, {total}, {}};
}

void allow(const Case&, const Profile&, Allowance& out) {
  out.unjudged.clear();
  out.bounds.assign(1, Rational(0));
}

}  // namespace gradvet::example_total
