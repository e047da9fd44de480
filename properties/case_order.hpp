#pragma once

#include <cstdint>

#include "src/core/case.hpp"

namespace gradvet {

/// What one number costs in `gradvet.order/1`: 0 for zero of either sign, bit_length(m) + |e| for ±m * 2^e
/// with m odd. For an integer this is its bit length. Finite numbers only have a meaning; others get some
/// fixed cost.
int number_cost(double number);
int number_cost(std::int64_t number);

/// What a word costs, an operation or a policy: 0 for the first, 1 for any other.
int word_cost(std::int64_t word);

/// Orders two numbers by cost, then positive before negative, then smaller magnitude first; -0 directly after
/// 0.
int compare_numbers(double a, double b);
int compare_numbers(std::int64_t a, std::int64_t b);

/// The sum of the costs of every number of the case.
std::uint64_t case_cost(const Case& value);

/// `gradvet.order/1` (properties/README.md): negative if a is simpler, positive if b is, 0 if they are the
/// same case. Total on the cases of one contract and well-founded.
int compare_cases(const Case& a, const Case& b);

}  // namespace gradvet
