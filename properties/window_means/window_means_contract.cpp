#include "properties/window_means/window_means_contract.hpp"

#include "oracles/window_means.hpp"
#include "properties/contract_basis.hpp"
#include "properties/window_count.hpp"
#include "properties/window_means/window_means_cases.hpp"
#include "properties/window_means/window_means_draw.hpp"
#include "properties/window_means/window_means_forms.hpp"
#include "properties/window_means/window_means_laws.hpp"

namespace gradvet::window_means {

namespace {

constexpr Parameter kParameters[] = {{"sums", Layout::kMatrix, NumberRole::kValue},
                                     {"counts", Layout::kPerMicrobatch, NumberRole::kCount},
                                     {"accumulation_steps", Layout::kScalar, NumberRole::kTarget}};

constexpr ContractInfo kInfo = {
    "window-means",
    "",
    "A stream of microbatches is stepped once a window of accumulation_steps, the short one at the end too, "
    "each "
    "time with the mean over that window alone.",
    "result[w][j] = (sum over i in window w of sums[i][j]) / (sum over i in window w of counts[i]); null for "
    "a "
    "window without counts; [] without microbatches",
    "Rows have equal width, at least 1, and finite values; counts are integers from 0 to 2^53 - 1 whose "
    "total is "
    "below 2^63; a microbatch with count 0 has a zero gradient; accumulation_steps is an integer from 1 to "
    "2^53 - "
    "1.",
    "The last window of an epoch is usually short. Code that assumes every window full drops it, scales it "
    "wrongly "
    "or lets it leak into what follows, once an epoch, where no loss curve shows it.",
    kParameters,
    AnswerShape::kWindows,
    ResultKind::kReal,
    true,
    "windows-and-scales"};

/// In number order (properties/README.md).
Scope published_lists() {
  Scope lists;
  lists.values = {0, 1, -1, 2, 3, -2, 1.5, 4, 5, -5, 8, 100};
  lists.counts = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  lists.targets = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  return lists;
}

constexpr ScopeRung kRungs[] = {
    {.microbatches = 1, .width = 1, .values = 2, .counts = 3, .targets = 2},
    {.microbatches = 2, .width = 1, .values = 2, .counts = 3, .targets = 2},
    {.microbatches = 3, .width = 1, .values = 2, .counts = 3, .targets = 3},
    {.microbatches = 3, .width = 1, .values = 3, .counts = 3, .targets = 3},
    {.microbatches = 4, .width = 1, .values = 3, .counts = 3, .targets = 3},
    {.microbatches = 4, .width = 2, .values = 3, .counts = 3, .targets = 3, .cost = 7},
    {.microbatches = 4, .width = 2, .values = 3, .counts = 3, .targets = 4, .cost = 11},
    {.microbatches = 4, .width = 2, .values = 3, .counts = 3, .targets = 4},
    {.microbatches = 5, .width = 2, .values = 3, .counts = 3, .targets = 5},
};

std::uint64_t count_of_shape(const Scope& scope, std::uint32_t microbatches, std::uint32_t width) {
  if (microbatches != 0 && width == 0) return 0;
  const std::uint64_t zero_counts = zeros_in(scope.counts);
  const std::uint64_t row = saturated_sum(
      saturated_product(scope.counts.size() - zero_counts, saturated_power(scope.values.size(), width)),
      saturated_product(zero_counts, saturated_power(zeros_in(scope.values), width)));
  return saturated_product(saturated_power(row, microbatches), scope.targets.size());
}

}  // namespace

Signature parameters() { return kParameters; }

const Contract& contract() {
  static const ContractBasis kContract{{&kInfo,
                                        refuse,
                                        expect,
                                        allow,
                                        settle,
                                        draw,
                                        class_names(),
                                        {published_lists(), kRungs},
                                        count_of_shape,
                                        fixture_formulas(),
                                        &repair(),
                                        mechanisms(),
                                        honest_forms(),
                                        laws(),
                                        probes,
                                        usual,
                                        has_rows}};
  return kContract;
}

}  // namespace gradvet::window_means
