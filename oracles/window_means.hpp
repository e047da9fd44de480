#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "oracles/rounding_bound.hpp"
#include "src/core/answer.hpp"
#include "src/core/contract.hpp"

/// window-means(sums, counts, accumulation_steps): a stream of microbatches cut into windows of
/// `accumulation_steps`, a short tail included, and the mean of each window, the sums of its microbatches
/// divided by the total of their counts; null (no update) where that total is 0. Argument 0 is a matrix of
/// values, argument 1 the counts, argument 2 the number of microbatches in a window.
namespace gradvet::window_means {

/// How many windows a stream of so many microbatches has.
constexpr std::size_t windows_in(std::size_t microbatches, std::int64_t accumulation_steps) {
  const auto steps = static_cast<std::uint64_t>(accumulation_steps);
  return microbatches / steps + (microbatches % steps != 0 ? 1 : 0);
}

std::optional<std::string> refuse(const Case&, const Profile&);
void expect(const Case&, ExactAnswer& out);
void allow(const Case&, const Profile&, Allowance& out);
/// What usual implementations stay within (Contract::usual).
void usual(const Case&, const Profile&, Allowance& out);
/// The bounds alone, for any formats.
void allow(const Case&, const rounding::Arithmetic&, Allowance& out);
std::optional<double> settle(const Case&, const Profile&, std::span<const double> numbers);
/// Contract::has_rows.
bool has_rows(const Case&, std::span<const AnswerRow> rows);

}  // namespace gradvet::window_means
