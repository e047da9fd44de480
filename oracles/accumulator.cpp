#include "oracles/accumulator.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string_view>

#include "oracles/domain.hpp"
#include "oracles/unscaled_mean.hpp"
#include "src/core/operations.hpp"

namespace gradvet::accumulator {

namespace {

constexpr std::string_view kGradients = "gradient";
constexpr std::size_t kKinds = kOperations + kOperationKinds;
constexpr std::size_t kCounts = kOperations + kOperationCounts;
constexpr std::size_t kScales = kOperations + kOperationScales;

constexpr Parameter kWindowParameters[] = {{"scaled_sums", Layout::kPerMicrobatch, NumberRole::kValue},
                                           {"scales", Layout::kPerMicrobatch, NumberRole::kScale},
                                           {"counts", Layout::kPerMicrobatch, NumberRole::kCount}};

std::span<const double> gradient_of(const Case& input, std::size_t row) {
  return input.reals(kOperations).subspan(row * input.width(), input.width());
}

std::string operation_number(std::size_t row) { return "operation " + std::to_string(row + 1); }

/// Kinds and policy are words that gradvet has, and what is no addition carries no numbers.
std::optional<std::string> refuse_words(const Case& input) {
  const std::int64_t policy = input.integers(kPolicy)[0];
  if (policy < 0 || policy >= static_cast<std::int64_t>(kPolicyNames.size()))
    return "policy " + std::to_string(policy) + " is neither skip-window nor skip-microbatch";
  bool is_saved = false;
  bool has_addition = false;
  for (std::size_t row = 0; row < input.microbatches(); ++row) {
    const std::int64_t kind = input.integers(kKinds)[row];
    if (kind < 0 || kind >= static_cast<std::int64_t>(kOperationNames.size()))
      return operation_number(row) + " has kind " + std::to_string(kind) + ", which there is not";
    const auto is_positive_zero = [](double number) { return std::bit_cast<std::uint64_t>(number) == 0; };
    if (operation_kind(input, kOperations, row) != OperationKind::kAdd &&
        (!std::ranges::all_of(gradient_of(input, row), is_positive_zero) ||
         input.integers(kCounts)[row] != 0 || !is_positive_zero(input.reals(kScales)[row])))
      return operation_number(row) + " is no add and has numbers all the same";
    has_addition = has_addition || operation_kind(input, kOperations, row) == OperationKind::kAdd;
    is_saved = is_saved || operation_kind(input, kOperations, row) == OperationKind::kSave;
    if (operation_kind(input, kOperations, row) == OperationKind::kLoad && !is_saved)
      return operation_number(row) + " is a load before any save";
  }
  // So that no two cases ask the same.
  if (input.microbatches() > 0 &&
      operation_kind(input, kOperations, input.microbatches() - 1) != OperationKind::kStep)
    return "the last operation is no step, so that nothing would be seen of it";
  // The list alone says how wide gradients are.
  if (has_addition && input.width() == 0) return "gradients have no coordinates";
  if (!has_addition && input.width() != 0)
    return "operations without an add have a width of " + std::to_string(input.width());
  return std::nullopt;
}

std::optional<std::string> refuse_gradients(const Case& input, const Profile& profile) {
  for (const double number : input.reals(kOperations)) {
    if (std::isfinite(number)) {
      if (auto why = domain::refuse_values({kGradients, {&number, 1}}, profile.input, "input")) return why;
    } else if (std::isnan(number) &&
               std::bit_cast<std::uint64_t>(number) !=
                   std::bit_cast<std::uint64_t>(std::numeric_limits<double>::quiet_NaN())) {
      return std::string(kGradients) + " holds a NaN with bits of its own";
    }
  }
  return std::nullopt;
}

/// Bound and interval of one coordinate of one step, appended; false where the case is not judged.
bool append_allowance(const Case& window, const Profile& profile, Allowance& part, Allowance& out) {
  unscaled_mean::allow(window, profile, part);
  if (!part.unjudged.empty()) {
    out.unjudged = part.unjudged;
    return false;
  }
  out.bounds.push_back(part.bounds[0]);
  if (!part.reachable.empty()) out.reachable.push_back(part.reachable[0]);
  return true;
}

/// What is needed for one case after another; every function stays pure.
struct Buffers {
  Windows windows;
  Case window;
};
Buffers& buffers() {
  thread_local Buffers kept;
  return kept;
}

}  // namespace

bool is_skipped(const Case& input, std::size_t row) {
  return input.reals(kScales)[row] == 0 ||
         !std::ranges::all_of(gradient_of(input, row), [](double number) { return std::isfinite(number); });
}

void Windows::read(const Case& input) {
  const auto clear = [](Window& window) {
    window.rows.clear();
    window.is_void = false;
  };
  const bool voids = static_cast<Policy>(input.integers(kPolicy)[0]) == Policy::kSkipWindow;
  rows_.clear();
  steps_.clear();
  clear(current_);
  clear(saved_);
  for (std::size_t row = 0; row < input.microbatches(); ++row) {
    switch (operation_kind(input, kOperations, row)) {
      case OperationKind::kAdd:
        if (!is_skipped(input, row))
          current_.rows.push_back(static_cast<std::uint32_t>(row));
        else
          current_.is_void = current_.is_void || voids;
        break;
      case OperationKind::kStep:
        close(input);
        clear(current_);
        break;
      case OperationKind::kReset:
        clear(current_);
        break;
      case OperationKind::kSave:
        saved_ = current_;
        break;
      case OperationKind::kLoad:
        current_ = saved_;
        break;
    }
  }
}

void Windows::close(const Case& input) {
  Step step{static_cast<std::uint32_t>(rows_.size()), static_cast<std::uint32_t>(current_.rows.size()),
            false};
  step.updates = !current_.is_void && std::ranges::any_of(current_.rows, [&](std::uint32_t row) {
    return input.integers(kCounts)[row] > 0;
  });
  rows_.insert(rows_.end(), current_.rows.begin(), current_.rows.end());
  steps_.push_back(step);
}

void write_window(const Case& input, std::span<const std::uint32_t> rows, std::size_t coordinate, Case& out) {
  out.clear();
  for (const Parameter& parameter : kWindowParameters) out.append(parameter, rows.size(), 1);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    out.reals(0)[i] = gradient_of(input, rows[i])[coordinate];
    out.reals(1)[i] = input.reals(kScales)[rows[i]];
    out.integers(2)[i] = input.integers(kCounts)[rows[i]];
  }
}

