#include "properties/mean_forms.hpp"
#include "properties/token_mean/token_mean_column.hpp"
#include "properties/token_mean/token_mean_forms.hpp"

namespace gradvet::token_mean {

namespace {

template <class T>
T share_of(const Column<T>& column, std::size_t i) {
  return NumberKind<T>::ratio(column.count(i), column.total());
}

/// Each mean times its microbatch's share of the tokens.
struct Shares {
  template <class T>
  static T mean(const Column<T>& column) {
    T mean{};
    for (std::size_t i = 0; i < column.size(); ++i) mean = mean + column.mean(i) * share_of(column, i);
    return mean;
  }
};

struct FusedShares {
  template <class T>
  static T mean(const Column<T>& column) {
    T mean{};
    for (std::size_t i = 0; i < column.size(); ++i) mean = fused(column.mean(i), share_of(column, i), mean);
    return mean;
  }
};

/// Each mean times (count times the reciprocal of the total).
struct ReciprocalShares {
  template <class T>
  static T mean(const Column<T>& column) {
    const T reciprocal = mean_forms::reciprocal_of_total(column);
    T mean{};
    for (std::size_t i = 0; i < column.size(); ++i)
      mean = mean + column.mean(i) * (reciprocal * column.count(i));
    return mean;
  }
};

/// mean += (microbatch mean - mean) * count / tokens so far.
struct StreamingMean {
  template <class T>
  static T mean(const Column<T>& column) {
    T mean{};
    std::int64_t seen = 0;
    for (std::size_t i = 0; i < column.size(); ++i) {
      if (column.whole_count(i) == 0) continue;
      seen += column.whole_count(i);
      mean = mean + (column.mean(i) - mean) * NumberKind<T>::ratio(column.count(i), column.held(seen));
    }
    return mean;
  }
};

/// mean = (mean * tokens before + microbatch mean * count) / tokens so far.
struct Remultiplied {
  template <class T>
  static T mean(const Column<T>& column) {
    T mean{};
    std::int64_t seen = 0;
    for (std::size_t i = 0; i < column.size(); ++i) {
      const std::int64_t before = seen;
      seen += column.whole_count(i);
      if (seen != 0) mean = (mean * column.held(before) + column.term(i)) / column.held(seen);
    }
    return mean;
  }
};

template <class Method>
constexpr Form honest(std::string_view id, std::string_view sentence) {
  return {id, FormRole::kHonest, sentence, {}, compute<Method>, compute_exactly<Method>};
}

constexpr Form kReversed =
    honest<mean_forms::Reversed>("token-mean/honest/reversed", "sums from the last microbatch to the first");
constexpr Form kPairwise =
    honest<mean_forms::Pairwise>("token-mean/honest/pairwise", "sums in halves of halves");
constexpr Form kKahan =
    honest<mean_forms::Kahan>("token-mean/honest/kahan", "sums with Kahan's compensation");
constexpr Form kNeumaier =
    honest<mean_forms::Neumaier>("token-mean/honest/neumaier", "sums with Neumaier's compensation");
constexpr Form kDivideFirst = honest<mean_forms::DivideFirst>(
    "token-mean/honest/divide-first", "divides every weighted mean by the total, then sums");
constexpr Form kReciprocal = honest<mean_forms::Reciprocal>(
    "token-mean/honest/reciprocal", "multiplies the weighted sum by the reciprocal of the total");
constexpr Form kShares =
    honest<Shares>("token-mean/honest/shares", "weights each mean by its share of the tokens");
constexpr Form kFusedShares = honest<FusedShares>(
    "token-mean/honest/fused-shares", "adds mean times share with one rounding (fused multiply-add)");
constexpr Form kReciprocalShares =
    honest<ReciprocalShares>("token-mean/honest/reciprocal-shares",
                             "weights each mean by its count times the reciprocal of the total");
constexpr Form kStreamingMean =
    honest<StreamingMean>("token-mean/honest/streaming-mean",
                          "keeps a running mean that each microbatch's mean pulls by its share");
constexpr Form kStreamingSum = honest<mean_forms::StreamingSum>(
    "token-mean/honest/streaming-sum", "keeps a running mean corrected by each microbatch's weighted mean");
constexpr Form kRemultiplied = honest<Remultiplied>(
    "token-mean/honest/remultiplied", "multiplies the running mean back by its tokens at every microbatch");

constexpr const Form* kHonest[] = {&kReversed,         &kPairwise,      &kKahan,        &kNeumaier,
                                   &kDivideFirst,      &kReciprocal,    &kShares,       &kFusedShares,
                                   &kReciprocalShares, &kStreamingMean, &kStreamingSum, &kRemultiplied};

}  // namespace

std::span<const Form* const> honest_forms() { return kHonest; }

}  // namespace gradvet::token_mean
