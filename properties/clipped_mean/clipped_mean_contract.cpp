#include "properties/clipped_mean/clipped_mean_contract.hpp"

#include "oracles/clipped_mean.hpp"
#include "properties/clipped_mean/clipped_mean_cases.hpp"
#include "properties/clipped_mean/clipped_mean_draw.hpp"
#include "properties/clipped_mean/clipped_mean_forms.hpp"
#include "properties/clipped_mean/clipped_mean_laws.hpp"
#include "properties/contract_basis.hpp"
#include "properties/window_count.hpp"

namespace gradvet::clipped_mean {

namespace {

constexpr Parameter kParameters[] = {{"gradient_vectors", Layout::kMatrix, NumberRole::kValue},
                                     {"example_counts", Layout::kPerMicrobatch, NumberRole::kCount},
                                     {"scales", Layout::kPerMicrobatch, NumberRole::kScale},
                                     {"max_norm", Layout::kScalar, NumberRole::kBound},
                                     {"eps", Layout::kScalar, NumberRole::kBound}};

constexpr ContractInfo kInfo = {
    "clipped-mean",
    "",
    "Each microbatch's gradient is divided by its own loss scale, the sum is divided by the total number of "
    "examples, and this mean is clipped once by its 2-norm.",
    "mean[j] = (sum over i of gradient_vectors[i][j] / scales[i]) / (sum over i of example_counts[i]); "
    "result[j] = mean[j] * min(1, max_norm / (sqrt(sum over j of mean[j]^2) + eps)); [] without microbatches",
    "Rows have equal width and finite values; scales are finite and above 0; counts are integers from 0 to "
    "2^53 - 1 whose total is at least 1 and below 2^63; a microbatch with count 0 has a zero gradient; "
    "max_norm is finite and above 0, eps finite and at least 0.",
    "Clipping is no linear operation: done on parts of a window, on its sum, or on gradients that are still "
    "scaled, it lays the limit on something else than the update. The norm that a trainer logs still looks "
    "right, and Adam hides most of the rest. PyTorch has eps = 1e-6, others 0.",
    kParameters,
    AnswerShape::kList,
    ResultKind::kReal,
    false};

/// In number order (properties/README.md).
Scope published_lists() {
  Scope lists;
  lists.values = {0, 1, -1, 2, 3, -2, 1.5, 4, 5, -5, 8, 100};
  lists.scales = {1, 0.5, 2, 3, 0.25, 4, 6, 8, 12, 16, 1024};
  lists.bounds = {0, 1, 0.5, 2, 3, 0.25, 1.5, 4, 5, 10, 1e-6};
  lists.counts = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  return lists;
}

/// Up to the default box costs are limited: five arguments of a few numbers each are many cases. No rung
/// between the second and the third, whose windows of one coordinate are more than a proof has calls for: the
/// second holds the least case of every mistake, early.
constexpr ScopeRung kRungs[] = {
    {.microbatches = 1, .width = 1, .values = 2, .scales = 2, .counts = 3, .bounds = 2, .cost = 6},
    {.microbatches = 2, .width = 2, .values = 3, .scales = 2, .counts = 3, .bounds = 2, .cost = 8},
    {.microbatches = 2, .width = 2, .values = 4, .scales = 3, .counts = 3, .bounds = 4, .cost = 10},
    {.microbatches = 3, .width = 1, .values = 4, .scales = 3, .counts = 3, .bounds = 4},
    {.microbatches = 3, .width = 2, .values = 3, .scales = 2, .counts = 3, .bounds = 4},
    {.microbatches = 3, .width = 2, .values = 5, .scales = 3, .counts = 3, .bounds = 4},
};

std::uint64_t count_of_shape(const Scope& scope, std::uint32_t microbatches, std::uint32_t width) {
  const std::uint64_t scales = scope.scales.size() - zeros_in(scope.scales);
  const std::uint64_t zero_counts = zeros_in(scope.counts);
  const auto rows_with = [scales](std::uint64_t counts, std::uint64_t gradients) {
    return saturated_product(scales, saturated_product(counts, gradients));
  };
  const std::uint64_t windows =
      count_windows(rows_with(scope.counts.size() - zero_counts, saturated_power(scope.values.size(), width)),
                    rows_with(zero_counts, saturated_power(zeros_in(scope.values), width)), microbatches);
  const std::uint64_t max_norms = scope.bounds.size() - zeros_in(scope.bounds);
  return saturated_product(windows, saturated_product(max_norms, scope.bounds.size()));
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

}  // namespace gradvet::clipped_mean
