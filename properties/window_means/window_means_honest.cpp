#include "properties/mean_forms.hpp"
#include "properties/window_means/window_means_forms.hpp"
#include "properties/window_means/window_means_stream.hpp"

namespace gradvet::window_means {

namespace {

template <class Method>
constexpr Form honest(std::string_view id, std::string_view sentence) {
  return {id, FormRole::kHonest, sentence, {}, compute<MeanBy<Method>>, compute_exactly<MeanBy<Method>>};
}

constexpr Form kReversed = honest<mean_forms::Reversed>(
    "window-means/honest/reversed", "sums each window from its last microbatch to its first");
constexpr Form kPairwise =
    honest<mean_forms::Pairwise>("window-means/honest/pairwise", "sums each window in halves of halves");
constexpr Form kKahan =
    honest<mean_forms::Kahan>("window-means/honest/kahan", "sums with Kahan's compensation");
constexpr Form kNeumaier =
    honest<mean_forms::Neumaier>("window-means/honest/neumaier", "sums with Neumaier's compensation");
constexpr Form kDivideFirst = honest<mean_forms::DivideFirst>(
    "window-means/honest/divide-first", "divides every summand by its window's total, then sums");
constexpr Form kReciprocal = honest<mean_forms::Reciprocal>(
    "window-means/honest/reciprocal", "multiplies each window's sum by the reciprocal of its total");
constexpr Form kFused = honest<mean_forms::Fused>(
    "window-means/honest/fused", "adds summand times reciprocal with one rounding (fused multiply-add)");
constexpr Form kWeightedMeans = honest<mean_forms::WeightedMeans>(
    "window-means/honest/weighted-means", "weights the mean of each microbatch by its share of the window");
constexpr Form kStreamingMean =
    honest<mean_forms::StreamingMean>("window-means/honest/streaming-mean",
                                      "keeps a running mean that each microbatch's mean pulls by its share");
constexpr Form kStreamingSum = honest<mean_forms::StreamingSum>(
    "window-means/honest/streaming-sum", "keeps a running mean corrected by each microbatch's sum");

constexpr const Form* kHonest[] = {&kReversed,      &kPairwise,    &kKahan, &kNeumaier,
                                   &kDivideFirst,   &kReciprocal,  &kFused, &kWeightedMeans,
                                   &kStreamingMean, &kStreamingSum};

}  // namespace

std::span<const Form* const> honest_forms() { return kHonest; }

}  // namespace gradvet::window_means
