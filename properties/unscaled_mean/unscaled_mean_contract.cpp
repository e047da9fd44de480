#include "properties/unscaled_mean/unscaled_mean_contract.hpp"

#include "oracles/unscaled_mean.hpp"
#include "properties/contract_basis.hpp"
#include "properties/unscaled_mean/unscaled_mean_cases.hpp"
#include "properties/unscaled_mean/unscaled_mean_draw.hpp"
#include "properties/unscaled_mean/unscaled_mean_forms.hpp"
#include "properties/unscaled_mean/unscaled_mean_laws.hpp"
#include "properties/window_count.hpp"

namespace gradvet::unscaled_mean {

namespace {

constexpr Parameter kParameters[] = {{"scaled_sums", Layout::kPerMicrobatch, NumberRole::kValue},
                                     {"scales", Layout::kPerMicrobatch, NumberRole::kScale},
                                     {"counts", Layout::kPerMicrobatch, NumberRole::kCount}};

constexpr ContractInfo kInfo = {"unscaled-mean",
                                "FA-98896",
                                "Each microbatch's scaled sum is divided by its own loss scale before the "
                                "sums are added and divided by the total "
                                "count; a zero scale omits the sum but not the count.",
                                "result = (sum over i with scales[i] > 0 of scaled_sums[i] / scales[i]) / "
                                "(sum over all i of counts[i]); 0 without "
                                "microbatches",
                                "Sums are finite, scales finite and at least 0; counts are integers from 0 "
                                "to 2^53 - 1 whose total is at least 1 "
                                "and below 2^63; a microbatch with count 0 has a zero sum.",
                                "A dynamic loss scale may change between two microbatches of one window; "
                                "undone once at the end, it weights them "
                                "by their scales. Real mixed-precision trainers keep one scale per window "
                                "and skip the whole window on overflow: "
                                "a scale per microbatch is the custom loop that this contract is about. That "
                                "a zero scale keeps its count in the "
                                "denominator is published so.",
                                kParameters,
                                AnswerShape::kScalar,
                                ResultKind::kReal,
                                true,
                                "windows-and-scales"};

/// In number order (properties/README.md).
Scope published_lists() {
  Scope lists;
  lists.values = {0, 1, -1, 2, 3, -2, 1.5, 4, 5, -5, 8, 100};
  lists.scales = {0, 1, 0.5, 2, 3, 0.25, 4, 6, 8, 12, 16, 1024};
  lists.counts = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  return lists;
}

constexpr ScopeRung kRungs[] = {
    {.microbatches = 1, .width = 1, .values = 2, .scales = 3, .counts = 2},
    {.microbatches = 1, .width = 1, .values = 3, .scales = 4, .counts = 3},
    {.microbatches = 2, .width = 1, .values = 2, .scales = 4, .counts = 3},
    {.microbatches = 2, .width = 1, .values = 3, .scales = 4, .counts = 3},
    {.microbatches = 3, .width = 1, .values = 2, .scales = 4, .counts = 3},
    {.microbatches = 3, .width = 1, .values = 3, .scales = 4, .counts = 3},
    {.microbatches = 3, .width = 1, .values = 3, .scales = 5, .counts = 4},
    {.microbatches = 4, .width = 1, .values = 2, .scales = 4, .counts = 3},
    {.microbatches = 4, .width = 1, .values = 3, .scales = 4, .counts = 3},
    {.microbatches = 4, .width = 1, .values = 3, .scales = 5, .counts = 4},
};

std::uint64_t count_of_shape(const Scope& scope, std::uint32_t microbatches, std::uint32_t) {
  const std::uint64_t zero_counts = zeros_in(scope.counts);
  return count_windows(
      saturated_product(scope.counts.size() - zero_counts,
                        saturated_product(scope.values.size(), scope.scales.size())),
      saturated_product(zero_counts, saturated_product(zeros_in(scope.values), scope.scales.size())),
      microbatches);
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

}  // namespace gradvet::unscaled_mean
