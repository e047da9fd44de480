#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "src/core/profile.hpp"

/// The checks that the domains of several contracts share. Each gives a sentence that quotes what is wrong,
/// or nothing.
namespace gradvet::domain {

/// Counts, sizes and targets are at most 2^53 - 1: every one is a float64.
inline constexpr std::int64_t kLargestCount = (std::int64_t{1} << 53) - 1;

/// An argument that is a list of numbers, with the name that its parameter has.
struct Reals {
  std::string_view name;
  std::span<const double> numbers;
  std::size_t width = 0;  ///< of a matrix row, for the words `name[row][column]`; 0: not a matrix
  /// Of a ragged argument, for the words `name[row][item]` and `name[row][item][column]`; empty: not ragged.
  std::span<const std::uint32_t> offsets = {};
};
struct Integers {
  std::string_view name;
  std::span<const std::int64_t> numbers;
  std::span<const std::uint32_t> offsets = {};  ///< as in Reals
};

/// Whether a non-empty list may total 0.
enum class ZeroTotal { kAccepted, kRefused };

/// As many entries in `second` as in `first`.
std::optional<std::string> refuse_lengths(std::string_view first, std::size_t first_size,
                                          std::string_view second, std::size_t second_size);

/// As many rows, with as many items each, in `second` as in `first`, ragged arguments; `rows` names them
/// ("ranks").
std::optional<std::string> refuse_ragged_lengths(std::string_view first,
                                                 std::span<const std::uint32_t> first_offsets,
                                                 std::string_view second,
                                                 std::span<const std::uint32_t> second_offsets,
                                                 std::string_view rows);

/// Finite and values of the format; `what` names the format in the sentence ("input").
std::optional<std::string> refuse_values(const Reals& values, NumberFormat format, std::string_view what);

/// Finite, 0 or more, and values of the input format or of the format declared for scales: a loss scale of
/// 2^16 is ordinary beside float16 gradients, which do not have it.
std::optional<std::string> refuse_scales(const Reals& scales, const Profile& profile);

/// Finite, 0 or more, and values of the input format.
std::optional<std::string> refuse_weights(const Reals& weights, const Profile& profile);

/// 0 … 2^53 - 1 each, their total below 2^63.
std::optional<std::string> refuse_counts(const Integers& counts, ZeroTotal zero_total);

/// A microbatch with count 0 has only zeros in `values`. Called after refuse_lengths() and refuse_counts().
std::optional<std::string> refuse_uncounted(const Integers& counts, const Reals& values);

/// Shortest text that reads back as the same float64, as in a sentence: `3`, `0.1`, `1e+300`, `nan`.
std::string in_words(double number);

}  // namespace gradvet::domain
