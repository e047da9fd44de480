#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "src/core/answer.hpp"
#include "src/core/case.hpp"
#include "src/core/contract.hpp"

/// accumulator(operations, policy): per step, the sum of gradient / scale over what was added since the last
/// step or reset, divided by the total of its counts; null where that total is 0. Arguments 0 … 3 are the
/// operation list (operations.hpp), 4 is the policy.
///
/// A microbatch that is not finite or has scale 0 is no part of the window: under skip-window it voids the
/// whole window, which then gives null; under skip-microbatch it is left out alone, with its count. `save`
/// keeps the state of the window, `load` brings the state kept last into a fresh accumulator.
namespace gradvet::accumulator {

inline constexpr std::size_t kOperations = 0;
inline constexpr std::size_t kPolicy = 4;

std::optional<std::string> refuse(const Case&, const Profile&);
void expect(const Case&, ExactAnswer& out);
void allow(const Case&, const Profile&, Allowance& out);
std::optional<double> settle(const Case&, const Profile&, std::span<const double> numbers);
bool has_rows(const Case&, std::span<const AnswerRow> rows);

/// Whether a microbatch is left out: a gradient that is not finite, or scale 0.
bool is_skipped(const Case&, std::size_t row);

/// The windows of a case: which additions count in each step. Keeps its memory when read again.
class Windows {
 public:
  struct Step {
    std::uint32_t first = 0;  ///< of rows()
    std::uint32_t size = 0;
    bool updates = false;  ///< false: null
  };

  void read(const Case&);
  std::span<const Step> steps() const { return steps_; }
  /// The rows of the case that make up a step, in the order in which they were added.
  std::span<const std::uint32_t> rows(const Step& step) const {
    return std::span(rows_).subspan(step.first, step.size);
  }

 private:
  struct Window {
    std::vector<std::uint32_t> rows;
    bool is_void = false;
  };

  void close(const Case&);

  Window current_, saved_;
  std::vector<std::uint32_t> rows_;
  std::vector<Step> steps_;
};

/// One coordinate of a step that updates, as a case of unscaled-mean: the same sums, scales and counts.
void write_window(const Case&, std::span<const std::uint32_t> rows, std::size_t coordinate, Case& out);

}  // namespace gradvet::accumulator
