#include "properties/clipped_mean/clipped_mean_forms.hpp"
#include "properties/clipped_mean/clipped_mean_python.hpp"
#include "properties/clipped_mean/clipped_mean_window.hpp"
#include "properties/mean_forms.hpp"

namespace gradvet::clipped_mean {

namespace {

struct ClipOnce {
  template <class T>
  static Vector<T> result(Window<T>& window) {
    Vector<T> mean = each_coordinate(
        window, [](const Window<T>& column) { return mean_forms::SumThenDivide::mean(column); });
    clip(mean, window.max_norm(), window.eps());
    return mean;
  }
};

/// Floats are short.
template <class T>
T shortened(const T& number) {
  return number;
}

/// A root that is cut off in every step would make a fraction longer and longer; two hundred bits and more
/// are as good as all.
ExactNumber shortened(const ExactNumber& number) {
  constexpr unsigned kLong = 1024, kKept = 256;
  const Integer bottom = denominator(number.value());
  if (!number.is_defined() || number.value() == 0 || msb(bottom) < kLong) return number;
  const Integer top = numerator(number.value());
  const int exponent = static_cast<int>(msb(abs(top))) - static_cast<int>(msb(bottom));
  const Rational unit = power_of_two(exponent - static_cast<int>(kKept));
  const Rational units = number.value() / unit;
  return ExactNumber(Rational(Integer(numerator(units) / denominator(units))) * unit);
}

/// What has been accumulated so far is clipped each time that a microbatch was added.
struct ClipEveryStep {
  template <class T>
  static Vector<T> result(Window<T>& window) {
    Vector<T> mean(window.width());
    for (std::size_t i = 0; i < window.size(); ++i) {
      for (std::size_t j = 0; j < window.width(); ++j) {
        window.select(j);
        mean[j] = mean[j] + window.term(i) / window.total();
      }
      clip(mean, window.max_norm(), window.eps());
      for (T& number : mean) number = shortened(number);
    }
    return mean;
  }
};

/// Each microbatch's own mean is clipped before it is averaged with the others.
struct ClipEachMicrobatch {
  template <class T>
  static Vector<T> result(Window<T>& window) {
    Vector<T> mean(window.width());
    for (std::size_t i = 0; i < window.size(); ++i) {
      if (window.whole_count(i) == 0) continue;
      Vector<T> own =
          each_coordinate(window, [i](const Window<T>& column) { return column.term(i) / column.count(i); });
      clip(own, window.max_norm(), window.eps());
      const T share = NumberKind<T>::ratio(window.count(i), window.total());
      for (std::size_t j = 0; j < mean.size(); ++j) mean[j] = mean[j] + own[j] * share;
    }
    return mean;
  }
};

template <class T>
Vector<T> clipped_sums(Window<T>& window, const T& limit) {
  Vector<T> sums =
      each_coordinate(window, [](const Window<T>& column) { return mean_forms::sum_in_order(column); });
  clip(sums, limit, window.eps());
  for (T& sum : sums) sum = sum / window.total();
  return sums;
}

/// The sum of the window is clipped, its mean is not.
struct ClipSum {
  template <class T>
  static Vector<T> result(Window<T>& window) {
    return clipped_sums(window, window.max_norm());
  }
};

/// The same with a limit that grows with the number of microbatches, not of examples.
struct ClipSumAtMicrobatches {
  template <class T>
  static Vector<T> result(Window<T>& window) {
    return clipped_sums(window, window.max_norm() * window.held(static_cast<std::int64_t>(window.size())));
  }
};

/// The mean of the gradients as they came.
template <class T>
Vector<T> scaled_mean(Window<T>& window) {
  return each_coordinate(window, [](const Window<T>& column) {
    T sum{};
    for (std::size_t i = 0; i < column.size(); ++i) sum = sum + column.scaled(i);
    return sum / column.total();
  });
}

/// The mean, clipped as if it had another norm.
template <class T>
Vector<T> clipped_as_by(Window<T>& window, const T& norm) {
  Vector<T> mean = each_coordinate(
      window, [](const Window<T>& column) { return mean_forms::SumThenDivide::mean(column); });
  multiply(mean, coefficient(window.max_norm(), norm + window.eps()));
  return mean;
}

struct ClipScaled {
  template <class T>
  static Vector<T> result(Window<T>& window) {
    return clipped_as_by(window, norm_of(scaled_mean(window)));
  }
};

/// The same, but what the norm is taken of is unscaled by the scale that came last.
struct UnscaleNormByLast {
  template <class T>
  static Vector<T> result(Window<T>& window) {
    Vector<T> mean = scaled_mean(window);
    for (T& number : mean) number = number / window.scale(window.size() - 1);
    return clipped_as_by(window, norm_of(mean));
  }
};

constexpr Form kRepair = {
    "clipped-mean/repair",
    FormRole::kRepair,
    "unscales each gradient by its own scale, averages over all examples, and clips the "
    "mean once",
    python::kRepair,
    compute<ClipOnce>,
    compute_exactly<ClipOnce>};

template <class Method>
constexpr Form wrong(std::string_view id, FormRole role, std::string_view sentence, std::string_view python) {
  return {id, role, sentence, python, compute<Method>, compute_exactly<Method>};
}

constexpr Form kClipEveryStep =
    wrong<ClipEveryStep>("clipped-mean/clip-per-microbatch/failure", FormRole::kFailure,
                         "clips what has been accumulated after every microbatch", python::kClipEveryStep);
constexpr Form kClipEachMicrobatch = wrong<ClipEachMicrobatch>(
    "clipped-mean/clip-per-microbatch/unsuccessful-fix", FormRole::kUnsuccessfulFix,
    "clips the mean of each microbatch on its own, then averages by examples", python::kClipEachMicrobatch);
constexpr Form kClipSum =
    wrong<ClipSum>("clipped-mean/clip-before-averaging/failure", FormRole::kFailure,
                   "clips the sum, then divides it by the number of examples", python::kClipSum);
constexpr Form kClipSumAtMicrobatches = wrong<ClipSumAtMicrobatches>(
    "clipped-mean/clip-before-averaging/unsuccessful-fix", FormRole::kUnsuccessfulFix,
    "clips the sum at max_norm times the number of microbatches, not of examples",
    python::kClipSumAtMicrobatches);
constexpr Form kClipScaled = wrong<ClipScaled>(
    "clipped-mean/clip-before-unscaling/failure", FormRole::kFailure,
    "compares max_norm with the norm of gradients that are still scaled", python::kClipScaled);
constexpr Form kUnscaleNormByLast = wrong<UnscaleNormByLast>(
    "clipped-mean/clip-before-unscaling/unsuccessful-fix", FormRole::kUnsuccessfulFix,
    "takes that norm after unscaling by the last scale, which is not that of every microbatch",
    python::kUnscaleNormByLast);

constexpr Mechanism kMechanisms[] = {
    {"clipped-mean/clip-per-microbatch", "", "Gradients are clipped once for every microbatch",
     "The clipping stands inside the accumulation loop, so that the window's limit is laid on parts of it: "
     "how "
     "a batch is cut into microbatches decides how much of each one counts.",
     "huggingface/transformers#986, facebookresearch/lingua#59", &kClipEveryStep, &kClipEachMicrobatch},
    {"clipped-mean/clip-before-averaging", "", "Gradients are clipped before they are averaged",
     "The norm of a sum over the window is compared with a limit that is meant for its mean, so that the "
     "update "
     "shrinks with every example that is added.",
     "NVIDIA/DeepLearningExamples#713", &kClipSum, &kClipSumAtMicrobatches},
    {"clipped-mean/clip-before-unscaling", "", "Gradients are clipped before they are unscaled",
     "The norm of gradients that still carry a loss scale is compared with a limit that is meant for "
     "gradients "
     "without one, so that the scale decides whether the update is clipped.",
     "rwth-i6/returnn#1595", &kClipScaled, &kUnscaleNormByLast},
};

}  // namespace

const Form& repair() { return kRepair; }

std::span<const Mechanism> mechanisms() { return kMechanisms; }

}  // namespace gradvet::clipped_mean
