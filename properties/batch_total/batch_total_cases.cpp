#include "properties/batch_total/batch_total_cases.hpp"

#include "properties/batch_total/batch_total_contract.hpp"

namespace gradvet::batch_total {

namespace {

constexpr Formula kN = times_n(1);

Case batches_of(const std::vector<std::int64_t>& sizes, std::int64_t target) {
  Case value;
  value.append(parameters()[0], sizes.size(), 1);
  value.append(parameters()[1], 1, 1);
  for (std::size_t i = 0; i < sizes.size(); ++i) value.integers(0)[i] = sizes[i];
  value.integers(1)[0] = target;
  return value;
}

}  // namespace

std::vector<FixtureFormula> fixture_formulas() {
  return {
      {"short final batch", {{{kN, kN, fixed(1)}}, {{times_n(2)}}}, {times_n(2, 1)}},
      {"all full batches", {{{kN, kN}}, {{kN}}}, {times_n(2)}},
      {"single short", {{{fixed(1)}}, {{times_n(1, 1)}}}, {fixed(1)}},
      {"empty", {{}, {{kN}}}, {fixed(0)}},
      {"oversized batch", {{{times_n(3)}}, {{kN}}}, {times_n(3)}},
      {"mixed remainder", {{{times_n(2), times_n(1, -1)}}, {{times_n(1, 1)}}}, {times_n(3, -1)}},
      {"unit batch", {{{fixed(1), fixed(1), fixed(1)}}, {{fixed(2)}}}, {fixed(3)}},
  };
}

std::vector<Case> probes() {
  return {
      batches_of({}, 4),
      batches_of({0, 0}, 4),
      batches_of({4}, 4),
      batches_of({3}, 4),
      batches_of({9}, 4),
      batches_of({4, 4, 4}, 4),
      batches_of({4, 4, 3}, 4),
      batches_of({3, 4, 4}, 4),
      batches_of({4, 0, 4, 1}, 4),
      batches_of({7, 11, 2}, 5),
      batches_of({5, 6, 9, 5}, 5),
      batches_of({1, 1, 1}, 7),
      batches_of({2, 3, 5, 7, 11}, 1),
      batches_of({16, 16, 16, 16, 16, 16, 16, 5}, 16),
      batches_of({300, 300, 44}, 300),
      batches_of({2147483647, 2}, 2147483647),
      batches_of({3000000000}, 3000000000),
      batches_of({4294967290, 11}, 4294967290),
  };
}

}  // namespace gradvet::batch_total
