#pragma once

#include <cstdint>
#include <vector>

namespace gradvet {

/// Numbers that come before this one in the order of compare_numbers(), simplest first, without repeats: 0, 1
/// and the small integers, its sign dropped, its whole part, its first bits, its odd part, smaller exponents,
/// neighbours.
std::vector<double> simpler_numbers(double number);
std::vector<std::int64_t> simpler_numbers(std::int64_t number);

/// The number with at most `bits` significand bits, rounded towards zero.
double with_significand_bits(double number, int bits);

}  // namespace gradvet
