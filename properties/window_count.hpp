#pragma once

#include <cstdint>
#include <vector>

namespace gradvet {

/// Sums, products and powers that stop at the largest uint64.
std::uint64_t saturated_sum(std::uint64_t a, std::uint64_t b);
std::uint64_t saturated_product(std::uint64_t a, std::uint64_t b);
std::uint64_t saturated_power(std::uint64_t base, std::uint32_t exponent);

/// Windows of some microbatches of which at least one counts something, where a microbatch that does can be
/// chosen in `counted` ways and one with count 0 in `uncounted`; 1 for no microbatches. Saturates.
std::uint64_t count_windows(std::uint64_t counted, std::uint64_t uncounted, std::uint32_t microbatches);

/// Ragged arguments of so many rows and of `least` to `most` items in all, each of which can be chosen in
/// `item` ways. Saturates.
std::uint64_t count_ragged(std::uint64_t item, std::uint32_t rows, std::uint32_t least, std::uint32_t most);

/// How many numbers of a list are zero.
std::uint64_t zeros_in(const std::vector<double>& list);
std::uint64_t zeros_in(const std::vector<std::int64_t>& list);

}  // namespace gradvet
