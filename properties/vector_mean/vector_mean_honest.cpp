#include "properties/mean_forms.hpp"
#include "properties/vector_mean/vector_mean_column.hpp"
#include "properties/vector_mean/vector_mean_forms.hpp"

namespace gradvet::vector_mean {

namespace {

template <class Method>
constexpr Form honest(std::string_view id, std::string_view sentence) {
  return {id, FormRole::kHonest, sentence, {}, compute<Method>, compute_exactly<Method>};
}

constexpr Form kReversed =
    honest<mean_forms::Reversed>("vector-mean/honest/reversed", "sums from the last microbatch to the first");
constexpr Form kPairwise =
    honest<mean_forms::Pairwise>("vector-mean/honest/pairwise", "sums in halves of halves");
constexpr Form kBlocked =
    honest<mean_forms::Blocked>("vector-mean/honest/blocked", "keeps four interleaved partial sums");
constexpr Form kKahan =
    honest<mean_forms::Kahan>("vector-mean/honest/kahan", "sums with Kahan's compensation");
constexpr Form kNeumaier =
    honest<mean_forms::Neumaier>("vector-mean/honest/neumaier", "sums with Neumaier's compensation");
constexpr Form kDivideFirst = honest<mean_forms::DivideFirst>(
    "vector-mean/honest/divide-first", "divides every summand by the total, then sums");
constexpr Form kReciprocal = honest<mean_forms::Reciprocal>(
    "vector-mean/honest/reciprocal", "multiplies the sum by the reciprocal of the total");
constexpr Form kReciprocalFirst =
    honest<mean_forms::ReciprocalFirst>("vector-mean/honest/reciprocal-first",
                                        "multiplies every summand by the reciprocal of the total, then sums");
constexpr Form kFused = honest<mean_forms::Fused>(
    "vector-mean/honest/fused", "adds summand times reciprocal with one rounding (fused multiply-add)");
constexpr Form kWeightedMeans = honest<mean_forms::WeightedMeans>(
    "vector-mean/honest/weighted-means", "weights the mean of each microbatch by its share of the examples");
constexpr Form kStreamingMean =
    honest<mean_forms::StreamingMean>("vector-mean/honest/streaming-mean",
                                      "keeps a running mean that each microbatch's mean pulls by its share");
constexpr Form kStreamingSum = honest<mean_forms::StreamingSum>(
    "vector-mean/honest/streaming-sum", "keeps a running mean corrected by each microbatch's sum");

constexpr const Form* kHonest[] = {&kReversed, &kPairwise,      &kBlocked,       &kKahan,
                                   &kNeumaier, &kDivideFirst,   &kReciprocal,    &kReciprocalFirst,
                                   &kFused,    &kWeightedMeans, &kStreamingMean, &kStreamingSum};

}  // namespace

std::span<const Form* const> honest_forms() { return kHonest; }

}  // namespace gradvet::vector_mean
