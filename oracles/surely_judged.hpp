#pragma once

#include <cstdint>

#include "oracles/ceiling.hpp"
#include "oracles/rounding_bound.hpp"

namespace gradvet::rounding {

/// Upper bounds of what rounding::Facts holds of one coordinate, under the same names.
struct Magnitudes {
  std::uint64_t rows = 0;
  std::int64_t total = 1;
  Ceiling absolute;
  Ceiling greatest;
  Ceiling underflow;
  Ceiling input_weight = Ceiling::of(1);
  Ceiling apart;
  Ceiling reach;
  std::int64_t reach_per_mean = 0;
  Ceiling side_reach;
};

/// True if append_bound() surely judges a coordinate with such magnitudes: what it compares with the largest
/// finite numbers, in integers rounded up. `least` is least_allowance() of the same case.
bool is_surely_judged(const Magnitudes& magnitudes, const LeastAllowance& least,
                      const Arithmetic& arithmetic);

}  // namespace gradvet::rounding