std::optional<std::string> refuse(const Case& input, const Profile& profile) {
  if (auto why = refuse_words(input)) return why;
  if (auto why = refuse_gradients(input, profile)) return why;
  if (auto why = domain::refuse_scales({"scale", input.reals(kScales)}, profile)) return why;
  const domain::Integers counts{"count", input.integers(kCounts)};
  if (auto why = domain::refuse_counts(counts, domain::ZeroTotal::kAccepted)) return why;
  for (std::size_t row = 0; row < input.microbatches(); ++row)
    if (operation_kind(input, kOperations, row) == OperationKind::kAdd && counts.numbers[row] == 0 &&
        input.reals(kScales)[row] == 0)
      return operation_number(row) + " has count 0 and scale 0: nothing of it can have overflowed";
  return domain::refuse_uncounted(counts, {kGradients, input.reals(kOperations), input.width()});
}

void expect(const Case& input, ExactAnswer& out) {
  out = ExactAnswer{AnswerShape::kWindows, {}, {}};
  Buffers& kept = buffers();
  kept.windows.read(input);
  ExactAnswer part;
  for (const Windows::Step& step : kept.windows.steps()) {
    out.rows.push_back({static_cast<std::uint32_t>(out.numbers.size()), 0, !step.updates});
    if (!step.updates) continue;
    out.rows.back().size = static_cast<std::uint32_t>(input.width());
    for (std::size_t j = 0; j < input.width(); ++j) {
      write_window(input, kept.windows.rows(step), j, kept.window);
      unscaled_mean::expect(kept.window, part);
      out.numbers.push_back(part.numbers[0]);
    }
  }
}

void allow(const Case& input, const Profile& profile, Allowance& out) {
  out = Allowance{};
  Buffers& kept = buffers();
  kept.windows.read(input);
  Allowance part;
  for (const Windows::Step& step : kept.windows.steps())
    for (std::size_t j = 0; step.updates && j < input.width(); ++j) {
      write_window(input, kept.windows.rows(step), j, kept.window);
      if (!append_allowance(kept.window, profile, part, out)) return;
    }
}

std::optional<double> settle(const Case& input, const Profile& profile, std::span<const double> numbers) {
  Buffers& kept = buffers();
  kept.windows.read(input);
  double excess = 0;
  std::size_t at = 0;
  for (const Windows::Step& step : kept.windows.steps())
    for (std::size_t j = 0; step.updates && j < input.width(); ++j, ++at) {
      if (at == numbers.size()) return std::nullopt;
      write_window(input, kept.windows.rows(step), j, kept.window);
      const std::optional<double> ratio = unscaled_mean::settle(kept.window, profile, numbers.subspan(at, 1));
      if (!ratio) return std::nullopt;
      excess = std::max(excess, *ratio);
    }
  return at == numbers.size() ? std::optional(excess) : std::nullopt;
}

bool has_rows(const Case& input, std::span<const AnswerRow> rows) {
  Windows& windows = buffers().windows;
  windows.read(input);
  return std::ranges::equal(rows, windows.steps(), [&](const AnswerRow& row, const Windows::Step& step) {
    return row.is_null != step.updates && row.size == (step.updates ? input.width() : 0);
  });
}

}  // namespace gradvet::accumulator
