#include "properties/rank_mean/rank_mean_contract.hpp"

#include "oracles/rank_mean.hpp"
#include "properties/contract_basis.hpp"
#include "properties/rank_mean/rank_mean_cases.hpp"
#include "properties/rank_mean/rank_mean_draw.hpp"
#include "properties/rank_mean/rank_mean_forms.hpp"
#include "properties/rank_mean/rank_mean_laws.hpp"
#include "properties/window_count.hpp"

namespace gradvet::rank_mean {

namespace {

constexpr Parameter kParameters[] = {{"gradients", Layout::kRankMatrix, NumberRole::kValue},
                                     {"counts", Layout::kRankVector, NumberRole::kCount}};

constexpr ContractInfo kInfo = {
    "rank-mean",
    "",
    "The gradient that results on every rank is the sum of all ranks' summed gradients divided by the total "
    "number of examples on all ranks.",
    "result[j] = (sum over r, m of gradients[r][m][j]) / (sum over r, m of counts[r][m]); null (no update) "
    "where that total is 0",
    "Both lists have as many microbatches on each rank, none allowed; rows have equal width and finite "
    "values; "
    "counts are integers from 0 to 2^53 - 1 whose total is below 2^63; a microbatch with count 0 has a zero "
    "gradient.",
    "Ranks hold unequal shares of the examples, and engines average or add what they are fed. A factor of "
    "the "
    "number of ranks, or a mean taken on each rank, scales the gradient silently: optimizers that normalize "
    "hide it.",
    kParameters,
    AnswerShape::kListOrNull,
    ResultKind::kReal,
    true,
    "microbatch-weights"};

/// In number order (properties/README.md).
Scope published_lists() {
  Scope lists;
  lists.values = {0, 1, -1, 2, 3, -2, 1.5, 4, 5, -5, 8, 100};
  lists.counts = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  return lists;
}

constexpr ScopeRung kRungs[] = {
    {.microbatches = 1, .width = 1, .values = 2, .counts = 3, .items = 1},
    {.microbatches = 2, .width = 1, .values = 2, .counts = 3, .items = 2},
    {.microbatches = 3, .width = 1, .values = 2, .counts = 3, .items = 2},
    {.microbatches = 3, .width = 1, .values = 2, .counts = 3, .items = 3},
    {.microbatches = 3, .width = 1, .values = 3, .counts = 4, .items = 3},
    {.microbatches = 3, .width = 2, .values = 3, .counts = 3, .items = 3},
    {.microbatches = 3, .width = 2, .values = 3, .counts = 4, .items = 3},
    {.microbatches = 4, .width = 1, .values = 3, .counts = 4, .items = 4},
    {.microbatches = 4, .width = 2, .values = 2, .counts = 4, .items = 4},
    {.microbatches = 4, .width = 2, .values = 3, .counts = 4, .items = 4},
};

std::uint64_t count_of_shape(const Scope& scope, std::uint32_t ranks, std::uint32_t width) {
  if (ranks == 0) return width == 0 ? 1 : 0;
  const std::uint64_t zero_counts = zeros_in(scope.counts);
  const std::uint64_t counted =
      saturated_product(scope.counts.size() - zero_counts, saturated_power(scope.values.size(), width));
  const std::uint64_t uncounted =
      saturated_product(zero_counts, saturated_power(zeros_in(scope.values), width));
  // Without microbatches there is no width.
  return count_ragged(saturated_sum(counted, uncounted), ranks, width == 0 ? 0 : 1, scope.items);
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
                                        probes}};
  return kContract;
}

}  // namespace gradvet::rank_mean
