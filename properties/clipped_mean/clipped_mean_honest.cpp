#include "properties/clipped_mean/clipped_mean_forms.hpp"
#include "properties/clipped_mean/clipped_mean_window.hpp"
#include "properties/mean_forms.hpp"

namespace gradvet::clipped_mean {

namespace {

template <class Mean, class T>
Vector<T> mean_by(Window<T>& window) {
  return each_coordinate(window, [](const Window<T>& column) { return Mean::mean(column); });
}

/// Any honest mean, clipped in the plain way.
template <class Mean>
struct Clipped {
  template <class T>
  static Vector<T> result(Window<T>& window) {
    Vector<T> mean = mean_by<Mean>(window);
    clip(mean, window.max_norm(), window.eps());
    return mean;
  }
};

template <class T>
T magnitude_of(const T& number) {
  return number < T{} ? T{} - number : number;
}

/// The norm of numbers divided by the largest of them, so that no square overflows or is lost. In exact
/// fractions a root that is none is cut off: there it must be cut in the same way as everywhere.
template <class T>
T norm_by_largest(Vector<T> numbers) {
  if constexpr (!std::is_same_v<T, ExactNumber>) {
    T largest{};
    for (const T& number : numbers) {
      const T magnitude = magnitude_of(number);
      if (largest < magnitude) largest = magnitude;
    }
    if (!(T{} < largest)) return largest;
    for (T& number : numbers) number = number / largest;
    return largest * norm_of(numbers);
  }
  return norm_of(numbers);
}

struct NormByLargest {
  template <class T>
  static Vector<T> result(Window<T>& window) {
    Vector<T> mean = mean_by<mean_forms::SumThenDivide>(window);
    multiply(mean, coefficient(window.max_norm(), norm_by_largest(mean) + window.eps()));
    return mean;
  }
};

/// The norm of norms of parts, as over a list of tensors: each coordinate is one.
struct NormOfNorms {
  template <class T>
  static Vector<T> result(Window<T>& window) {
    Vector<T> mean = mean_by<mean_forms::SumThenDivide>(window);
    Vector<T> norms;
    for (const T& number : mean) norms.push_back(norm_of(Vector<T>{number}));
    multiply(mean, coefficient(window.max_norm(), norm_of(norms) + window.eps()));
    return mean;
  }
};

/// mean * max_norm / (norm + eps), the product first.
struct ProductFirst {
  template <class T>
  static Vector<T> result(Window<T>& window) {
    Vector<T> mean = mean_by<mean_forms::SumThenDivide>(window);
    const T divisor = norm_of(mean) + window.eps();
    if (!(window.max_norm() < divisor)) return mean;
    for (T& number : mean) number = number * window.max_norm() / divisor;
    return mean;
  }
};

/// The squares of the sums, whose norm is then divided by the total; the coefficient is folded into it.
struct NormOfSums {
  template <class T>
  static Vector<T> result(Window<T>& window) {
    Vector<T> sums =
        each_coordinate(window, [](const Window<T>& column) { return mean_forms::sum_in_order(column); });
    if constexpr (std::is_same_v<T, ExactNumber>) {
      // A root that is cut off must be that of the mean.
      for (T& sum : sums) sum = sum / window.total();
      clip(sums, window.max_norm(), window.eps());
    } else {
      const T norm = norm_of(sums) / window.total();
      const T factor = coefficient(window.max_norm(), norm + window.eps()) / window.total();
      multiply(sums, factor);
    }
    return sums;
  }
};

/// Multiplies by 1/scale, held in the format of the scales, as GradScaler does.
struct ReciprocalScale {
  template <class T>
  static T mean(const Window<T>& window) {
    T sum{};
    for (std::size_t i = 0; i < window.size(); ++i)
      sum = sum +
            window.scaled(i) * NumberKind<T>::held(window.held(1) / window.scale(i), window.scales_format());
    return sum / window.total();
  }
};

template <class Method>
constexpr Form honest(std::string_view id, std::string_view sentence) {
  return {id, FormRole::kHonest, sentence, {}, compute<Method>, compute_exactly<Method>};
}

constexpr Form kReversed = honest<Clipped<mean_forms::Reversed>>(
    "clipped-mean/honest/reversed", "sums from the last microbatch to the first");
constexpr Form kPairwise =
    honest<Clipped<mean_forms::Pairwise>>("clipped-mean/honest/pairwise", "sums in halves of halves");
constexpr Form kKahan =
    honest<Clipped<mean_forms::Kahan>>("clipped-mean/honest/kahan", "sums with Kahan's compensation");
constexpr Form kDivideFirst = honest<Clipped<mean_forms::DivideFirst>>(
    "clipped-mean/honest/divide-first", "divides every unscaled gradient by the total, then sums");
constexpr Form kReciprocal = honest<Clipped<mean_forms::Reciprocal>>(
    "clipped-mean/honest/reciprocal", "multiplies the sum by the reciprocal of the total");
constexpr Form kReciprocalScale = honest<Clipped<ReciprocalScale>>(
    "clipped-mean/honest/reciprocal-scale", "multiplies every gradient by the reciprocal of its scale");
constexpr Form kFused = honest<Clipped<mean_forms::Fused>>(
    "clipped-mean/honest/fused", "adds gradient times reciprocal with one rounding (fused multiply-add)");
constexpr Form kStreamingMean = honest<Clipped<mean_forms::StreamingMean>>(
    "clipped-mean/honest/streaming-mean",
    "keeps a running mean that each microbatch's mean pulls by its share");
constexpr Form kStreamingSum = honest<Clipped<mean_forms::StreamingSum>>(
    "clipped-mean/honest/streaming-sum",
    "keeps a running mean corrected by each microbatch's unscaled gradient");
constexpr Form kNormByLargest = honest<NormByLargest>("clipped-mean/honest/norm-by-largest",
                                                      "divides by the largest coordinate before it squares");
constexpr Form kNormOfNorms = honest<NormOfNorms>("clipped-mean/honest/norm-of-norms",
                                                  "takes the norm of the norms of the coordinates");
constexpr Form kNormOfSums =
    honest<NormOfSums>("clipped-mean/honest/norm-of-sums",
                       "divides the norm of the sums, and folds the coefficient into the total");
constexpr Form kProductFirst = honest<ProductFirst>("clipped-mean/honest/product-first",
                                                    "multiplies by max_norm before it divides by the norm");

constexpr const Form* kHonest[] = {
    &kReversed,      &kPairwise,     &kKahan,         &kDivideFirst, &kReciprocal, &kReciprocalScale, &kFused,
    &kStreamingMean, &kStreamingSum, &kNormByLargest, &kNormOfNorms, &kNormOfSums, &kProductFirst};

}  // namespace

std::span<const Form* const> honest_forms() { return kHonest; }

}  // namespace gradvet::clipped_mean
