#include "properties/batch_total/batch_total_contract.hpp"

#include "oracles/batch_total.hpp"
#include "properties/batch_total/batch_total_cases.hpp"
#include "properties/batch_total/batch_total_draw.hpp"
#include "properties/batch_total/batch_total_forms.hpp"
#include "properties/batch_total/batch_total_laws.hpp"
#include "properties/contract_basis.hpp"
#include "properties/window_count.hpp"

namespace gradvet::batch_total {

namespace {

constexpr Parameter kParameters[] = {{"batch_sizes", Layout::kPerMicrobatch, NumberRole::kSize},
                                     {"target", Layout::kScalar, NumberRole::kTarget}};

constexpr ContractInfo kInfo = {
    "batch-total",
    "FA-98921",
    "Every batch that was seen counts with its own size, whatever size was the target.",
    "result = sum over i of batch_sizes[i]; 0 without batches",
    "Sizes are integers from 0 to 2^53 - 1 whose total is below 2^63; the target is an integer from 1 to "
    "2^53 - 1.",
    "The last batch of an epoch is usually short. A total that leaves it out, or that assumes the target "
    "size for it, "
    "gives every step of that window the wrong denominator.",
    kParameters,
    AnswerShape::kScalar,
    ResultKind::kInteger,
    false,
    "windows-and-scales"};

/// In number order (properties/README.md).
Scope published_lists() {
  Scope lists;
  lists.sizes = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  lists.targets = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  return lists;
}

constexpr ScopeRung kRungs[] = {
    {.microbatches = 1, .width = 1, .sizes = 3, .targets = 2},
    {.microbatches = 2, .width = 1, .sizes = 4, .targets = 3},
    {.microbatches = 3, .width = 1, .sizes = 5, .targets = 4},
    {.microbatches = 3, .width = 1, .sizes = 8, .targets = 4},
    {.microbatches = 4, .width = 1, .sizes = 6, .targets = 4},
    {.microbatches = 4, .width = 1, .sizes = 8, .targets = 4},
    {.microbatches = 4, .width = 1, .sizes = 10, .targets = 6},
    {.microbatches = 5, .width = 1, .sizes = 8, .targets = 5},
    {.microbatches = 5, .width = 1, .sizes = 10, .targets = 8},
    {.microbatches = 6, .width = 1, .sizes = 10, .targets = 8},
};

std::uint64_t count_of_shape(const Scope& scope, std::uint32_t microbatches, std::uint32_t) {
  return saturated_product(saturated_power(scope.sizes.size(), microbatches), scope.targets.size());
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

}  // namespace gradvet::batch_total
