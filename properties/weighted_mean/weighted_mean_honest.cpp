#include "properties/mean_forms.hpp"
#include "properties/weighted_mean/weighted_mean_forms.hpp"
#include "properties/weighted_mean/weighted_mean_items.hpp"
#include "properties/weighted_mean/weighted_mean_methods.hpp"

namespace gradvet::weighted_mean {

namespace {

template <class Method>
constexpr Form honest(std::string_view id, std::string_view sentence) {
  using Guarded = WhereWeighted<Method>;
  return {id, FormRole::kHonest, sentence, {}, compute<Guarded>, compute_exactly<Guarded>};
}

constexpr Form kReversed =
    honest<mean_forms::Reversed>("weighted-mean/honest/reversed", "sums from the last item to the first");
constexpr Form kPairwise =
    honest<mean_forms::Pairwise>("weighted-mean/honest/pairwise", "sums in halves of halves");
constexpr Form kBlocked =
    honest<mean_forms::Blocked>("weighted-mean/honest/blocked", "keeps four interleaved partial sums");
constexpr Form kKahan =
    honest<mean_forms::Kahan>("weighted-mean/honest/kahan", "sums with Kahan's compensation");
constexpr Form kNeumaier =
    honest<mean_forms::Neumaier>("weighted-mean/honest/neumaier", "sums with Neumaier's compensation");
constexpr Form kDivideFirst = honest<mean_forms::DivideFirst>(
    "weighted-mean/honest/divide-first", "divides every product by the total, then sums");
constexpr Form kReciprocal = honest<mean_forms::Reciprocal>(
    "weighted-mean/honest/reciprocal", "multiplies the sum by the reciprocal of the total");
constexpr Form kReciprocalFirst =
    honest<mean_forms::ReciprocalFirst>("weighted-mean/honest/reciprocal-first",
                                        "multiplies every product by the reciprocal of the total, then sums");
constexpr Form kFusedProducts = honest<FusedProducts>(
    "weighted-mean/honest/fused-products", "adds weight times value with one rounding (fused multiply-add)");
constexpr Form kShares = honest<Shares>("weighted-mean/honest/shares",
                                        "divides the weights by their total, then sums value times share");
constexpr Form kRunningMean = honest<RunningMean>("weighted-mean/honest/running-mean",
                                                  "keeps a running mean that each value pulls by its share");
constexpr Form kRunningSum = honest<RunningSum>("weighted-mean/honest/running-sum",
                                                "keeps a running mean corrected by each weighted value");
constexpr Form kMicrobatchMeans =
    honest<MicrobatchMeans>("weighted-mean/honest/microbatch-means",
                            "weights the weighted mean of each microbatch by the microbatch's total");

constexpr const Form* kHonest[] = {&kReversed,       &kPairwise,    &kBlocked,     &kKahan,
                                   &kNeumaier,       &kDivideFirst, &kReciprocal,  &kReciprocalFirst,
                                   &kFusedProducts,  &kShares,      &kRunningMean, &kRunningSum,
                                   &kMicrobatchMeans};

}  // namespace

std::span<const Form* const> honest_forms() { return kHonest; }

}  // namespace gradvet::weighted_mean
