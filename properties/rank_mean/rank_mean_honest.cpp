#include "properties/mean_forms.hpp"
#include "properties/rank_mean/rank_mean_column.hpp"
#include "properties/rank_mean/rank_mean_forms.hpp"
#include "properties/rank_mean/rank_mean_methods.hpp"

namespace gradvet::rank_mean {

namespace {

template <class Method>
constexpr Form honest(std::string_view id, std::string_view sentence) {
  return {id, FormRole::kHonest, sentence, {}, compute<Method>, compute_exactly<Method>};
}

constexpr Form kReversed = honest<mean_forms::Reversed>(
    "rank-mean/honest/reversed", "sums from the last microbatch of the last rank to the first of the first");
constexpr Form kPairwise =
    honest<mean_forms::Pairwise>("rank-mean/honest/pairwise", "sums in halves of halves");
constexpr Form kKahan = honest<mean_forms::Kahan>("rank-mean/honest/kahan", "sums with Kahan's compensation");
constexpr Form kNeumaier =
    honest<mean_forms::Neumaier>("rank-mean/honest/neumaier", "sums with Neumaier's compensation");
constexpr Form kDivideFirst = honest<mean_forms::DivideFirst>(
    "rank-mean/honest/divide-first", "divides every gradient by the total over all ranks, then sums");
constexpr Form kReciprocal = honest<mean_forms::Reciprocal>(
    "rank-mean/honest/reciprocal", "multiplies the sum by the reciprocal of the total");
constexpr Form kFused = honest<mean_forms::Fused>(
    "rank-mean/honest/fused", "adds gradient times reciprocal with one rounding (fused multiply-add)");
constexpr Form kWeightedMeans = honest<mean_forms::WeightedMeans>(
    "rank-mean/honest/weighted-means", "weights the mean of each microbatch by its share of the examples");
constexpr Form kStreamingMean = honest<mean_forms::StreamingMean>(
    "rank-mean/honest/streaming-mean", "keeps a running mean that each microbatch's mean pulls by its share");
constexpr Form kStreamingSum = honest<mean_forms::StreamingSum>(
    "rank-mean/honest/streaming-sum", "keeps a running mean corrected by each microbatch's sum");
constexpr Form kRankSums =
    honest<RankSums>("rank-mean/honest/rank-sums", "sums on every rank, adds the sums up and divides once");
constexpr Form kRankShares = honest<RankShares>("rank-mean/honest/rank-shares",
                                                "weights the mean of each rank by its share of the examples");
constexpr Form kEngineAverage =
    honest<EngineAverage>("rank-mean/honest/engine-average",
                          "multiplies each rank's sum by R/N under an engine that averages R ranks");
constexpr Form kRankRunningMeans = honest<RankRunningMeans>(
    "rank-mean/honest/rank-running-means", "keeps a running mean on every rank, and one over the ranks");

constexpr const Form* kHonest[] = {&kReversed,      &kPairwise,        &kKahan,    &kNeumaier,
                                   &kDivideFirst,   &kReciprocal,      &kFused,    &kWeightedMeans,
                                   &kStreamingMean, &kStreamingSum,    &kRankSums, &kRankShares,
                                   &kEngineAverage, &kRankRunningMeans};

}  // namespace

std::span<const Form* const> honest_forms() { return kHonest; }

}  // namespace gradvet::rank_mean
