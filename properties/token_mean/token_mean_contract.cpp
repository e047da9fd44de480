#include "properties/token_mean/token_mean_contract.hpp"

#include "oracles/token_mean.hpp"
#include "properties/contract_basis.hpp"
#include "properties/token_mean/token_mean_cases.hpp"
#include "properties/token_mean/token_mean_draw.hpp"
#include "properties/token_mean/token_mean_forms.hpp"
#include "properties/token_mean/token_mean_laws.hpp"
#include "properties/window_count.hpp"

namespace gradvet::token_mean {

namespace {

constexpr Parameter kParameters[] = {{"microbatch_means", Layout::kMatrix, NumberRole::kValue},
                                     {"token_counts", Layout::kPerMicrobatch, NumberRole::kCount},
                                     {"sample_counts", Layout::kPerMicrobatch, NumberRole::kSize, true}};

constexpr ContractInfo kInfo = {
    "token-mean",
    "",
    "The mean gradient over the tokens of a window weights each microbatch's mean by its number of tokens.",
    "result[j] = (sum over i of token_counts[i] * microbatch_means[i][j]) / (sum over i of token_counts[i]); "
    "null without tokens",
    "Rows have equal width and finite values; token and sample counts are integers from 0 to 2^53 - 1 whose "
    "totals are below 2^63; a microbatch without tokens has a zero mean, one with tokens has a sample.",
    "A loss function returns the mean over the tokens of its microbatch. The mean of such means is not the "
    "mean "
    "over the window unless every microbatch has as many tokens, and padding and masks see to it that they "
    "have "
    "not.",
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
  lists.sizes = lists.counts;
  return lists;
}

constexpr ScopeRung kRungs[] = {
    {.microbatches = 1, .width = 1, .values = 2, .counts = 3, .sizes = 3},
    {.microbatches = 2, .width = 1, .values = 2, .counts = 3, .sizes = 3},
    {.microbatches = 2, .width = 1, .values = 3, .counts = 3, .sizes = 3},
    {.microbatches = 2, .width = 2, .values = 3, .counts = 3, .sizes = 3},
    {.microbatches = 3, .width = 1, .values = 3, .counts = 3, .sizes = 3},
    {.microbatches = 3, .width = 2, .values = 3, .counts = 3, .sizes = 3, .cost = 10},
    {.microbatches = 3, .width = 2, .values = 3, .counts = 3, .sizes = 3},
    {.microbatches = 3, .width = 2, .values = 4, .counts = 4, .sizes = 3},
    {.microbatches = 4, .width = 2, .values = 3, .counts = 3, .sizes = 3},
    {.microbatches = 4, .width = 2, .values = 4, .counts = 4, .sizes = 4},
};

std::uint64_t count_of_shape(const Scope& scope, std::uint32_t microbatches, std::uint32_t width) {
  const std::uint64_t no_tokens = zeros_in(scope.counts);
  const std::uint64_t no_samples = zeros_in(scope.sizes);
  const std::uint64_t counted =
      saturated_product(saturated_product(scope.counts.size() - no_tokens, scope.sizes.size() - no_samples),
                        saturated_power(scope.values.size(), width));
  const std::uint64_t uncounted = saturated_product(saturated_product(no_tokens, scope.sizes.size()),
                                                    saturated_power(zeros_in(scope.values), width));
  return saturated_power(saturated_sum(counted, uncounted), microbatches);
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
                                        usual}};
  return kContract;
}

}  // namespace gradvet::token_mean
