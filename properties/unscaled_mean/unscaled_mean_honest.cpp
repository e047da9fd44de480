#include "properties/mean_forms.hpp"
#include "properties/unscaled_mean/unscaled_mean_forms.hpp"
#include "properties/unscaled_mean/unscaled_mean_window.hpp"

namespace gradvet::unscaled_mean {

namespace {

/// Multiplies by 1/scale, held in the format of the scales, as GradScaler does.
struct ReciprocalScale {
  template <class T>
  static T mean(const Window<T>& window) {
    T sum{};
    for (std::size_t i = 0; i < window.size(); ++i)
      if (!window.is_omitted(i))
        sum = sum + window.scaled_sum(i) *
                        NumberKind<T>::held(window.held(1) / window.scale(i), window.scales_format());
    return sum / window.total();
  }
};

/// Divides every scaled sum once, by scale * total.
struct OneDivisor {
  template <class T>
  static T mean(const Window<T>& window) {
    T mean{};
    for (std::size_t i = 0; i < window.size(); ++i)
      if (!window.is_omitted(i))
        mean = mean + window.scaled_sum(i) /
                          NumberKind<T>::held(window.scale(i) * window.total(), window.scales_format());
    return mean;
  }
};

template <class Method>
constexpr Form honest(std::string_view id, std::string_view sentence) {
  return {id, FormRole::kHonest, sentence, {}, compute<Method>, compute_exactly<Method>};
}

constexpr Form kReversed = honest<mean_forms::Reversed>("unscaled-mean/honest/reversed",
                                                        "sums from the last microbatch to the first");
constexpr Form kPairwise =
    honest<mean_forms::Pairwise>("unscaled-mean/honest/pairwise", "sums in halves of halves");
constexpr Form kBlocked =
    honest<mean_forms::Blocked>("unscaled-mean/honest/blocked", "keeps four interleaved partial sums");
constexpr Form kKahan =
    honest<mean_forms::Kahan>("unscaled-mean/honest/kahan", "sums with Kahan's compensation");
constexpr Form kNeumaier =
    honest<mean_forms::Neumaier>("unscaled-mean/honest/neumaier", "sums with Neumaier's compensation");
constexpr Form kDivideFirst = honest<mean_forms::DivideFirst>(
    "unscaled-mean/honest/divide-first", "divides every unscaled sum by the total, then sums");
constexpr Form kReciprocal = honest<mean_forms::Reciprocal>(
    "unscaled-mean/honest/reciprocal", "multiplies the sum by the reciprocal of the total");
constexpr Form kReciprocalScale = honest<ReciprocalScale>(
    "unscaled-mean/honest/reciprocal-scale", "multiplies every scaled sum by the reciprocal of its scale");
constexpr Form kOneDivisor = honest<OneDivisor>("unscaled-mean/honest/one-divisor",
                                                "divides every scaled sum by its scale times the total");
constexpr Form kFused =
    honest<mean_forms::Fused>("unscaled-mean/honest/fused",
                              "adds unscaled sum times reciprocal with one rounding (fused multiply-add)");
constexpr Form kStreamingMean =
    honest<mean_forms::StreamingMean>("unscaled-mean/honest/streaming-mean",
                                      "keeps a running mean that each microbatch's mean pulls by its share");
constexpr Form kStreamingSum = honest<mean_forms::StreamingSum>(
    "unscaled-mean/honest/streaming-sum", "keeps a running mean corrected by each microbatch's unscaled sum");

constexpr const Form* kHonest[] = {&kReversed,   &kPairwise,    &kBlocked,       &kKahan,
                                   &kNeumaier,   &kDivideFirst, &kReciprocal,    &kReciprocalScale,
                                   &kOneDivisor, &kFused,       &kStreamingMean, &kStreamingSum};

}  // namespace

std::span<const Form* const> honest_forms() { return kHonest; }

}  // namespace gradvet::unscaled_mean
