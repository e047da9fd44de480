#include "properties/vector_mean/vector_mean_contract.hpp"

#include "oracles/vector_mean.hpp"
#include "properties/contract_basis.hpp"
#include "properties/vector_mean/vector_mean_cases.hpp"
#include "properties/vector_mean/vector_mean_draw.hpp"
#include "properties/vector_mean/vector_mean_forms.hpp"
#include "properties/vector_mean/vector_mean_laws.hpp"
#include "properties/window_count.hpp"

namespace gradvet::vector_mean {

namespace {

constexpr Parameter kParameters[] = {{"gradient_vectors", Layout::kMatrix, NumberRole::kValue},
                                     {"example_counts", Layout::kPerMicrobatch, NumberRole::kCount}};

constexpr ContractInfo kInfo = {
    "vector-mean",
    "FA-98881",
    "The mean gradient of a window is the sum of its microbatches' summed gradients divided by the total "
    "number of "
    "examples.",
    "result[j] = (sum over i of gradient_vectors[i][j]) / (sum over i of example_counts[i]); [] without "
    "microbatches",
    "Rows have equal width and finite values; counts are integers from 0 to 2^53 - 1 whose total is at least "
    "1 and "
    "below 2^63; a microbatch with count 0 has a zero gradient.",
    "Microbatches of different sizes must add up to what one large batch gives. A denominator that counts "
    "microbatches, or that averages their means, trains on a different objective without any error being "
    "seen: the "
    "loss still falls.",
    kParameters,
    AnswerShape::kList,
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
    {.microbatches = 1, .width = 1, .values = 2, .counts = 3},
    {.microbatches = 2, .width = 1, .values = 2, .counts = 3},
    {.microbatches = 2, .width = 1, .values = 3, .counts = 3},
    {.microbatches = 2, .width = 2, .values = 3, .counts = 3},
    {.microbatches = 3, .width = 1, .values = 3, .counts = 3},
    {.microbatches = 3, .width = 2, .values = 3, .counts = 3},
    {.microbatches = 3, .width = 2, .values = 3, .counts = 4},
    {.microbatches = 3, .width = 2, .values = 4, .counts = 4},
    {.microbatches = 4, .width = 2, .values = 3, .counts = 3},
    {.microbatches = 4, .width = 2, .values = 3, .counts = 4},
    {.microbatches = 4, .width = 2, .values = 4, .counts = 4},
    {.microbatches = 4, .width = 2, .values = 5, .counts = 5},
};

std::uint64_t count_of_shape(const Scope& scope, std::uint32_t microbatches, std::uint32_t width) {
  const std::uint64_t zero_counts = zeros_in(scope.counts);
  return count_windows(
      saturated_product(scope.counts.size() - zero_counts, saturated_power(scope.values.size(), width)),
      saturated_product(zero_counts, saturated_power(zeros_in(scope.values), width)), microbatches);
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
                                        nullptr,
                                        own_fixture_formulas}};
  return kContract;
}

}  // namespace gradvet::vector_mean
