#include "properties/weighted_mean/weighted_mean_contract.hpp"

#include "oracles/weighted_mean.hpp"
#include "properties/contract_basis.hpp"
#include "properties/weighted_mean/weighted_mean_cases.hpp"
#include "properties/weighted_mean/weighted_mean_draw.hpp"
#include "properties/weighted_mean/weighted_mean_forms.hpp"
#include "properties/weighted_mean/weighted_mean_laws.hpp"
#include "properties/window_count.hpp"

namespace gradvet::weighted_mean {

namespace {

constexpr Parameter kParameters[] = {{"values", Layout::kRagged, NumberRole::kValue},
                                     {"weights", Layout::kRagged, NumberRole::kWeight}};

constexpr ContractInfo kInfo = {
    "weighted-mean",
    "",
    "The mean of all items of a window is the sum of their weighted values divided by the total of their "
    "weights, however they are grouped into microbatches.",
    "result = (sum over m, i of weights[m][i] * values[m][i]) / (sum over m, i of weights[m][i]); 0 where "
    "that "
    "total is 0",
    "Both lists have as many items in each microbatch, none allowed; values are finite; weights are finite, "
    "0 "
    "or more and values of the input format; an item with weight 0 may have any finite value.",
    "Loss masks and token weights are summed per microbatch by code that was written for one batch. Guards "
    "against an empty mask, an epsilon, or a mean taken too early change the loss by a factor that nobody "
    "sees, and only where weights are fractions or a microbatch is masked out.",
    kParameters,
    AnswerShape::kScalar,
    ResultKind::kReal,
    true,
    "microbatch-weights"};

/// In number order (properties/README.md). 2^-20 is a total below the epsilons that are known.
Scope published_lists() {
  Scope lists;
  lists.values = {0, 1, -1, 2, 3, -2, 1.5, 4, 5, -5, 8, 100};
  lists.weights = {0, 1, 0.5, 2, 0x1p-20};
  return lists;
}

constexpr ScopeRung kRungs[] = {
    {.microbatches = 1, .width = 1, .values = 2, .weights = 5, .items = 1},
    {.microbatches = 2, .width = 1, .values = 2, .weights = 5, .items = 1},
    {.microbatches = 2, .width = 1, .values = 2, .weights = 5, .items = 2},
    {.microbatches = 3, .width = 1, .values = 3, .weights = 5, .items = 2},
    {.microbatches = 3, .width = 1, .values = 2, .weights = 5, .items = 3},
    {.microbatches = 3, .width = 1, .values = 3, .weights = 5, .items = 3},
    {.microbatches = 3, .width = 1, .values = 5, .weights = 5, .items = 3},
    {.microbatches = 4, .width = 1, .values = 3, .weights = 5, .items = 4},
    {.microbatches = 4, .width = 1, .values = 5, .weights = 5, .items = 4},
};

std::uint64_t count_of_shape(const Scope& scope, std::uint32_t microbatches, std::uint32_t) {
  if (microbatches == 0) return 1;
  return count_ragged(saturated_product(scope.values.size(), scope.weights.size()), microbatches, 0,
                      scope.items);
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
                                        nullptr,
                                        nullptr,
                                        own_fixture_formulas}};
  return kContract;
}

}  // namespace gradvet::weighted_mean
