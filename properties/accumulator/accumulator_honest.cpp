#include "properties/accumulator/accumulator_forms.hpp"
#include "properties/accumulator/accumulator_window.hpp"
#include "properties/mean_forms.hpp"

namespace gradvet::accumulator {

namespace {

template <class Method>
constexpr Form honest(std::string_view id, std::string_view sentence) {
  return {id, FormRole::kHonest, sentence, {}, compute<Method>, compute_exactly<Method>};
}

constexpr Form kReversed = honest<mean_forms::Reversed>(
    "accumulator/honest/reversed", "keeps the microbatches and sums them from the last to the first");
constexpr Form kPairwise =
    honest<mean_forms::Pairwise>("accumulator/honest/pairwise", "keeps them and sums in halves of halves");
constexpr Form kKahan =
    honest<mean_forms::Kahan>("accumulator/honest/kahan", "sums with Kahan's compensation");
constexpr Form kDivideFirst = honest<mean_forms::DivideFirst>(
    "accumulator/honest/divide-first", "divides every unscaled gradient by the total, then sums");
constexpr Form kReciprocal = honest<mean_forms::Reciprocal>(
    "accumulator/honest/reciprocal", "multiplies the sum by the reciprocal of the total");
constexpr Form kStreamingMean =
    honest<mean_forms::StreamingMean>("accumulator/honest/streaming-mean",
                                      "keeps a running mean that each microbatch's mean pulls by its share");
constexpr Form kStreamingSum = honest<mean_forms::StreamingSum>(
    "accumulator/honest/streaming-sum", "keeps a running mean corrected by each microbatch's sum");

constexpr const Form* kHonest[] = {&kReversed,   &kPairwise,      &kKahan,       &kDivideFirst,
                                   &kReciprocal, &kStreamingMean, &kStreamingSum};

}  // namespace

std::span<const Form* const> honest_forms() { return kHonest; }

}  // namespace gradvet::accumulator
